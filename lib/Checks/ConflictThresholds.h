//===- ConflictThresholds.h - Conflicts worth a finding ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of the checks for conflicts. docs/configuration.md says how the
// defaults were chosen.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_CONFLICTTHRESHOLDS_H
#define BANKLINT_LIB_CHECKS_CONFLICTTHRESHOLDS_H

#include "banklint/Checks/CheckOptions.h"
#include <optional>

namespace banklint {

/// Of the checks for definite conflicts.
inline constexpr CheckOption DefiniteConflictOptions[] = {
    {"IncludeBypassCopies", "false"},
    {"MinExcessWavefronts", "1"},
    {"MinExcessWavefrontsTwoWay", "8"},
    {"MinWays", "2"},
};

/// Of the checks for possible conflicts.
inline constexpr CheckOption PossibleConflictOptions[] = {
    {"IncludeBypassCopies", "false"},
    {"IncludeRemovable", "false"},
    {"MinExcessWavefronts", "1"},
    {"MinExcessWavefrontsTwoWay", "8"},
    {"MinWays", "3"},
};

/// How bad a conflict is.
struct ConflictSize {
  /// Of the worst request.
  unsigned Ways = 0;
  /// Of one block, all its requests together; nothing if it is not known how
  /// many there are.
  std::optional<uint64_t> ExcessWavefronts;
  /// The compiler may well remove it: by merging accesses, combining values or
  /// keeping them in registers.
  bool IsRemovable = false;
  /// Of cp.async.cg: what the profiler computes for it says little about the
  /// time that it takes.
  bool IsBypassCopy = false;
};

/// True if a conflict of \p Size, which \p Check reports, reaches its
/// thresholds among \p Options.
bool isWorthReporting(const ConflictSize &Size, llvm::StringRef Check,
                      const CheckOptionValues &Options);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_CONFLICTTHRESHOLDS_H
