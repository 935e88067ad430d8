//===- RegroupTest.cpp - Gaps and pieces that clear an array --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Layouts/LaneDistances.h"
#include "banklint/Analysis/LayoutSearch.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

/// \p Search for array 0 of a kernel.
static LayoutResult search(decltype(findGaps) Search,
                           const std::string &Declarations,
                           const std::string &Body, const Dim3 &Block) {
  KernelProgram Program = kernel(Declarations, Body);
  std::vector<Verdict> Verdicts = judgeIn(Program, Block);
  ArrayUse Use{&Program, 0, {Block, std::nullopt, {}}, Verdicts};
  return Search(arch(), Use, InterpreterBudget());
}

/// "1 behind 32", "pieces of 4", or why there is no change.
static std::string change(const LayoutResult &R) {
  if (!R.Best)
    return R.WhyNot;
  if (const std::optional<Gaps> &Spread = R.Best->Change.Spread)
    return std::to_string(Spread->Extra) + " behind " +
           std::to_string(Spread->Every) +
           (Spread->OldExtra == 0
                ? ""
                : " for " + std::to_string(Spread->OldExtra) + " behind " +
                      std::to_string(Spread->OldEvery));
  return "pieces of " + std::to_string(R.Best->Change.PieceBytes);
}

TEST(Gaps, TurnTheRowsOfAFlatTile) {
  LayoutResult R = search(findGaps, "shared s : float 4 [1024] align 4",
                          "store 4 &s[(threadIdx.y * 32:u32) + threadIdx.x]"
                          " load 4 &s[(threadIdx.x * 32:u32) + threadIdx.y]",
                          {32, 32, 1});
  EXPECT_EQ(change(R), "1 behind 32");
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->ExtraBytes, 32u * 4);
  EXPECT_EQ(R.Best->Before.Wavefronts, 32u * (1 + 32));
  EXPECT_EQ(R.Best->After.Wavefronts, 32u * (1 + 1));
  EXPECT_TRUE(R.clearsAll());
}

TEST(Gaps, StandBehindTheRowsThatOnlyLanesShow) {
  // 16 lanes of one row, and 16 of the next, 22 elements on.
  EXPECT_EQ(change(search(findGaps, "shared s : float 4 [484] align 4",
                          "load 4 &s[(threadIdx.y * (blockDim.x + 6:u32)) + "
                          "threadIdx.x]",
                          {16, 16, 1})),
            "26 behind 22");
}

TEST(Gaps, StandBehindTheRowsThatSubscriptsHave) {
  EXPECT_EQ(
      change(search(findGaps, "shared s : float 4 [512] align 4",
                    "load 4 &s[(threadIdx.x * 48:u32) % 512:u32]", {8, 1, 1})),
      "1 behind 48");
  EXPECT_EQ(change(search(findGaps, "shared s : float 4 [512] align 4",
                          "load 4 &s[threadIdx.x << 6:u32]", {8, 1, 1})),
            "1 behind 64");
}

TEST(Gaps, KeepWideElementsAligned) {
  EXPECT_EQ(change(search(findGaps, "shared s : double 8 [512] align 8",
                          "load 8 &s[threadIdx.x * 16:u32]", {32, 1, 1})),
            "1 behind 16");
}

TEST(Gaps, NeedSubscripts) {
  EXPECT_EQ(change(search(findGaps, "shared s : float 4 [32][32] align 4",
                          "load 4 &s[threadIdx.x][0:u32]", {32, 1, 1})),
            "the array has more than one dimension");
  EXPECT_EQ(
      change(search(findGaps, "shared s : float 4 [1024] align 4",
                    "load 4 (&s[threadIdx.x * 32:u32] + 4:u64)", {32, 1, 1})),
      "it is used other than by subscripts");
  EXPECT_EQ(change(search(findGaps, "shared s : float 4 [1024] align 4",
                          "load 4 &s[threadIdx.x]", {32, 1, 1})),
            "no access to it conflicts");
}

TEST(Gaps, AreInTheLastExtent) {
  LayoutResult R = search(
      findGaps, "shared s : float 4 [3][256] align 4",
      "load 4 &s[2:u32][(threadIdx.x * 16:u32) + threadIdx.y]", {16, 2, 1});
  EXPECT_EQ(change(R), "2 behind 16");
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->ExtraBytes, 3u * 16 * 2 * 4);
}

static const char Padded[] = "store 4 &s[(threadIdx.x * 2:u32) + "
                             "(threadIdx.x >> 3:u32)] "
                             "store 4 &s[((threadIdx.x * 2:u32) + "
                             "(threadIdx.x >> 3:u32)) + 1:u32]";

TEST(Gaps, TakeThePlaceOfThoseThatSubscriptsHave) {
  LayoutResult R =
      search(findGaps, "shared s : float 4 [544] align 4", Padded, {256, 1, 1});
  EXPECT_EQ(change(R), "1 behind 32 for 1 behind 16");
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->ExtraBytes, 0u);
  EXPECT_TRUE(R.clearsAll());
}

TEST(Gaps, AreLeftOutWhereTheyAreWorseThanNone) {
  EXPECT_EQ(change(search(findGaps, "shared s : float 4 [96] align 4",
                          "store 4 &s[threadIdx.x + "
                          "((threadIdx.x >> 3:u32) * 4:u32)]",
                          {64, 1, 1})),
            "0 behind 8 for 4 behind 8");
}

TEST(Gaps, OfSubscriptsHoldNoElements) {
  EXPECT_EQ(
      change(search(findGaps, "shared s : float 4 [544] align 4",
                    Padded + std::string(" store 4 &s[16:u32]"), {256, 1, 1})),
      "no gaps that were tried need fewer wavefronts");
}

TEST(Gaps, MoveElements) {
  Gaps Replacing{32, 1, 0, 16, 1};
  for (int64_t Element : {0, 15, 16, 31, 32, 511})
    EXPECT_EQ(Replacing.moved(Element + Element / 16), Element + Element / 32);
  EXPECT_EQ(Replacing.moved(-2), -2);
  EXPECT_EQ(Replacing.changed(544), 528u);
  EXPECT_EQ(Replacing.changed(541), 526u);
}

TEST(MostFrequent, AreFewAndInOrder) {
  const std::map<uint64_t, unsigned> Counts = {
      {16, 1}, {32, 5}, {33, 1}, {64, 7}, {96, 5}};
  EXPECT_EQ(mostFrequent(Counts, 4), (std::vector<uint64_t>{64, 32, 96, 16}));
  EXPECT_EQ(mostFrequent(Counts, 8).size(), 5u);
}

TEST(Pieces, TakeStructuresApart) {
  LayoutResult R = search(findPieces, "shared p : P 16 [32][8] align 4",
                          "store 4 &p[threadIdx.y][threadIdx.x].bytes(4:i64)"
                          " load 4 &p[threadIdx.y][threadIdx.x].bytes(12:i64)",
                          {8, 32, 1});
  EXPECT_EQ(change(R), "pieces of 4");
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->ExtraBytes, 0u);
  EXPECT_EQ(R.Best->Before.Wavefronts, 8u * (4 + 4));
  EXPECT_EQ(R.Best->After.Wavefronts, 8u * (1 + 1));
}

TEST(Pieces, AreAsWideAsTheWidestMember) {
  EXPECT_EQ(change(search(findPieces, "shared p : P 32 [64] align 8",
                          "load 8 &p[threadIdx.x].bytes(8:i64)"
                          " load 4 &p[threadIdx.x].bytes(20:i64)",
                          {32, 1, 1})),
            "pieces of 8");
}

TEST(Pieces, NeedMembersThatStayWhole) {
  EXPECT_EQ(change(search(findPieces, "shared p : P 16 [64] align 16",
                          "store 16 &p[threadIdx.x % 32:u32]"
                          " load 4 &p[threadIdx.x].bytes(4:i64)",
                          {32, 1, 1})),
            "whole elements are accessed at once");
}
