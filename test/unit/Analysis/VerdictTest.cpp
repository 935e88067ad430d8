//===- VerdictTest.cpp - How sure a verdict is ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using testing::HasSubstr;

static constexpr char Array[] = "shared s : float 4 [4096] align 4";
static constexpr char WithCounter[] =
    "param n : i32 shared s : float 4 [4096] align 4 var i : i32";

static ReasonCode reasonOf(const Verdict &V) {
  EXPECT_TRUE(V.Why);
  return V.Why ? V.Why->Code : ReasonCode::ParseError;
}

static void expectTotals(const std::optional<Totals> &T, uint64_t Requests,
                         uint64_t Wavefronts, uint64_t Ideal) {
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Requests, Requests);
  EXPECT_EQ(T->Wavefronts, Wavefronts);
  EXPECT_EQ(T->Ideal, Ideal);
}

TEST(Unknown, KeepsTheValuesReason) {
  Verdict V =
      judgeOne(kernel(Array, "load 4 &s[opaque<data-dependent-index>("
                             "\"loaded from 'index'\", divergent):i32]"),
               {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Unknown);
  EXPECT_EQ(reasonOf(V), ReasonCode::DataDependentIndex);
  EXPECT_EQ(V.Why->Detail, "loaded from 'index'");
  EXPECT_EQ(V.Worst.Wavefronts, 0u);
  EXPECT_FALSE(V.WorstRequest);
}

TEST(Unknown, OneUnknownExecutionIsEnough) {
  KernelProgram Program = kernel(
      WithCounter,
      "i = 0 loop name i test (i < 2) { load 4 &s[(i == 0) ? 1 :"
      " opaque<cross-lane>(\"shuffled\", divergent):i32] } step { i = i + 1 }");
  EXPECT_EQ(reasonOf(judgeOne(Program, {32, 1, 1})), ReasonCode::CrossLane);
}

TEST(Unknown, LanesInSeveralArrays) {
  Verdict V = judgeOne(
      kernel("shared a : float 4 [32] align 4 shared b : float 4 [32] align 4",
             "load 4 ((threadIdx.x < 16:u32) ? &a[threadIdx.x] :"
             " &b[threadIdx.x])"),
      {32, 1, 1});
  EXPECT_EQ(reasonOf(V), ReasonCode::UnknownPointer);
}

TEST(Unknown, OperationsThatTheArchitectureLacks) {
  KernelProgram Program = kernel("shared s : half 2 [4096] align 16",
                                 "matrix-store-x4 16 &s[threadIdx.x * 8:u32]");
  const Architecture *Old = findArchitecture("sm_80");
  ASSERT_TRUE(Old);
  std::vector<Verdict> Verdicts =
      judge(Program, *Old, {{32, 1, 1}, std::nullopt, {}}, InterpreterBudget());
  ASSERT_EQ(Verdicts.size(), 1u);
  EXPECT_EQ(reasonOf(Verdicts[0]), ReasonCode::UnsupportedOperation);
  EXPECT_EQ(figures(judgeIn(Program, {32, 1, 1})), "4/4 exact");
}

TEST(Unknown, CostsThatFollowNoRule) {
  Verdict V = judgeOne(kernel("shared s : float 4 [4096] align 16",
                              "async-copy-bypass 16 &s[threadIdx.x * 4:u32]"),
                       {32, 1, 1});
  EXPECT_EQ(reasonOf(V), ReasonCode::UnknownCost);
}

TEST(Unknown, GivesTheLeastFigure) {
  // Both half-warps hold the same words: how many rounds there are depends on
  // what is added.
  KernelProgram Wide = kernel("shared s : long 8 [32] align 8",
                              "atomic-wide-add 8 &s[threadIdx.x % 16:u32]");
  Verdict V = judgeOne(Wide, {32, 1, 1});
  EXPECT_EQ(reasonOf(V), ReasonCode::UnknownCost);
  EXPECT_THAT(V.Why->Detail, HasSubstr("at least 4 wavefronts"));
  EXPECT_EQ(figures(judgeIn(Wide, {16, 1, 1})), "2/2 exact");
  // The rule of a copy holds for some sources; the program tells none.
  V = judgeOne(kernel("shared s : float 4 [4096] align 16",
                      "async-copy 4 &s[threadIdx.x * 2:u32]"),
               {32, 1, 1});
  EXPECT_EQ(reasonOf(V), ReasonCode::UnknownCost);
  EXPECT_THAT(V.Why->Detail, HasSubstr("at least 2 wavefronts"));
}

TEST(Unknown, FloatingPointAddOfCompetingWarps) {
  KernelProgram Program = kernel(Array, "atomic-float-add 4 &s[0]");
  EXPECT_EQ(figures(judgeIn(Program, {32, 1, 1})), "64/2 exact");
  EXPECT_EQ(figures(judgeIn(Program, {64, 1, 1})), "unknown");
}

TEST(Unknown, AnAbortedExecutionTellsNothing) {
  KernelProgram Program =
      kernel(WithCounter, "load 4 &s[0] load 4 &s[1] load 4 &s[2]");
  InterpreterBudget Budget;
  Budget.Statements = 1;
  std::vector<Verdict> Verdicts =
      judge(Program, arch(), {{32, 1, 1}, std::nullopt, {}}, Budget);
  ASSERT_EQ(Verdicts.size(), 3u);
  for (const Verdict &V : Verdicts)
    EXPECT_EQ(reasonOf(V), ReasonCode::Budget);
}

TEST(Verdicts, LeaveOutWhatIsNotReached) {
  std::vector<Verdict> Verdicts =
      judgeIn(kernel(Array, "if (threadIdx.x > 100:u32) { load 4 &s[0] }"
                            " load 4 &s[1]"),
              {32, 1, 1});
  ASSERT_EQ(Verdicts.size(), 1u);
  EXPECT_EQ(Verdicts[0].Access, 1u);
}

TEST(UpperBound, UnderAnUnknownGuard) {
  Verdict V = judgeOne(
      kernel(Array, "if (opaque<data-dependent-index>(\"loaded from 'in'\","
                    " divergent):bool) { load 4 &s[threadIdx.x * 2:u32] }"),
      {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::UpperBound);
  EXPECT_EQ(V.Worst.Wavefronts, 2u);
  EXPECT_EQ(reasonOf(V), ReasonCode::UnknownCondition);
  EXPECT_THAT(V.Why->Detail, HasSubstr("loaded from 'in'"));
  EXPECT_FALSE(V.BlockTotal);
}

/// Memory that is not shared, strided by lane.
static constexpr char Elsewhere[] =
    "(opaque<unknown-pointer>(\"an argument\", elsewhere):u64 +"
    " (u64(threadIdx.x) * 128:u64))";

TEST(UpperBound, OfTheLanesThatPointToSharedMemory) {
  Verdict V = judgeOne(
      kernel(Array, "load 4 ((threadIdx.x < 16:u32) ? &s[threadIdx.x * 2:u32] :"
                    " " +
                        std::string(Elsewhere) + ")"),
      {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_EQ(V.Worst.Wavefronts, 1u);
  V = judgeOne(kernel(Array, "load 4 ((threadIdx.x < 16:u32) ?"
                             " &s[threadIdx.x * 4:u32] : " +
                                 std::string(Elsewhere) + ")"),
               {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::UpperBound);
  EXPECT_EQ(V.Worst.Wavefronts, 2u);
  EXPECT_EQ(reasonOf(V), ReasonCode::UnknownPointer);
}

TEST(Unreached, WhereAllLanesPointElsewhere) {
  KernelProgram Program = kernel(Array, "load 4 " + std::string(Elsewhere) +
                                            " load 4 &s[threadIdx.x]");
  std::vector<Verdict> Verdicts = judgeIn(Program, {32, 1, 1});
  ASSERT_EQ(Verdicts.size(), 1u);
  EXPECT_EQ(Verdicts[0].Access, 1u);
}

TEST(UpperBound, OfOneWavefrontIsExact) {
  Verdict V =
      judgeOne(kernel(Array, "if (opaque<data-dependent-index>(\"loaded\","
                             " divergent):bool) { load 4 &s[threadIdx.x] }"),
               {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_FALSE(V.BlockTotal);
}

TEST(UpperBound, AGuardedExecutionIsHiddenByAWorseOne) {
  // Round 0 is sure and costs 4; later ones cost 2 at most.
  KernelProgram Program =
      kernel(WithCounter,
             "i = 0 loop name i test (i < 3) { barrier"
             " if ((i == 0) || opaque<unknown-call>(\"'f'\", divergent):bool) {"
             " load 4 &s[i32(threadIdx.x) * ((i == 0) ? 4 : 2)] }"
             " } step { i = i + 1 }");
  Verdict V = judgeOne(Program, {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_EQ(V.Worst.Wavefronts, 4u);
  EXPECT_FALSE(V.BlockTotal);
}

/// Without some of its lanes a wide load may join and lose ideal wavefronts:
/// its excess may rise although its wavefronts do not.
TEST(UpperBound, AGuardedWideLoadIsNotHidden) {
  KernelProgram Program =
      kernel("shared s : double 8 [4096] align 8 var i : i32",
             "i = 0 loop name i test (i < 2) {"
             " if ((i == 0) || opaque<unknown-call>(\"'f'\", divergent):bool) {"
             " load 8 &s[i32(threadIdx.x)] } } step { i = i + 1 }");
  EXPECT_EQ(figures(judgeIn(Program, {32, 1, 1})), "2/2 upper-bound");
}

TEST(UpperBound, WhenTheWorstExecutionMayNotTakePlace) {
  // Only one of the rounds executes the access, nobody knows which.
  KernelProgram Program =
      kernel(WithCounter, "i = 0 loop name i test (i < 3) {"
                          " if (n == i) { load 4 &s[i32(threadIdx.x) << i] }"
                          " } step { i = i + 1 }");
  Verdict V = judgeOne(Program, {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::UpperBound);
  EXPECT_EQ(V.Worst.Wavefronts, 4u);
  EXPECT_EQ(reasonOf(V), ReasonCode::UnknownCondition);
}

TEST(Exact, WhenAllThatMayTakePlaceCostTheSame) {
  KernelProgram Program =
      kernel(WithCounter, "if (n == 5) { load 4 &s[threadIdx.x * 2:u32] }");
  Verdict V = judgeOne(Program, {64, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_EQ(V.Worst.Wavefronts, 2u);
  EXPECT_FALSE(V.BlockTotal);
}

TEST(Totals, AreOverAllWarpsAndRounds) {
  KernelProgram Program =
      kernel(WithCounter, "i = 0 loop name i test (i < 3) {"
                          " load 4 &s[i32(threadIdx.x) << i]"
                          " } step { i = i + 1 }");
  std::vector<Verdict> Verdicts =
      judgeIn(Program, {64, 1, 1}, {}, Dim3{5, 2, 1});
  ASSERT_EQ(Verdicts.size(), 1u);
  expectTotals(Verdicts[0].BlockTotal, 6, 2 * (1 + 2 + 4), 6);
  expectTotals(Verdicts[0].Traced, 6, 2 * (1 + 2 + 4), 6);
  LaunchConfig Launch{{64, 1, 1}, Dim3{5, 2, 1}, {}};
  expectTotals(gridTotal(Verdicts[0], Launch), 60, 140, 60);
  Launch.Grid = std::nullopt;
  EXPECT_FALSE(gridTotal(Verdicts[0], Launch));
}

TEST(Totals, AreNotKnownIfBlocksDiffer) {
  KernelProgram Program =
      kernel(Array, "if (blockIdx.x == 0:u32) { load 4 &s[threadIdx.x] }");
  std::vector<Verdict> Verdicts =
      judgeIn(Program, {32, 1, 1}, {}, Dim3{8, 1, 1});
  EXPECT_FALSE(Verdicts.front().BlockTotal);
  Verdicts = judgeIn(Program, {32, 1, 1}, {}, Dim3{1, 1, 1});
  expectTotals(Verdicts.front().BlockTotal, 1, 1, 1);
}

TEST(Worst, IsTheFirstWithTheMostExcessAndIsWitnessed) {
  KernelProgram Program =
      kernel(WithCounter, "i = 0 loop name i test (i < 4) { barrier"
                          " load 4 &s[(i32(threadIdx.x) * ((i == 2) ? 4 : 1))"
                          " + 3] } step { i = i + 1 }");
  Verdict V = judgeOne(Program, {64, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_EQ(V.Worst.Wavefronts, 4u);
  ASSERT_TRUE(V.WorstRequest);
  const Witness &W = *V.WorstRequest;
  EXPECT_EQ(W.Warp, 0u);
  ASSERT_EQ(W.Loops.size(), 1u);
  EXPECT_EQ(W.Loops[0].first, "i");
  EXPECT_EQ(W.Loops[0].second, 2);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    EXPECT_EQ(W.Request.Address[Lane], 16 * Lane + 12);
  ASSERT_EQ(W.Maps.size(), 1u);
  EXPECT_EQ(W.Maps[0].Banks[W.Maps[0].WorstBank].size(), 4u);
}

TEST(Worst, AddressesOfAWitnessAreNeverNegative) {
  Verdict V = judgeOne(kernel(Array, "load 4 &s[(i32(threadIdx.x) * 2) - 9]"),
                       {32, 1, 1});
  ASSERT_TRUE(V.WorstRequest);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    EXPECT_EQ(V.WorstRequest->Request.Address[Lane], 128 - 36 + 8 * Lane);
}

TEST(Pieces, AreSummedAndMayBeJoined) {
  // A 16-byte struct, four bytes at a time: 4-way each.
  Verdict V = judgeOne(kernel("shared s : Particle 16 [32] align 16",
                              "load 4 &s[threadIdx.x] pieces 4"),
                       {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::UpperBound);
  EXPECT_EQ(V.Worst.Wavefronts, 16u);
  EXPECT_EQ(V.Worst.Ideal, 4u);
  EXPECT_EQ(V.Worst.Ways, 4u);
  EXPECT_EQ(reasonOf(V), ReasonCode::UnknownCost);
  EXPECT_FALSE(V.BlockTotal);
}

TEST(Pieces, CannotBeJoinedAcrossOddMultiplesOfTheirWidth) {
  Verdict V = judgeOne(kernel("shared s : Item 12 [32] align 4",
                              "load 4 &s[threadIdx.x] pieces 3"),
                       {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  expectTotals(V.BlockTotal, 3, 3, 3);
}

/// Whether the guarded execution is there to keep pieces apart is not known.
TEST(Pieces, MayBeJoinedUnlessASureExecutionForbidsIt) {
  std::string Body =
      "i = 0 loop name i test (i < 2) { if (GUARD) {"
      " load 4 &s.bytes(i64(i32(threadIdx.x) * ((i == 0) ? 16 : 12)))"
      " pieces 3 } } step { i = i + 1 }";
  auto Judge = [&](const std::string &Guard) {
    std::string Guarded = Body;
    Guarded.replace(Guarded.find("GUARD"), 5, Guard);
    return figures(judgeIn(kernel(WithCounter, Guarded), {32, 1, 1}));
  };
  EXPECT_EQ(Judge("true"), "12/3 exact");
  EXPECT_EQ(Judge("(i == 0) || opaque<unknown-call>(\"'f'\", divergent):bool"),
            "12/3 upper-bound");
}

TEST(Pieces, OfTheWidestKindStayAsTheyAre) {
  Verdict V = judgeOne(kernel("shared s : Big 32 [32] align 16",
                              "load 16 &s[threadIdx.x] pieces 2"),
                       {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_EQ(V.Worst.Wavefronts, 16u);
  EXPECT_EQ(V.Worst.Ideal, 8u);
}

TEST(UniformPointer, OfAnUnknownPlaceStillHasKnownBanks) {
  static constexpr char Pointer[] =
      "opaque<unknown-pointer>(\"\", name \"p\"):u64";
  EXPECT_EQ(figures(judgeIn(kernel(Array, "load 4 (" + std::string(Pointer) +
                                              " + u64(threadIdx.x * 8:u32))"),
                            {32, 1, 1})),
            "2/1 exact");
}

TEST(Matrix, OnlyRowLanesNeedAnAddress) {
  KernelProgram Program = kernel(
      "shared s : half 2 [4096] align 16",
      "matrix-load-x1 16 ((threadIdx.x < 8:u32) ? &s[threadIdx.x * 64:u32] :"
      " opaque<unknown-pointer>(\"\", divergent):u64)");
  EXPECT_EQ(figures(judgeIn(Program, {32, 1, 1})), "8/1 exact");
}
