//===- NeedlessPadding.h - The check shared-needless-padding ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_NEEDLESSPADDING_H
#define BANKLINT_LIB_CHECKS_NEEDLESSPADDING_H

#include "banklint/Checks/CheckRun.h"
#include "banklint/Checks/Report.h"

namespace banklint {

/// Arrays whose padding clears no conflict, or makes some. Only of arrays whose
/// uses are all understood, in launches that are all known.
std::vector<Finding> checkNeedlessPadding(const Report &R, const CheckRun &Run);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_NEEDLESSPADDING_H
