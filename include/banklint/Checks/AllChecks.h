//===- AllChecks.h - The checks by name -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_ALLCHECKS_H
#define BANKLINT_CHECKS_ALLCHECKS_H

#include "banklint/Checks/CheckOptions.h"
#include "banklint/Checks/CheckRun.h"
#include "banklint/Checks/Report.h"

namespace banklint {

/// What a finding means to a program; reports for other programs rank by it.
enum class CheckKind {
  /// It is wrong: a launch fails, or memory is read or written elsewhere.
  Fault,
  /// It is slower than it need be.
  Slow,
  /// It may be slower than it need be, for some values or choices of the
  /// compiler.
  PossiblySlow,
  /// It takes more memory than it need.
  Waste,
};

/// What its checks find in \p R, those of files included that do not want it.
using CheckFunction = std::vector<Finding> (*)(const Report &R,
                                               const CheckRun &Run);

/// A row of the table of checks: all that the rest of the program knows of one.
struct Check {
  /// As --checks and the findings spell it.
  llvm::StringLiteral Name;
  CheckKind Kind;
  /// What it finds, in one sentence that starts with "Finds". The check's page
  /// opens with it.
  llvm::StringLiteral Summary;
  llvm::ArrayRef<CheckOption> Options;
  /// Checks that share a function are run together.
  CheckFunction Find;
};

/// Sorted by name.
llvm::ArrayRef<Check> allChecks();

/// Null if there is no check of that name.
const Check *findCheck(llvm::StringRef Name);

/// Adds the findings of all checks that \p Run wants to \p R and sorts them.
void runChecks(Report &R, const CheckRun &Run);

} // namespace banklint

#endif // BANKLINT_CHECKS_ALLCHECKS_H
