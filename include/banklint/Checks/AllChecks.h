//===- AllChecks.h - The checks by name -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_ALLCHECKS_H
#define BANKLINT_CHECKS_ALLCHECKS_H

#include "banklint/Checks/Report.h"

namespace banklint {

struct Check {
  /// As --checks and the findings spell it.
  llvm::StringLiteral Name;
  /// Adds findings of that name to a report.
  void (*Run)(Report &R, const InterpreterBudget &Budget);
};

/// Sorted by name.
llvm::ArrayRef<Check> allChecks();

/// Runs the checks that \p IsSelected names and sorts the findings of \p R.
void runChecks(Report &R, const InterpreterBudget &Budget,
               llvm::function_ref<bool(llvm::StringRef)> IsSelected);

} // namespace banklint

#endif // BANKLINT_CHECKS_ALLCHECKS_H
