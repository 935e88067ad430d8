//===- LoopsTest.cpp - Loops with an unknown number of rounds -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "gtest/gtest.h"
#include <set>

using namespace banklint;

namespace {

bool isKnown(const Event &E) {
  return E.Address.constantLanes(E.Lanes) == E.Lanes;
}

// Each of the three stages is an event of its own, with what it really reads.
TEST(Loops, RingOfBuffers) {
  Outcome Result = run("i = 0 j = 0 loop name i test (i < n) {\n"
                       "load 4 &b[j][threadIdx.x * u32(j + 1)]\n"
                       "j = (j == 2) ? 0 : (j + 1)\n"
                       "} step { i = i + 1 }",
                       Warp);
  ASSERT_EQ(Result.Events.size(), 3u);
  for (unsigned Stage = 0; Stage != 3; ++Stage) {
    const Event &E = Result.Events[Stage];
    EXPECT_TRUE(isKnown(E));
    EXPECT_EQ(E.Address.base(1) - E.Address.base(0), 4 * (Stage + 1));
    EXPECT_TRUE(E.IsMaskExact);
    EXPECT_FALSE(E.IsCounted);
  }
}

// A place that each lane moves by an exclusive or has no uniform step.
TEST(Loops, ExclusiveOrThatComesBack) {
  Outcome Result = run("i = 0 k = threadIdx.x loop name i test (i < n) {\n"
                       "load 4 &a[k]\n"
                       "k = k ^ 5:u32\n"
                       "} step { i = i + 1 }",
                       Warp);
  ASSERT_EQ(Result.Events.size(), 2u);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    EXPECT_EQ(Result.Events[1].Address.base(Lane),
              Result.Events[0].Address.base(Lane ^ 5));
  EXPECT_TRUE(isKnown(Result.Events[1]));
}

// Behind the loop, the stage is one of those, the same for all lanes.
TEST(Loops, RingBehindItsLoop) {
  Outcome Result = run("i = 0 j = 0 loop name i test (i < n) {\n"
                       "j = (j == 2) ? 0 : (j + 1)\n"
                       "} step { i = i + 1 }\n"
                       "load 4 &b[j][threadIdx.x]",
                       Warp);
  ASSERT_EQ(Result.Events.size(), 1u);
  const Event &E = Result.Events.front();
  EXPECT_TRUE(E.IsMaskExact);
  EXPECT_TRUE(E.Address.affine().contains(LaneMask::all()));
  EXPECT_EQ(E.Address.base(7) - E.Address.base(0), 28);
  EXPECT_FALSE(isKnown(E));
}

// A stage that moves on only sometimes is none of the values that it has when
// it moves on in each round.
TEST(Loops, RingThatMaySkipAStage) {
  Outcome Result = run("i = 0 j = 0 loop name i test (i < n) {\n"
                       "load 4 &b[j][threadIdx.x]\n"
                       "if (m == i) { j = (j == 2) ? 0 : (j + 1) }\n"
                       "} step { i = i + 1 }",
                       Warp);
  ASSERT_FALSE(Result.Events.empty());
  bool IsAllKnown = true;
  for (const Event &E : Result.Events)
    IsAllKnown &= isKnown(E);
  EXPECT_FALSE(IsAllKnown);
}

// What comes back only after more rounds than are tried stays unknown.
TEST(Loops, RingThatIsTooLong) {
  Outcome Result = run("i = 0 j = 0 loop name i test (i < n) {\n"
                       "load 4 &b[j][threadIdx.x]\n"
                       "j = (j == 11) ? 0 : (j + 1)\n"
                       "} step { i = i + 1 }",
                       Warp);
  ASSERT_EQ(Result.Events.size(), 1u);
  EXPECT_FALSE(isKnown(Result.Events.front()));
  EXPECT_EQ(Result.Events.front().Address.base(3) -
                Result.Events.front().Address.base(0),
            12);
}

/// How far lane 1 of the one access of \p Body is from lane 0, in each case.
std::set<int64_t> distancesIn(const std::string &Body) {
  const Outcome Result = run(Body, Warp);
  EXPECT_EQ(Result.Events.size(), 1u);
  std::set<int64_t> Distances;
  const WarpValue &Address = Result.Events.front().Address;
  for (size_t Case = 0;
       Address.cases() && Case != Address.cases()->Offsets.size(); ++Case) {
    const WarpValue In = Address.inCase(Case);
    Distances.insert(In.base(1) - In.base(0));
  }
  return Distances;
}

// Too many stages to be told apart, but each round does the same.
TEST(Loops, RingOfAPowerOfTwo) {
  EXPECT_EQ(distancesIn("i = 0 k = threadIdx.x loop name i test (i < n) {\n"
                        "load 4 &a[k]\n"
                        "k = (k + 3:u32) & 63:u32\n"
                        "} step { i = i + 1 }"),
            (std::set<int64_t>{4, 4 - 256}));
}

// What comes from outside of the ring is no place of it in the first round.
TEST(Loops, RingThatStartsOutside) {
  EXPECT_TRUE(
      distancesIn(
          "i = 0 k = (threadIdx.x + 64:u32) loop name i test (i < n) {\n"
          "load 4 &a[k]\n"
          "k = (k + 3:u32) & 63:u32\n"
          "} step { i = i + 1 }")
          .empty());
}

// A stage that starts anew looks as if it was counted until it does.
TEST(Loops, StageOfSixBuffers) {
  Outcome Result = run("i = 0 j = 0 loop name i test (i < n) {\n"
                       "load 4 &b[j][threadIdx.x]\n"
                       "j = (j == 5) ? 0 : (j + 1)\n"
                       "} step { i = i + 1 }",
                       Warp);
  ASSERT_EQ(Result.Events.size(), 6u);
  for (unsigned Stage = 0; Stage != 6; ++Stage)
    EXPECT_EQ(Result.Events[Stage].Address.base(0) -
                  Result.Events[0].Address.base(0),
              Stage * 256);
}

// What a loop leaves unset that was cut short is unknown for that reason.
// A test that stays as it is ends nothing, as none does.
TEST(Loops, WaitingOfSomeLanes) {
  const auto Reaches = [](const std::string &Test, const std::string &Body) {
    return run("i = 0 j = 0\n"
               "loop test (" +
                   Test +
                   ") {\n"
                   "if (opaque<data-dependent-index>(\"loaded\", divergent)"
                   ":bool) { break }\n" +
                   Body +
                   "}\n"
                   "load 4 &a[threadIdx.x]",
               Warp)
        .Summary.BudgetReached;
  };
  EXPECT_FALSE(Reaches("(threadIdx.x < 8:u32)", ""));
  EXPECT_FALSE(Reaches("(i < 8)", "j = j + 1\n"));
}

TEST(Loops, CutShort) {
  const std::string Body = "i = 0 k = opaque<unsupported-construct>("
                           "\"not initialized\", divergent):u32\n"
                           "loop test (i < 100) {\n"
                           "if (i == 99) { k = threadIdx.x }\n"
                           "} step { i = i + 1 }\n"
                           "load 4 &a[k]";
  Outcome Whole = run(Body, Warp);
  ASSERT_EQ(Whole.Events.size(), 1u);
  EXPECT_TRUE(isKnown(Whole.Events.front()));
  InterpreterBudget Small;
  Small.Statements = 50;
  Outcome Cut = run(Body, Warp, Small);
  ASSERT_EQ(Cut.Events.size(), 1u);
  EXPECT_TRUE(Cut.Summary.BudgetReached);
  EXPECT_EQ(Cut.Events.front().WhyUnknown, ReasonCode::Budget);
}

// Rounds that only show what they do to `i` leave out the rest. Each execution
// of the inner loop takes 200 statements.
TEST(Loops, RoundsThatOnlyLookExecuteLittle) {
  Outcome Result = run("i = 0 loop name i test (i < n) {\n"
                       "j = 0 loop name j test (j < 100) {\n"
                       "store 4 &a[threadIdx.x]\n"
                       "} step { j = j + 1 }\n"
                       "} step { i = i + 1 }",
                       Warp);
  EXPECT_EQ(Result.Events.size(), 100u);
  EXPECT_LT(Result.Summary.StatementsExecuted, 250u);
}

/// True if it is known what 'j', before 0, is behind a loop with such a test
/// and body.
static bool isKnownBehind(const std::string &Test, const std::string &Body) {
  return isKnown(eventOf("i = 0 j = 0 loop name i test (" + Test + ") {\n" +
                             Body + "\n} step { i = i + 1 }\nload 4 &a[j]",
                         Warp));
}

// A variable that no round reads before it sets it is what the last round has
// left, not what it was before the loop; nor where a jump ends the loop, or
// where it is set for some lanes.
TEST(Loops, WhatTheLastRoundLeavesIsSeenBehindTheLoop) {
  EXPECT_FALSE(isKnownBehind("i < n", "j = i * 7"));
  EXPECT_FALSE(isKnownBehind("i == i", "if (i == n) { break } j = i * 7"));
  EXPECT_FALSE(
      isKnownBehind("i < n", "if (threadIdx.x < 7:u32) { j = i * 7 }"));
  EXPECT_TRUE(isKnownBehind("i < n", "k = u32(i)"));
}

// The inner loop's exit decides which lanes go on with the outer one.
TEST(Loops, ReturnsInInnerLoopsAreSeen) {
  const Event E = eventOf("region \"f\" {\n"
                          "i = 0 loop name i test (i < n) {\n"
                          "j = 0 loop name j test (j < 4) {\n"
                          "if (threadIdx.x == u32(j + i)) { return }\n"
                          "} step { j = j + 1 }\n"
                          "} step { i = i + 1 }\n"
                          "store 4 &a[threadIdx.x]\n"
                          "}",
                          Warp);
  EXPECT_FALSE(E.IsMaskExact);
}

} // namespace
