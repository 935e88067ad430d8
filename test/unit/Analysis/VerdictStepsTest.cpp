//===- VerdictStepsTest.cpp - From a tally to a verdict -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerdictSteps.h"
#include "Costs/RequestCosts.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::HasSubstr;

namespace {

/// N wavefronts where one is ideal.
RequestCost cost(unsigned N) { return {CostKind::Exact, N, 1, N}; }

const RequestCost Free = cost(1);
const RequestCost Low = cost(2);
const RequestCost Mid = cost(8);
const RequestCost High = cost(32);
/// More wavefronts than Mid, but less excess.
const RequestCost Wide = {CostKind::Exact, 10, 4, 4};

std::string text(const std::optional<RequestCost> &Cost) {
  return Cost ? std::to_string(Cost->Wavefronts) : "-";
}

/// "upper-bound 32 may-merge left 8 total": the result, the worst wavefronts,
/// why, what is left if the compiler does its best, and whether totals are
/// known.
std::string show(const Verdict &V) {
  std::string Text = spelling(V.Result).str() + " " + text(V.Worst);
  if (V.Why)
    Text += " " + spelling(V.Why->Code).str();
  if (V.IfSpared)
    Text += " left " + text(V.IfSpared);
  return Text + (V.BlockTotal ? " total" : "");
}

/// The tally of executions that all are definite and cost \p Worst.
AccessTally tallyOf(const RequestCost &Worst) {
  AccessTally T;
  T.Source.Worst = Worst;
  T.Source.WorstDefinite = Worst;
  T.Source.Traced = {{4, 4 * Worst.Wavefronts, 4}, 0};
  T.Source.WidestBytes = 4;
  return T;
}

/// The tally of executions that may cost \p Threatened, and of definite ones
/// that cost \p Definite.
AccessTally boundOf(const RequestCost &Threatened,
                    std::optional<RequestCost> Definite) {
  const bool IsDefiniteWorse = Definite && isWorse(*Definite, Threatened);
  AccessTally T = tallyOf(IsDefiniteWorse ? *Definite : Threatened);
  T.Source.WorstDefinite = Definite;
  T.Source.WorstThreat =
      Threat{Threatened, 0, {ReasonCode::UnknownCondition, "some lanes"}};
  T.Source.AllDefinite = T.Source.AllAlike = T.Source.AllCostsExact = false;
  return T;
}

Verdict exact(const RequestCost &Worst) {
  return verdictOnSource(tallyOf(Worst));
}

TEST(VerdictOnSource, IsExactIfAllCostTheSame) {
  EXPECT_EQ(show(exact(High)), "exact 32 total");
  AccessTally T = tallyOf(High);
  T.Source.AllDefinite = false;
  EXPECT_EQ(show(verdictOnSource(T)), "exact 32");
  T = tallyOf(High);
  T.Source.MayRepeat = true;
  EXPECT_EQ(show(verdictOnSource(T)), "exact 32");
}

TEST(VerdictOnSource, IsExactIfTheWorstIsDefinite) {
  EXPECT_EQ(show(verdictOnSource(boundOf(Mid, High))), "exact 32");
  EXPECT_EQ(show(verdictOnSource(boundOf(High, Mid))),
            "upper-bound 32 unknown-condition");
  EXPECT_EQ(show(verdictOnSource(boundOf(High, std::nullopt))),
            "upper-bound 32 unknown-condition");
}

TEST(VerdictOnSource, WideRequestsMayShareAPhaseWithoutSomeLanes) {
  AccessTally T = boundOf(Wide, Mid);
  EXPECT_EQ(show(verdictOnSource(T)), "exact 8");
  // Fewer phases are ideal for the lanes that are left.
  T.Source.WorstThreat->ExcessBelow = Wide.Wavefronts;
  T.Source.MostThreatened = Wide.Wavefronts;
  EXPECT_EQ(show(verdictOnSource(T)), "upper-bound 10 unknown-condition");
  // The excess stays that of the worst.
  EXPECT_EQ(verdictOnSource(T).Worst.excess(), Mid.excess());
}

/// Costs \p Odd for odd values of "n", else \p Even.
AccessTally dependingOn(const RequestCost &Even, const RequestCost &Odd) {
  AccessTally T = boundOf(Even, std::nullopt);
  T.Source.AllAlike = T.Source.AllCostsExact = true;
  T.Symbol.Cost = SymbolicCost(std::vector<CostIfAligned>{Even, Odd});
  T.Symbol.Label = {"n", /*IsValue=*/true};
  return T;
}

TEST(VerdictOnSource, DependsOnOneSymbol) {
  AccessTally T = dependingOn(High, Free);
  Verdict V = verdictOnSource(T);
  EXPECT_EQ(show(V), "depends 32");
  EXPECT_THAT(V.Condition, HasSubstr("n"));
  T.Symbol.HasManyLabels = true;
  EXPECT_EQ(show(verdictOnSource(T)), "upper-bound 32 unknown-condition");
  // Other executions cost as much whatever it is.
  T = dependingOn(High, Free);
  T.Symbol.WorstIndependent = High;
  EXPECT_EQ(show(verdictOnSource(T)), "upper-bound 32 unknown-condition");
}

TEST(Steps, PiecesMakeAnExactVerdictABound) {
  SourceTally Source;
  EXPECT_EQ(show(weakenForPieces(exact(High), Source)), "exact 32 total");
  Source.MayJoinPieces = true;
  EXPECT_EQ(show(weakenForPieces(exact(High), Source)),
            "upper-bound 32 unknown-cost");
  const Verdict Bound = verdictOnSource(boundOf(High, Mid));
  EXPECT_EQ(show(weakenForPieces(Bound, Source)),
            "upper-bound 32 unknown-condition");
}

struct MergingCase {
  RequestCost Worst;
  bool MayMerge;
  std::optional<RequestCost> Unmergeable;
  std::optional<RequestCost> Merged;
  const char *Expected;
  /// The unmergeable one may be.
  bool IsElided = false;
};

TEST(Steps, Merging) {
  const MergingCase Cases[] = {
      {High, false, {}, {}, "exact 32 total"},
      {Free, true, {}, {}, "exact 1 may-merge"},
      // All with a conflict may lose it, or some of it.
      {High, false, {}, Free, "upper-bound 32 may-merge left 1 total"},
      {High, false, {}, Mid, "upper-bound 32 may-merge left 8 total"},
      // A request that stays alone keeps the conflict.
      {High, false, High, Free, "exact 32 may-merge"},
      // If it surely stays at all.
      {High, false, High, Free, "upper-bound 32 may-merge left 32 total",
       /*IsElided=*/true},
      // Or one that is not the worst.
      {High, false, Low, Free, "upper-bound 32 may-merge left 2 total"},
  };
  for (const MergingCase &Each : Cases) {
    AccessTally T = tallyOf(Each.Worst);
    T.Merging = {Each.MayMerge, false, Each.Unmergeable,
                 Each.IsElided ? std::nullopt : Each.Unmergeable, Each.Merged};
    EXPECT_EQ(show(weakenForMerging(exact(Each.Worst), T)), Each.Expected);
  }
}

TEST(Steps, MergingKeepsTheReasonOfABound) {
  AccessTally T = boundOf(High, {});
  T.Merging.WorstMerged = Free;
  EXPECT_EQ(show(weakenForMerging(verdictOnSource(T), T)),
            "upper-bound 32 unknown-condition left 1");
  T = dependingOn(High, Free);
  T.Merging.WorstMerged = Free;
  EXPECT_EQ(show(weakenForMerging(verdictOnSource(T), T)), "depends 32");
}

struct ReuseCase {
  RequestCost Worst;
  std::optional<RequestCost> Kept;
  const char *Expected;
};

TEST(Steps, Reuse) {
  const ReuseCase Cases[] = {
      {Free, {}, "exact 1 may-reuse"},
      {Free, Free, "exact 1 may-reuse"},
      {High, {}, "upper-bound 32 may-reuse left 0 total"},
      {High, Mid, "upper-bound 32 may-reuse left 8 total"},
      // The worst request stays.
      {High, High, "exact 32 may-reuse"},
  };
  for (const ReuseCase &Each : Cases) {
    AccessTally T = tallyOf(Each.Worst);
    T.Reuse = {true, Each.Kept, ""};
    EXPECT_EQ(show(weakenForReuse(exact(Each.Worst), T)), Each.Expected);
  }
}

TEST(Steps, ReuseEndsADependence) {
  AccessTally T = dependingOn(High, Free);
  T.Reuse.MayVanish = true;
  const Verdict V = weakenForReuse(verdictOnSource(T), T);
  EXPECT_EQ(show(V), "upper-bound 32 uniform-unknown left 0");
  EXPECT_EQ(V.Condition, "");
}

TEST(Steps, ReuseLeavesWhatOthersServe) {
  AccessTally T = tallyOf(High);
  T.Reuse.MayVanish = true;
  T.Source.Traced = TracedTotals();
  EXPECT_EQ(show(weakenForReuse(exact(High), T)), "exact 32 total");
}

TEST(Steps, Joining) {
  AccessTally T = tallyOf(Mid);
  EXPECT_EQ(show(raiseForJoining(exact(Mid), T)), "exact 8 total");
  T.WorstJoined = Mid;
  EXPECT_EQ(show(raiseForJoining(exact(Mid), T)), "exact 8 may-join");
  T.WorstJoined = High;
  EXPECT_EQ(show(raiseForJoining(exact(Mid), T)),
            "upper-bound 32 may-join left 8");
}

TEST(Steps, WhatIsDefinite) {
  // What the source has.
  EXPECT_EQ(text(verdictOf(tallyOf(High)).Sure), "32");
  EXPECT_EQ(text(verdictOf(boundOf(High, Mid)).Sure), "8");
  EXPECT_EQ(text(verdictOf(boundOf(High, {})).Sure), "-");
  // The least that any value of a symbol costs.
  EXPECT_EQ(text(verdictOf(dependingOn(High, Mid)).Sure), "8");
  // What merging leaves, if all that it starts from is exact.
  AccessTally T = tallyOf(High);
  T.Merging.WorstMerged = Mid;
  EXPECT_EQ(text(verdictOf(T).Sure), "8");
  T = boundOf(High, Mid);
  T.Merging.WorstMerged = Mid;
  EXPECT_EQ(text(verdictOf(T).Sure), "-");
  // Nothing is, of what may vanish or be cut otherwise.
  T = boundOf(High, Mid);
  T.Reuse = {true, High, ""};
  EXPECT_EQ(text(verdictOf(T).Sure), "-");
  T = tallyOf(High);
  T.Source.MayJoinPieces = true;
  EXPECT_EQ(text(verdictOf(T).Sure), "-");
}

TEST(Steps, OnlyFlowIsOpenIfCostsAreKnown) {
  EXPECT_TRUE(verdictOf(boundOf(High, Mid)).IsOnlyFlowOpen);
  EXPECT_FALSE(verdictOf(tallyOf(High)).IsOnlyFlowOpen);
  AccessTally T = boundOf(High, Mid);
  T.Source.AllKnown = false;
  EXPECT_FALSE(verdictOf(T).IsOnlyFlowOpen);
  // The source is exact; the compiler makes the bound.
  T = tallyOf(High);
  T.Merging.WorstMerged = Mid;
  EXPECT_FALSE(verdictOf(T).IsOnlyFlowOpen);
}

// Each pair of steps gives something else in the other order.

TEST(Order, PiecesComeBeforeMerging) {
  AccessTally T = tallyOf(High);
  T.Source.MayJoinPieces = true;
  T.Merging = {true, false, High, High, Free};
  EXPECT_EQ(show(verdictOf(T)), "upper-bound 32 unknown-cost left 32");
  const Verdict Swapped =
      weakenForPieces(weakenForMerging(verdictOnSource(T), T), T.Source);
  EXPECT_EQ(show(Swapped), "upper-bound 32 unknown-cost");
}

TEST(Order, MergingComesBeforeReuse) {
  AccessTally T = tallyOf(High);
  T.Merging.WorstMerged = Mid;
  T.Reuse = {true, Low, ""};
  EXPECT_EQ(show(verdictOf(T)), "upper-bound 32 may-merge left 2 total");
  const Verdict Swapped =
      weakenForMerging(weakenForReuse(verdictOnSource(T), T), T);
  EXPECT_EQ(show(Swapped), "upper-bound 32 may-reuse left 8 total");
}

TEST(Order, ReuseComesBeforeJoining) {
  AccessTally T = tallyOf(Mid);
  T.Reuse = {true, Mid, ""};
  T.WorstJoined = High;
  EXPECT_EQ(show(verdictOf(T)), "upper-bound 32 may-join left 8");
  // A request that costs nothing alone is what joining leaves.
  T = tallyOf(Free);
  T.Reuse.MayVanish = true;
  T.WorstJoined = High;
  EXPECT_EQ(show(verdictOf(T)), "upper-bound 32 may-join left 1");
  const Verdict Swapped =
      weakenForReuse(raiseForJoining(verdictOnSource(T), T), T);
  EXPECT_EQ(show(Swapped), "upper-bound 32 may-join left 0");
}

} // namespace
