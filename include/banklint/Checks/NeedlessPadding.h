//===- NeedlessPadding.h - The check shared-needless-padding ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_NEEDLESSPADDING_H
#define BANKLINT_CHECKS_NEEDLESSPADDING_H

#include "banklint/Checks/Report.h"

namespace banklint {

/// Arrays whose padding clears no conflict, or makes some. Only of arrays whose
/// uses are all understood, in launches that are all known.
void checkNeedlessPadding(Report &R, const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_CHECKS_NEEDLESSPADDING_H
