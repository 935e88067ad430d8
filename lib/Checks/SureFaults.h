//===- SureFaults.h - Checks for accesses that are wrong --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks shared-out-of-bounds and shared-misaligned-access. Both report
// only what surely happens in a launch that the source or the user states: one
// finding for each expression, however many accesses it makes.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_SUREFAULTS_H
#define BANKLINT_LIB_CHECKS_SUREFAULTS_H

#include "banklint/Checks/CheckRun.h"
#include "banklint/Checks/Report.h"

namespace banklint {

/// Lanes that access bytes outside of the array that they point into.
std::vector<Finding> checkOutOfBounds(const Report &R, const CheckRun &Run);

/// Accesses whose address is not a multiple of their width.
std::vector<Finding> checkMisalignedAccesses(const Report &R,
                                             const CheckRun &Run);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_SUREFAULTS_H
