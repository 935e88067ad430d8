//===- ApplyFixes.h - Applies and verifies fixes ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FIXES_APPLYFIXES_H
#define BANKLINT_DRIVER_FIXES_APPLYFIXES_H

#include "banklint/Checks/Report.h"
#include "banklint/Driver/Fixes/FixPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

struct AppliedFixes {
  /// Those that are in effect at the end, and the files that they changed.
  unsigned Fixes = 0;
  unsigned Files = 0;
  /// Suggested fixes that were reverted, and other messages for the user.
  std::vector<std::string> Warnings;
  /// Files that could not be edited, and automatic fixes that were reverted.
  std::vector<std::string> Errors;
};

/// Analyzes again what \p Plan changes; nothing if that went wrong.
using AnalyzeAgain = llvm::function_ref<std::optional<Report>()>;

/// Writes the fixes of \p Plan, made from \p Before, to the files, and analyzes
/// them again: a fix that does not achieve the verified result is reverted.
AppliedFixes applyFixes(const FixPlan &Plan, const Report &Before,
                        AnalyzeAgain Again);

} // namespace banklint

#endif // BANKLINT_DRIVER_FIXES_APPLYFIXES_H
