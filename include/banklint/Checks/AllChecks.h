//===- AllChecks.h - The checks by name -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_ALLCHECKS_H
#define BANKLINT_CHECKS_ALLCHECKS_H

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

struct Check {
  /// As --checks and the findings spell it.
  llvm::StringLiteral Name;
  CheckKind Kind;
};

/// Sorted by name.
llvm::ArrayRef<Check> allChecks();

/// Null if there is no check of that name.
const Check *findCheck(llvm::StringRef Name);

/// Adds the findings that \p Run wants to \p R and sorts them.
void runChecks(Report &R, const CheckRun &Run);

} // namespace banklint

#endif // BANKLINT_CHECKS_ALLCHECKS_H
