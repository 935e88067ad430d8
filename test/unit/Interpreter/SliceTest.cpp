//===- SliceTest.cpp - What accesses depend on ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// Runs \p Body whole and without what no access needs, which must not change
/// its events. Returns how many statements each way executed.
std::pair<uint64_t, uint64_t> statementsOf(const std::string &Body) {
  InterpreterBudget Whole, Sliced;
  Whole.SliceFrom = ~uint64_t(0);
  Sliced.SliceFrom = 0;
  Outcome A = run(Body, Warp, Whole);
  Outcome B = run(Body, Warp, Sliced);
  EXPECT_EQ(A.Events.size(), B.Events.size());
  for (size_t I = 0; I < std::min(A.Events.size(), B.Events.size()); ++I) {
    EXPECT_EQ(A.Events[I].Lanes, B.Events[I].Lanes);
    EXPECT_EQ(A.Events[I].IsMaskExact, B.Events[I].IsMaskExact);
    EXPECT_EQ(A.Events[I].IsCounted, B.Events[I].IsCounted);
    for (unsigned Lane : A.Events[I].Lanes)
      EXPECT_EQ(A.Events[I].Address.base(Lane), B.Events[I].Address.base(Lane));
  }
  EXPECT_EQ(A.Summary.LeftSides, B.Summary.LeftSides);
  return {A.Summary.StatementsExecuted, B.Summary.StatementsExecuted};
}

TEST(Slice, LoopsOverDataAreLeftOut) {
  auto [Whole, Sliced] =
      statementsOf("i = 0 j = 0\n"
                   "loop test (i < 100) { j = (j * 3) + i }\n"
                   "  step { i = i + 1 }\n"
                   "load 4 &a[threadIdx.x]");
  EXPECT_GT(Whole, 200u);
  EXPECT_EQ(Sliced, 1u);
}

TEST(Slice, WhatReachesAnAddressIsExecuted) {
  auto [Whole, Sliced] = statementsOf("i = 0 j = 0\n"
                                      "loop test (i < 10) { j = j + i }\n"
                                      "  step { i = i + 1 }\n"
                                      "load 4 &a[j]");
  EXPECT_EQ(Whole, Sliced);
}

// The lanes that are left depend on the loop's jump out of the call.
TEST(Slice, JumpsDecideWhatFollows) {
  auto [Whole, Sliced] =
      statementsOf("region \"f\" {\n"
                   "i = 0 loop test (i < 10) {\n"
                   "if (threadIdx.x == (u32(i) * 2:u32)) { return }\n"
                   "} step { i = i + 1 }\n"
                   "store 4 &a[threadIdx.x]\n"
                   "}");
  EXPECT_EQ(Whole, Sliced);
}

// A call that returns early and does nothing else needs no execution.
TEST(Slice, CallsWithoutAccessesAreLeftOut) {
  auto [Whole, Sliced] = statementsOf("i = 0\n"
                                      "region \"f\" {\n"
                                      "if (n == 0) { i = 1 return }\n"
                                      "i = 2\n"
                                      "}\n"
                                      "load 4 &a[threadIdx.x]");
  EXPECT_GT(Whole, Sliced);
}

// What a statement separates, for the compiler, stays separate.
TEST(Slice, BranchesStillSeparate) {
  InterpreterBudget Sliced;
  Sliced.SliceFrom = 0;
  Outcome Result = run("load 4 &a[threadIdx.x]\n"
                       "if (n == 0) { i = 1 }\n"
                       "load 4 &a[threadIdx.x + 1:u32]\n"
                       "i = 2\n"
                       "load 4 &a[threadIdx.x + 2:u32]",
                       Warp, Sliced);
  ASSERT_EQ(Result.Events.size(), 3u);
  EXPECT_NE(Result.Events[0].Segment, Result.Events[1].Segment);
  EXPECT_EQ(Result.Events[1].Segment, Result.Events[2].Segment);
}

// Which sides of numbered branches some lanes do not take is seen, though no
// access needs these branches.
TEST(Slice, NumberedBranches) {
  using Sides = std::set<std::pair<unsigned, bool>>;
  const auto LeftIn = [](const std::string &Body) {
    statementsOf(Body);
    InterpreterBudget Sliced;
    Sliced.SliceFrom = 0;
    return run(Body, Warp, Sliced).Summary.LeftSides;
  };
  EXPECT_EQ(LeftIn("load 4 &a[threadIdx.x]\n"
                   "i = 40 j = 8\n"
                   "if number 0 (threadIdx.x < u32(i)) {\n"
                   "  if number 1 (threadIdx.x < u32(j)) { i = 1 }\n"
                   "}\n"
                   "if number 2 (n == 0) { i = 2 }"),
            (Sides{{0, true}, {1, false}, {1, true}, {2, false}, {2, true}}));
  // In each round; in the last some lanes are not there.
  EXPECT_EQ(LeftIn("i = 0 j = 0\n"
                   "loop test (i < 4) {\n"
                   "  load 4 &a[threadIdx.x + (u32(i) * 32:u32)]\n"
                   "  if number 0 ((threadIdx.x + (u32(i) * 32:u32)) < 128:u32)"
                   " { j = 1 }\n"
                   "  if number 1 ((threadIdx.x + (u32(i) * 32:u32)) < 100:u32)"
                   " { j = 2 }\n"
                   "} step { i = i + 1 }"),
            (Sides{{0, true}, {1, false}, {1, true}}));
}

} // namespace
