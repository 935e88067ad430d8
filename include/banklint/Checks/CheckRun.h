//===- CheckRun.h - What the checks are asked to do -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_CHECKRUN_H
#define BANKLINT_CHECKS_CHECKRUN_H

#include "banklint/Analysis/Verdict.h"
#include "llvm/ADT/StringRef.h"
#include <functional>

namespace banklint {

/// How bad a conflict is, for thresholds.
struct ConflictSize {
  /// Of the worst request.
  unsigned Ways = 0;
  /// Wavefronts that one block loses by it, all its requests together; nothing
  /// if it is not known how many there are.
  std::optional<uint64_t> ExcessWavefronts;
  /// The compiler may well remove it: by merging accesses, combining values or
  /// keeping them in registers.
  bool IsRemovable = false;
};

/// Which findings are wanted. What is not set wants all.
struct CheckRun {
  InterpreterBudget Budget;
  /// True if some file wants findings of \p Check.
  std::function<bool(llvm::StringRef Check)> IsEnabled;
  /// True if a finding of \p Check is wanted in \p File. \p Size is null if it
  /// is about no conflict.
  std::function<bool(llvm::StringRef Check, llvm::StringRef File,
                     const ConflictSize *Size)>
      IsWanted;

  bool isEnabled(llvm::StringRef Check) const {
    return !IsEnabled || IsEnabled(Check);
  }
  bool wants(llvm::StringRef Check, llvm::StringRef File,
             const ConflictSize *Size) const {
    return !IsWanted || IsWanted(Check, File, Size);
  }
};

} // namespace banklint

#endif // BANKLINT_CHECKS_CHECKRUN_H
