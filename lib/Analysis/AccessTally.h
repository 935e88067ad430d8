//===- AccessTally.h - What the executions of an access come to -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums and extremes over all executions of one access in one launch, from
// which its verdict is drawn. An execution is *definite* if it takes place
// exactly once and its cost is exact.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_ACCESSTALLY_H
#define BANKLINT_LIB_ANALYSIS_ACCESSTALLY_H

#include "Costs/SymbolicCost.h"
#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// More than any launch executes: loops may be written that never end. Some of
/// them still have a sum.
constexpr uint64_t ManyTotal = uint64_t(1) << 56;

/// What an execution that is not definite may cost.
struct Threat {
  RequestCost Cost;
  /// With some lanes inactive, lanes of a wide load may share a phase: its
  /// wavefronts do not rise, but its ideal may fall, to 1 at least. A number
  /// that no excess reaches; 0 if that cannot be.
  unsigned ExcessBelow = 0;
  Reason Why;
};

/// What the source says, before the compiler changes anything.
struct SourceTally {
  /// The worst execution, definite or not.
  RequestCost Worst;
  std::optional<RequestCost> WorstDefinite;
  /// The worst of those that are not; nothing if all are.
  std::optional<Threat> WorstThreat;
  /// The most wavefronts of wide requests that may lack some lanes.
  unsigned MostThreatened = 0;
  bool AllDefinite = true;
  bool AllCostsExact = true;
  /// All cost the same, as the same function of the same symbol.
  bool AllAlike = true;
  /// Executions may be made on one side of a branch only, or before the branch.
  bool MayMove = false;
  /// No cost depends on a value that is not known.
  bool AllKnown = true;
  /// Executions may consist of several requests, none worse than Worst.
  bool MayRepeat = false;
  /// Access::Rules, S2 where a load stays, L8 behind loops that wait.
  RuleSet Rules;
  /// The worst execution is copied in pieces, and no execution rules out that
  /// the compiler accesses several at once; or only some may be made.
  bool MayJoinPieces = false;
  /// Each sum is at most ManyTotal.
  TracedTotals Traced;
  /// Bytes a lane of the widest request.
  unsigned WidestBytes = 0;

  /// All executions cost the same, whatever is not known.
  bool isOneCost() const { return AllAlike && AllCostsExact; }
  /// Traced is what was executed.
  bool isCounted() const {
    return Traced.Requests < ManyTotal && Traced.Wavefronts < ManyTotal;
  }
};

/// Executions whose cost is a function of a symbol.
struct SymbolTally {
  std::optional<SymbolicCost> Cost;
  SymbolLabel Label;
  /// There are symbols of other labels, too.
  bool HasManyLabels = false;
  /// The worst of the executions that depend on none.
  std::optional<RequestCost> WorstIndependent;
};

/// Requests that the compiler may merge with neighbors, or combine.
struct MergeTally {
  /// Some without a conflict may be merged.
  bool MayMerge = false;
  /// Lanes that update one word may be combined.
  bool MayCombine = false;
  /// Of the requests with a conflict: the worst that stays alone, and the worst
  /// that the others become.
  std::optional<RequestCost> WorstUnmergeable;
  /// Of the first of these, the worst that no reuse elides.
  std::optional<RequestCost> WorstStaying;
  std::optional<RequestCost> WorstMerged;
  /// By which requests may be merged, or surely are.
  RuleSet Rules = {};
};

/// Executions that the compiler may elide.
struct ReuseTally {
  bool MayVanish = false;
  /// The worst of those that stay.
  std::optional<RequestCost> WorstKept;
  /// Why it may elide all of them, if nothing needs them: "nothing uses its
  /// value".
  std::string Removal;
  /// By which executions may be elided.
  RuleSet Rules = {};
};

struct AccessTally {
  SourceTally Source;
  SymbolTally Symbol;
  MergeTally Merging;
  ReuseTally Reuse;
  /// The worst that an execution may be together with another branch's, and
  /// by which rules.
  std::optional<RequestCost> WorstJoined;
  RuleSet JoinedBy;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_ACCESSTALLY_H
