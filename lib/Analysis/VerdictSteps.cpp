//===- VerdictSteps.cpp - From a tally to a verdict -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerdictSteps.h"

using namespace banklint;

/// True if no execution that is not definite can be worse than one that is.
static bool isWorstDefinite(const SourceTally &Source) {
  if (!Source.WorstThreat)
    return true;
  return Source.WorstDefinite &&
         !isWorse(Source.WorstThreat->Cost, *Source.WorstDefinite) &&
         Source.WorstThreat->ExcessBelow <= Source.WorstDefinite->excess();
}

/// The cost by symbol, with the executions that do not depend on it.
static std::optional<SymbolicCost> dependence(const SymbolTally &Symbol) {
  if (!Symbol.Cost || Symbol.HasManyLabels)
    return std::nullopt;
  SymbolicCost All = *Symbol.Cost;
  if (Symbol.WorstIndependent)
    All.include(SymbolicCost(*Symbol.WorstIndependent));
  if (All.constant())
    return std::nullopt;
  return All;
}

/// "n % 32 == 0: 32 wavefronts", or the same for an s that is explained.
static std::string conditionText(const SymbolicCost &Cost,
                                 const SymbolLabel &Label, bool IsBound) {
  if (Label.IsValue)
    return Cost.describe(Label.Name, IsBound);
  const llvm::StringRef Prefix =
      isPhrase(Label.Name) ? "" : "a value that depends on ";
  return Cost.describe("s", IsBound) + "; where s is " + Prefix.str() +
         quoted(Label.Name);
}

/// \p V as the bound that the worst threat sets.
static Verdict bounded(Verdict V, const SourceTally &Source) {
  V.Result = Certainty::UpperBound;
  V.Why = Source.WorstThreat->Why;
  // A request of as much excess or less, with lanes missing, may need more
  // wavefronts than the worst.
  const unsigned Wavefronts = V.Worst.Wavefronts;
  if (Wavefronts < Source.MostThreatened) {
    V.Worst.Wavefronts = Source.MostThreatened;
    V.Worst.Ideal += Source.MostThreatened - Wavefronts;
  }
  return V;
}

Verdict banklint::verdictOnSource(const AccessTally &T) {
  const SourceTally &Source = T.Source;
  Verdict V;
  V.Worst = Source.Worst;
  V.Traced = Source.Traced;
  V.FusedBytes = Source.WidestBytes;
  V.Rules = Source.Rules;
  const bool IsConstant = !T.Symbol.Cost || T.Symbol.Cost->constant();
  if ((Source.isOneCost() && IsConstant) || isWorstDefinite(Source)) {
    V.Result = Certainty::Exact;
    if (Source.AllDefinite && !Source.MayRepeat && Source.isCounted())
      V.BlockTotal = Source.Traced;
    else if (Source.MayMove)
      V.Why =
          Reason{ReasonCode::MayJoin,
                 "the compiler may load it on one side of a branch only, or "
                 "before the branch"};
    return V;
  }
  std::optional<SymbolicCost> Cost = dependence(T.Symbol);
  if (!Cost)
    return bounded(std::move(V), Source);
  // Symbols of one name that are no values of it may differ.
  const SymbolLabel &Label = T.Symbol.Label;
  if (Cost->isOfAnyValue()) {
    V.Result = Certainty::UpperBound;
    V.Why = Reason{ReasonCode::UniformUnknown, "a few values of " +
                                                   quoted(Label.Name) +
                                                   " need fewer wavefronts"};
    return V;
  }
  V.Result = Certainty::Depends;
  const bool IsShared =
      Source.AllAlike || (Label.IsValue && Source.AllCostsExact);
  V.Condition = conditionText(*Cost, Label, !Source.AllCostsExact || !IsShared);
  return V;
}

Verdict banklint::weakenForPieces(Verdict V, const SourceTally &Source) {
  if (V.Result != Certainty::Exact || !Source.MayJoinPieces)
    return V;
  V.Result = Certainty::UpperBound;
  V.BlockTotal = std::nullopt;
  V.Why =
      Reason{ReasonCode::UnknownCost,
             "the compiler may access several pieces of it at once, or only "
             "some"};
  return V;
}

Verdict banklint::weakenForMerging(Verdict V, const AccessTally &T) {
  const MergeTally &Merging = T.Merging;
  const bool WasExact = V.Result == Certainty::Exact;
  if (!WasExact && V.Result != Certainty::UpperBound)
    return V;
  const bool MayLoseConflict = V.Worst.conflicts() && Merging.WorstMerged;
  V.MayMerge = MayLoseConflict || Merging.MayMerge;
  V.Rules |= Merging.Rules;
  if (WasExact && V.MayMerge)
    V.Why =
        Reason{ReasonCode::MayMerge,
               Merging.MayCombine ? "the compiler may combine the values of "
                                    "lanes that update one word"
                                  : "the compiler may merge it with its "
                                    "neighbors into one access of 8 or 16 "
                                    "bytes"};
  // A request that stays alone keeps its conflict, if it stays at all.
  const bool IsKept =
      Merging.WorstStaying && !isWorse(V.Worst, *Merging.WorstStaying);
  if (MayLoseConflict && !(WasExact && IsKept && T.Source.isOneCost())) {
    V.IfSpared = Merging.WorstMerged;
    if (Merging.WorstUnmergeable &&
        isWorse(*Merging.WorstUnmergeable, *V.IfSpared))
      V.IfSpared = Merging.WorstUnmergeable;
    // Totals stay those of the requests alone, which merging never exceeds.
    V.Result = Certainty::UpperBound;
  } else if (WasExact && V.MayMerge) {
    // The worst request is what it is, but there may be fewer.
    V.BlockTotal = std::nullopt;
  }
  return V;
}

Verdict banklint::weakenForReuse(Verdict V, const AccessTally &T) {
  const ReuseTally &Reuse = T.Reuse;
  // Requests of others serve all executions anyway if there are none.
  if (!Reuse.MayVanish || T.Source.Traced.Requests == 0)
    return V;
  V.Rules |= Reuse.Rules;
  const Reason Why{ReasonCode::MayReuse,
                   Reuse.Removal.empty()
                       ? "the compiler may keep the value in a register"
                       : "the compiler may remove it: " + Reuse.Removal};
  const bool IsKept = Reuse.WorstKept && !isWorse(V.Worst, *Reuse.WorstKept);
  if (!IsKept && V.Worst.conflicts()) {
    RequestCost Left = Reuse.WorstKept.value_or(RequestCost());
    if (!V.IfSpared || isWorse(*V.IfSpared, Left))
      V.IfSpared = Left;
  }
  if (V.Result == Certainty::Exact && T.Source.isOneCost() &&
      (IsKept || !V.Worst.conflicts())) {
    // Requests cost what the worst does, but there may be fewer.
    V.BlockTotal = std::nullopt;
    V.Why = Why;
  } else if (V.Result == Certainty::Exact || !IsKept) {
    if (V.Result == Certainty::Depends)
      V.Why = Reason{ReasonCode::UniformUnknown,
                     dependsOn(T.Symbol.Label.Name) + ", and " + Why.Detail};
    else if (V.Result == Certainty::Exact || !Reuse.Removal.empty())
      V.Why = Why;
    V.Result = Certainty::UpperBound;
    V.Condition.clear();
  }
  return V;
}

Verdict banklint::raiseForJoining(Verdict V, const AccessTally &T) {
  if (!T.WorstJoined)
    return V;
  const Reason Why{ReasonCode::MayJoin,
                   "the compiler may combine the accesses of several branches"};
  if (!isWorse(*T.WorstJoined, V.Worst)) {
    if (V.Result != Certainty::Exact)
      return V;
    V.BlockTotal = std::nullopt;
    V.Why = Why;
    V.Rules |= T.JoinedBy;
    return V;
  }
  V.Rules |= T.JoinedBy;
  if (!V.IfSpared)
    V.IfSpared = V.Worst;
  V.Worst = *T.WorstJoined;
  V.BlockTotal = std::nullopt;
  V.Condition.clear();
  // Where the compiler can only lower a cost, the source's own stands; here it
  // does not.
  V.Why = Why;
  V.Result = Certainty::UpperBound;
  return V;
}

/// The least that any value of the symbol costs, by excess.
static std::optional<RequestCost> leastOf(const SymbolicCost &Cost) {
  std::optional<RequestCost> Least;
  auto Include = [&Least](const CostIfAligned &Other) {
    if (Other && (!Least || isWorse(*Least, *Other)))
      Least = *Other;
  };
  for (uint64_t Residue = 0; Residue != Cost.period(); ++Residue)
    Include(Cost.ofClass(Residue));
  for (const auto &Exception : Cost.exceptions())
    Include(Exception.second);
  return Least;
}

std::optional<RequestCost>
banklint::sureCost(const Verdict &V, const AccessTally &T, bool WasExact) {
  const SourceTally &Source = T.Source;
  if (V.Result == Certainty::Exact)
    return V.Worst;
  if (Source.MayJoinPieces)
    return std::nullopt;
  if (V.IfSpared)
    return WasExact && (Source.AllDefinite || Source.isOneCost())
               ? V.IfSpared
               : std::nullopt;
  if (T.Reuse.MayVanish)
    return std::nullopt;
  std::optional<RequestCost> Sure = Source.WorstDefinite;
  if (V.Result == Certainty::Depends && Source.isOneCost())
    if (std::optional<RequestCost> Least = leastOf(*dependence(T.Symbol)))
      if (!Sure || isWorse(*Least, *Sure))
        Sure = Least;
  return Sure;
}

Verdict banklint::verdictOf(const AccessTally &T) {
  Verdict V = weakenForPieces(verdictOnSource(T), T.Source);
  const bool WasExact = V.Result == Certainty::Exact;
  V = weakenForMerging(std::move(V), T);
  V = weakenForReuse(std::move(V), T);
  V = raiseForJoining(std::move(V), T);
  assert((!V.IfSpared || V.Result != Certainty::Exact) &&
         "what may cost less is no exact cost");
  assert((V.Result != Certainty::Depends) == V.Condition.empty());
  V.Sure = sureCost(V, T, WasExact);
  V.IsOnlyFlowOpen =
      V.Result == Certainty::UpperBound && T.Source.AllKnown && !WasExact;
  return V;
}
