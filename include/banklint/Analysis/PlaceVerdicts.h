//===- PlaceVerdicts.h - Verdicts on places of the source -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that is inlined several times makes several accesses of one
// expression. A reader of the source, and of a profile, sees one.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_PLACEVERDICTS_H
#define BANKLINT_ANALYSIS_PLACEVERDICTS_H

#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// \p A and \p B together; nothing unless both are known.
std::optional<Totals> sumOf(const std::optional<Totals> &A,
                            const std::optional<Totals> &B);

/// What tells \p A from other accesses of one statement: instructions of
/// assembly share its location. Empty for all others.
llvm::StringRef instructionText(const Access &A);

/// What all copies of one access come to in one launch.
struct PlaceVerdict {
  /// Access, Worst, WorstRequest and IfSpared are those of the worst copy.
  /// Result is the weakest of all, with the reason and the condition that made
  /// it so. The totals are sums, if every copy has them.
  Verdict V;
  /// The copies that the launch reaches, at least one. They are among what this
  /// was made of.
  llvm::SmallVector<const Verdict *, 1> Copies;
};

/// \p Verdicts, those of \p Launch, by the file, line, column, operation,
/// width, array and instruction of their accesses, in the order of the first of
/// each.
std::vector<PlaceVerdict> verdictsByPlace(const KernelProgram &Program,
                                          const LaunchConfig &Launch,
                                          llvm::ArrayRef<Verdict> Verdicts);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_PLACEVERDICTS_H
