//===- PlaceCounts.h - Places that a change of layout affects ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_PLACECOUNTS_H
#define BANKLINT_ANALYSIS_PLACECOUNTS_H

#include "banklint/Analysis/ConflictState.h"
#include "banklint/Analysis/LayoutSearch.h"
#include <map>
#include <tuple>

namespace banklint {

/// A place that accesses memory, with one of its operations: file, line,
/// column.
using AccessPlace =
    std::tuple<llvm::StringRef, unsigned, unsigned, MemoryOperation>;
/// That of \p A in \p Program, which must outlive it.
AccessPlace accessPlace(const KernelProgram &Program, const Access &A);

/// What a change of the layout does to the places that access the array. A
/// place with several operations counts once for each.
struct PlaceCounts {
  /// Places that conflict without it, or may.
  unsigned Conflicting = 0;
  /// Those of them that surely no longer do, and those of which the compiler
  /// may remove what is left.
  unsigned Cleared = 0;
  unsigned MayBeCleared = 0;
  /// Places that surely conflict only with it, and those that may.
  unsigned Spoiled = 0;
  unsigned MayBeSpoiled = 0;
  /// Those of each program that conflict with it, or may, if only in a way that
  /// the compiler may remove.
  std::map<std::pair<const KernelProgram *, AccessPlace>, ConflictState>
      Remaining;
  /// The worst request that is left with it, and whether it may take less.
  RequestCost WorstRemaining;
  bool IsWorstABound = false;
};

/// What \p Fix, found for \p Uses, does to their places.
PlaceCounts countConflicts(llvm::ArrayRef<ArrayUse> Uses, const LayoutFix &Fix);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_PLACECOUNTS_H
