//===- ApplyFixes.h - Safe fixes written to the files -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_APPLYFIXES_H
#define BANKLINT_DRIVER_APPLYFIXES_H

#include "banklint/Checks/Finding.h"
#include "banklint/Driver/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"

namespace banklint {

struct AppliedFixes {
  /// Distinct fixes; the same fix of several findings counts once.
  unsigned Fixes = 0;
  unsigned Files = 0;
  /// Fixes that were left out because they contradict an applied one.
  std::vector<std::string> Skipped;
  /// Files that could not be edited, each once, and why.
  std::vector<std::string> Errors;
};

/// Applies the first safe fix of each finding, as a whole or not at all. A file
/// is replaced in one step, keeps its mode, and is left alone if it is no
/// longer what was analyzed; what a symbolic link points to is edited, not the
/// link.
AppliedFixes applySafeFixes(llvm::ArrayRef<Finding> Findings,
                            const SourceTexts &Sources);

} // namespace banklint

#endif // BANKLINT_DRIVER_APPLYFIXES_H
