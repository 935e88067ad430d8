//===- ConflictStateTest.cpp - Whether a verdict is a conflict ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/ConflictState.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

RequestCost cost(unsigned Wavefronts, CostKind Kind = CostKind::Exact) {
  return {Kind, Wavefronts, 1, Wavefronts};
}

Verdict verdict(Certainty Result, RequestCost Worst,
                std::optional<RequestCost> Sure = std::nullopt,
                std::optional<RequestCost> IfSpared = std::nullopt) {
  Verdict V;
  V.Result = Result;
  V.Worst = Worst;
  V.Sure = Sure;
  V.IfSpared = IfSpared;
  return V;
}

TEST(ConflictState, OfAVerdict) {
  const RequestCost Free = cost(1), Bad = cost(32);
  EXPECT_EQ(stateOf(verdict(Certainty::Exact, Bad, Bad)),
            ConflictState::Conflict);
  EXPECT_EQ(stateOf(verdict(Certainty::Exact, Free, Free)),
            ConflictState::Clean);
  EXPECT_EQ(stateOf(verdict(Certainty::UpperBound, Bad)),
            ConflictState::Possible);
  EXPECT_EQ(stateOf(verdict(Certainty::UpperBound, Bad, Free)),
            ConflictState::Possible);
  EXPECT_EQ(stateOf(verdict(Certainty::UpperBound, Bad, cost(2))),
            ConflictState::Conflict);
  EXPECT_EQ(stateOf(verdict(Certainty::UpperBound, Bad, {}, Free)),
            ConflictState::Removable);
  EXPECT_EQ(stateOf(verdict(Certainty::UpperBound, Bad, {}, cost(2))),
            ConflictState::Possible);
  EXPECT_EQ(stateOf(verdict(Certainty::UpperBound, Free)),
            ConflictState::Clean);
  EXPECT_EQ(stateOf(verdict(Certainty::Depends, Bad)), ConflictState::Possible);
  EXPECT_EQ(stateOf(verdict(Certainty::Unknown, {})), ConflictState::NotKnown);
  Verdict AtLeast = verdict(Certainty::Unknown, {CostKind::LowerBound, 64, 2});
  AtLeast.Sure = AtLeast.Worst;
  EXPECT_EQ(stateOf(AtLeast), ConflictState::Conflict);
  EXPECT_EQ(stateOf(verdict(Certainty::Exact, cost(32, CostKind::LowerBound))),
            ConflictState::NotKnown);
}

TEST(ConflictState, OfSeveral) {
  using S = ConflictState;
  EXPECT_EQ(combined({S::Clean, S::Clean}), S::Clean);
  EXPECT_EQ(combined({S::Clean, S::NotKnown}), S::NotKnown);
  EXPECT_EQ(combined({S::NotKnown, S::Possible, S::Clean}), S::Possible);
  EXPECT_EQ(combined({S::Removable, S::Conflict}), S::Conflict);
}

TEST(ConflictState, TheWorstIsTheMostCertainFirst) {
  const Verdict Definite = verdict(Certainty::Exact, cost(2), cost(2));
  const Verdict Possible = verdict(Certainty::UpperBound, cost(32));
  EXPECT_TRUE(isWorse(Definite, Possible));
  EXPECT_FALSE(isWorse(Possible, Definite));
  const Verdict More = verdict(Certainty::UpperBound, cost(3), cost(3));
  EXPECT_TRUE(isWorse(More, Definite));
  const Verdict Bound = verdict(Certainty::UpperBound, cost(2), cost(2));
  EXPECT_TRUE(isWorse(Definite, Bound));
  EXPECT_FALSE(isWorse(Definite, Definite));
}

} // namespace
