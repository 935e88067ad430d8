//===- FixChoiceTest.cpp - Which changes of an array are worth it ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/FixChoice.h"
#include "banklint/Analysis/SequentialAddressing.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// A change that leaves \p Wavefronts in all, and \p Worst of the 32 that the
/// worst request took, where one is ideal.
LayoutResult change(uint64_t Wavefronts, unsigned Worst = 1) {
  LayoutFix Fix;
  Fix.After.Wavefronts = Wavefronts;
  Fix.WorstBefore = {CostKind::Exact, 32, 1, 32};
  Fix.WorstAfter = {CostKind::Exact, Worst, 1, Worst};
  return {Fix, ""};
}

LayoutResult costingBlocks(LayoutResult Result) {
  Result.Best->Residency = ResidencyChange{2, 1};
  return Result;
}

const LayoutResult Nothing{std::nullopt, "none"};

TEST(FixChoice, ASwizzleHelpsWhereAPaddingDoesNot) {
  EXPECT_FALSE(mayNeedSwizzle(change(8)));
  EXPECT_TRUE(mayNeedSwizzle(change(8, /*Worst=*/2)));
  EXPECT_TRUE(mayNeedSwizzle(costingBlocks(change(8))));
  EXPECT_TRUE(mayNeedSwizzle(Nothing));
}

TEST(FixChoice, ASwizzleIsWorthItIfItIsBetter) {
  EXPECT_TRUE(isSwizzleWorthIt(change(8), change(9)));
  EXPECT_FALSE(isSwizzleWorthIt(change(8), change(8)));
  EXPECT_TRUE(isSwizzleWorthIt(change(8), costingBlocks(change(8))));
  EXPECT_FALSE(isSwizzleWorthIt(change(9), costingBlocks(change(8))));
  EXPECT_TRUE(isSwizzleWorthIt(change(9), Nothing));
  EXPECT_FALSE(isSwizzleWorthIt(Nothing, Nothing));
  EXPECT_FALSE(isSwizzleWorthIt(Nothing, change(9)));
}

TEST(FixChoice, ABetterOneLeavesFewerWavefronts) {
  const LayoutResult Eight = change(8), Nine = change(9);
  EXPECT_TRUE(isBestOf(Eight, {&Nine, &Nothing}));
  EXPECT_FALSE(isBestOf(Nine, {&Nothing, &Eight}));
  EXPECT_FALSE(isBestOf(Eight, {&Eight}));
  EXPECT_FALSE(isBestOf(Nothing, {&Nothing}));
}

TEST(FixChoice, TheWorstRequestImproves) {
  EXPECT_TRUE(improvesWorst(change(8, 31)));
  EXPECT_FALSE(improvesWorst(change(8, 32)));
  EXPECT_FALSE(improvesWorst(Nothing));
}

/// A request of \p Lanes lanes whose elements of 4 bytes are \p Step bytes
/// apart, the worst of two in a loop.
Verdict withStep(int64_t Step, unsigned Lanes = 32) {
  Verdict V;
  V.WorstRequest.emplace();
  WarpRequest &Request = V.WorstRequest->Request;
  Request.Active = LaneMask::first(Lanes);
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Request.Address[Lane] = 4096 + Step * Lane;
  V.WorstRequest->Loops.push_back({"step", 4});
  V.Worst = costOf(*findArchitecture("sm_90"), Request);
  V.Traced.Requests = 2;
  V.Traced.Wavefronts = V.Worst.Wavefronts + 1;
  return V;
}

std::optional<SequentialAddressing> sequential(const Verdict &V,
                                               unsigned ElementBytes = 4) {
  SharedArray Array;
  Array.ElementBytes = ElementBytes;
  return addressSequentially(V, Array, *findArchitecture("sm_90"));
}

TEST(SequentialAddressing, OfLanesInEqualDistances) {
  auto Found = sequential(withStep(32));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->ElementsApart, 8u);
  EXPECT_EQ(Found->Cost.Wavefronts, 1u);
  Found = sequential(withStep(-32));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->ElementsApart, 8u);
}

TEST(SequentialAddressing, IsNoHelpOtherwise) {
  EXPECT_FALSE(sequential(withStep(4)));
  // No conflict.
  EXPECT_FALSE(sequential(withStep(12)));
  // Members of a structure.
  EXPECT_FALSE(sequential(withStep(32), 8));
  EXPECT_FALSE(sequential(withStep(32, 1)));
  Verdict V = withStep(32);
  V.WorstRequest->Request.Address[5] += 4;
  EXPECT_FALSE(sequential(V));
}

TEST(SequentialAddressing, IsNoneOfALayout) {
  Verdict V = withStep(32);
  V.WorstRequest->Loops.clear();
  EXPECT_FALSE(sequential(V));
  V = withStep(32);
  V.Traced.Wavefronts = 2 * V.Worst.Wavefronts;
  EXPECT_FALSE(sequential(V));
}

} // namespace
