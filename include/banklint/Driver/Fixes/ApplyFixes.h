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
  /// What they were for, sorted as findings are.
  std::vector<FixedFinding> Fixed;
  /// Fixes that were reverted because they are wrong and only suggested, or
  /// because they could not be verified, and other messages for the user.
  std::vector<std::string> Warnings;
  /// Files that could not be edited, and automatic fixes that were reverted.
  std::vector<std::string> Errors;
};

/// The report of what the files have now, with the files of the report before,
/// all findings and no groups; null if the checks did not end. Valid until the
/// next call.
using AnalyzeAgain = llvm::function_ref<const Report *()>;

/// Writes the fixes of \p Plan to the files and analyzes them again: a fix that
/// does not achieve the verified result is reverted. \p Before has all findings
/// that \p Plan was made from a selection of. Files that failed in it say
/// nothing of a fix.
AppliedFixes applyFixes(const FixPlan &Plan, const Report &Before,
                        AnalyzeAgain Again);

} // namespace banklint

#endif // BANKLINT_DRIVER_FIXES_APPLYFIXES_H
