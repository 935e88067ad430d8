//===- CheckRun.h - What the checks are asked to do -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_CHECKRUN_H
#define BANKLINT_CHECKS_CHECKRUN_H

#include "banklint/Analysis/Verdict.h"
#include "banklint/Checks/CheckOptions.h"
#include <functional>

namespace banklint {

/// Which findings are wanted. What is not set wants all.
struct CheckRun {
  InterpreterBudget Budget;
  /// Findings are to have fixes where a search finds some.
  bool SearchesFixes = true;
  /// Called before each search, each of which has a limit of its own.
  std::function<void()> BeginSearch;
  /// True if findings of \p Check are wanted in some file.
  std::function<bool(llvm::StringRef Check)> IsEnabled;
  /// True if findings of \p Check are wanted in \p File.
  std::function<bool(llvm::StringRef Check, llvm::StringRef File)> IsEnabledIn;
  /// The options that hold in \p File, valid until the next call; null if
  /// there are none and no finding is below a threshold.
  std::function<const CheckOptionValues *(llvm::StringRef File)> OptionsIn;

  /// The budget of a search that begins now and whose work \p Limit limits.
  InterpreterBudget beginSearch(WorkLimit &Limit) const {
    if (BeginSearch)
      BeginSearch();
    InterpreterBudget OfSearch = Budget;
    OfSearch.Together = &Limit;
    return OfSearch;
  }
  bool isEnabled(llvm::StringRef Check) const {
    return !IsEnabled || IsEnabled(Check);
  }
  bool isEnabledIn(llvm::StringRef Check, llvm::StringRef File) const {
    return !IsEnabledIn || IsEnabledIn(Check, File);
  }
  const CheckOptionValues *optionsIn(llvm::StringRef File) const {
    return OptionsIn ? OptionsIn(File) : nullptr;
  }
};

} // namespace banklint

#endif // BANKLINT_CHECKS_CHECKRUN_H
