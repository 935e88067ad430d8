//===- SureFaults.h - Checks for accesses that are wrong --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks shared-out-of-bounds and shared-misaligned-access. Both tell only
// what surely happens in a launch that the source or the user states: one
// finding for each expression, however many accesses it makes.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_SUREFAULTS_H
#define BANKLINT_CHECKS_SUREFAULTS_H

#include "banklint/Checks/Report.h"

namespace banklint {

/// Lanes that access bytes outside of the array that they point into.
void checkOutOfBounds(Report &R);

/// Accesses whose address is no multiple of their width.
void checkMisalignedAccesses(Report &R);

} // namespace banklint

#endif // BANKLINT_CHECKS_SUREFAULTS_H
