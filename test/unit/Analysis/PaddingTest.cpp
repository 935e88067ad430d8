//===- PaddingTest.cpp - The padding that clears an array -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "banklint/Analysis/LayoutSearch.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using testing::HasSubstr;

namespace {

struct Kernel {
  KernelProgram Program;
  Dim3 Block;
};

} // namespace

/// The padding of the first array of all \p Kernels.
static LayoutResult pad(llvm::ArrayRef<Kernel> Kernels) {
  std::vector<std::vector<Verdict>> Verdicts;
  for (const Kernel &K : Kernels)
    Verdicts.push_back(judgeIn(K.Program, K.Block));
  std::vector<ArrayUse> Uses;
  for (unsigned I = 0; I != Kernels.size(); ++I)
    Uses.push_back({&Kernels[I].Program,
                    0,
                    {Kernels[I].Block, std::nullopt, {}},
                    Verdicts[I]});
  return findPadding(arch(), Uses, InterpreterBudget());
}

static LayoutResult pad(const std::string &Declarations,
                        const std::string &Body, const Dim3 &Block) {
  return pad({Kernel{kernel(Declarations, Body), Block}});
}

/// Elements that the best padding adds to the last of two extents.
static uint64_t added(const LayoutResult &R) {
  return R.Best->Change.Padding.back();
}

static const char RowAndColumn[] =
    "store 4 &t[threadIdx.y][threadIdx.x] load 4 &t[threadIdx.x][threadIdx.y]";

TEST(Padding, ClearsATile) {
  LayoutResult R =
      pad("shared t : float 4 [32][32] align 4", RowAndColumn, {32, 32, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(added(R), 1u);
  EXPECT_EQ(R.Best->ExtraBytes, 128u);
  EXPECT_EQ(R.Best->Before.Wavefronts, 32u + 32 * 32);
  EXPECT_EQ(R.Best->After.Wavefronts, 64u);
  EXPECT_EQ(R.Best->After.Requests, 64u);
  EXPECT_EQ(R.Best->WorstBefore.Wavefronts, 32u);
  EXPECT_EQ(R.Best->WorstAfter.Wavefronts, 1u);
  EXPECT_TRUE(R.clearsAll());
  EXPECT_EQ(R.WhyNot, "");
}

TEST(Padding, OfASmallTileLeavesTheRows) {
  LayoutResult R =
      pad("shared t : float 4 [16][16] align 4", RowAndColumn, {16, 16, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(added(R), 2u);
  EXPECT_EQ(R.Best->Before.Wavefronts, 8u * (1 + 8));
  EXPECT_EQ(R.Best->After.Wavefronts, 8u * (2 + 1));
  EXPECT_EQ(R.Best->WorstAfter.Wavefronts, 2u);
  EXPECT_FALSE(R.clearsAll());
}

/// By 2 no access would become worse, but the sum is less by 3.
TEST(Padding, PrefersTheLeastSum) {
  LayoutResult R = pad("shared t : float 4 [32][66] align 4",
                       "load 4 &t[threadIdx.x][threadIdx.x]"
                       " load 4 &t[threadIdx.x][threadIdx.x * 2:u32]"
                       " store 4 &t[threadIdx.x][threadIdx.x * 2:u32]",
                       {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(added(R), 3u);
  EXPECT_EQ(R.Best->Before.Wavefronts, 1u + 4 + 4);
  EXPECT_EQ(R.Best->After.Wavefronts, 2u + 1 + 1);
}

/// By 15 the frequent access would be cleared at the cost of 16 ways in the
/// other.
TEST(Padding, NeverExceedsTheWorstThatWas) {
  LayoutResult R =
      pad("shared t : float 4 [32][33] align 4 var i : i32",
          "load 4 &t[threadIdx.x][0] i = 0 loop name i test (i < 100) {"
          " load 4 &t[threadIdx.x / 16:u32][threadIdx.x % 16:u32]"
          " } step { i = i + 1 }",
          {32, 1, 1});
  EXPECT_FALSE(R.Best);
}

TEST(Padding, OfASmallTileClearsItsColumns) {
  LayoutResult R = pad("shared t : float 4 [16][16] align 4",
                       "load 4 &t[threadIdx.x][threadIdx.y]", {16, 16, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(added(R), 2u);
  EXPECT_TRUE(R.clearsAll());
}

TEST(Padding, OfDoublesIsByOne) {
  LayoutResult R = pad("shared t : double 8 [32][32] align 8",
                       "load 8 &t[threadIdx.x][threadIdx.y]", {32, 8, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(added(R), 1u);
  EXPECT_EQ(R.Best->ExtraBytes, 256u);
  EXPECT_TRUE(R.clearsAll());
}

TEST(Padding, KeepsWideLoadsAligned) {
  LayoutResult R = pad("shared t : float 4 [32][32] align 16",
                       "load 16 &t[threadIdx.x][0]", {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(added(R), 4u);
  EXPECT_TRUE(R.clearsAll());
}

/// Row 0 alone stays aligned whatever the pitch; the next reader of the code
/// still counts on it.
TEST(Padding, KeepsTheRowPitchAligned) {
  LayoutResult R = pad("shared t : float 4 [32][32] align 16",
                       "load 16 &t[0][threadIdx.y * 4:u32]"
                       " load 4 &t[threadIdx.x][threadIdx.y]",
                       {32, 8, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(added(R) % 4, 0u);
}

TEST(Padding, OfNarrowElementsFillsAWord) {
  LayoutResult R = pad("shared t : char 1 [32][128] align 4",
                       "load 1 &t[threadIdx.x][0]", {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_TRUE(R.clearsAll());
  EXPECT_EQ(added(R), 4u);
}

TEST(Padding, IsProvedInAllUses) {
  static const char Column[] = "load 4 &t[threadIdx.x][threadIdx.y]";
  // A pitch of 33 suits the first kernel only; the second's float4 loads need
  // a multiple of four.
  Kernel Scalar{kernel("shared t : float 4 [32][32] align 16", Column),
                {32, 8, 1}};
  Kernel Vector{kernel("shared t : float 4 [32][32] align 16",
                       "load 16 &t[threadIdx.x][0]"),
                {32, 1, 1}};
  EXPECT_EQ(added(pad({Scalar})), 1u);
  LayoutResult R = pad({Scalar, Vector});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(added(R), 4u);
  EXPECT_EQ(R.Best->WorstAfter.Wavefronts, 4u);
  EXPECT_FALSE(R.clearsAll());
}

TEST(Padding, CountsAccessesThroughPointers) {
  LayoutResult R = pad("shared t : float 4 [32][32] align 4 var p : u64",
                       "p = &t[threadIdx.x] load 4 (p + 64:u64)", {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Before.Wavefronts, 32u);
  EXPECT_EQ(added(R), 1u);
}

TEST(Padding, IsRefusedInWords) {
  static const char Column[] = "load 4 &t[threadIdx.x][0]";
  EXPECT_EQ(pad("shared t : float 4 [2048] align 4",
                "load 4 &t[threadIdx.x * 32:u32]", {32, 1, 1})
                .WhyNot,
            "the array has one dimension");
  EXPECT_EQ(
      pad("shared t : float 4 [0][32] align 4 dynamic", Column, {32, 1, 1})
          .WhyNot,
      "the array's size is set by the launch");
  EXPECT_EQ(pad("shared t : float 4 align 4", "load 4 &t", {32, 1, 1}).WhyNot,
            "it is not an array");
  EXPECT_EQ(
      pad("shared t : float 4 [32][33] align 4", Column, {32, 1, 1}).WhyNot,
      "no access to it conflicts");
  EXPECT_EQ(pad("shared t : float 4 [32][32] align 4",
                "load 4 &t[0][threadIdx.x * 2:u32]", {32, 1, 1})
                .WhyNot,
            "no padding of up to 32 elements needs fewer wavefronts");
}

TEST(Padding, NeedsToUnderstandEveryAccess) {
  static const char Unknown[] =
      "opaque<data-dependent-index>(\"loaded\", divergent)";
  std::string Column = "load 4 &t[threadIdx.x][0] load 4 ";
  EXPECT_EQ(pad("shared t : float 4 [32][32] align 4",
                Column + "&t[0][" + Unknown + ":i32] array t", {32, 1, 1})
                .WhyNot,
            "the cost of an access to it is unknown");
  EXPECT_EQ(pad("shared t : float 4 [32][32] align 4",
                Column + Unknown + ":u64", {32, 1, 1})
                .WhyNot,
            "an access goes through a pointer that may point into it");
}

TEST(Padding, StaysWithinStaticSharedMemory) {
  // 96 * 128 * 4 bytes are the whole 48 KiB.
  static const char Column[] = "load 4 &t[threadIdx.x][0]";
  LayoutResult R =
      pad("shared t : float 4 [96][128] align 4", Column, {32, 1, 1});
  EXPECT_FALSE(R.Best);
  EXPECT_THAT(R.WhyNot, HasSubstr("49152 bytes"));
  EXPECT_TRUE(
      pad("shared t : float 4 [95][128] align 4", Column, {32, 1, 1}).Best);
  R = pad("shared t : float 4 [95][128] align 4"
          " shared u : float 4 [120] align 4",
          Column, {32, 1, 1});
  EXPECT_FALSE(R.Best);
}

/// Planes of 8 rows are a multiple of 8 words apart however long the rows are.
TEST(Padding, OfTheRowsWhereTheColumnsCannotHelp) {
  LayoutResult R = pad("shared t : float 4 [32][8][3] align 4",
                       "load 4 &t[threadIdx.x][0][0]", {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->WorstBefore.Wavefronts, 8u);
  EXPECT_TRUE(R.clearsAll());
  EXPECT_EQ(R.Best->Change.Padding, (llvm::SmallVector<int64_t, 4>{0, 1}));
  EXPECT_EQ(R.Best->ExtraBytes, 32u * 3 * 4);
}

TEST(Padding, OfTwoExtentsAtOnce) {
  LayoutResult R = pad("shared t : float 4 [32][8][8] align 4",
                       "load 4 &t[threadIdx.x][0][0]", {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_TRUE(R.clearsAll());
  EXPECT_EQ(R.Best->Change.Padding, (llvm::SmallVector<int64_t, 4>{0, 1, 1}));
  // 9 * 9 - 8 * 8 elements in each of the 32 planes.
  EXPECT_EQ(R.Best->ExtraBytes, 32u * 17 * 4);
}

/// The launch has 227 KiB in all, of which 48 KiB may be static.
TEST(Padding, StaysWithinWhatALaunchMayHave) {
  KernelProgram Program = kernel("shared t : float 4 [32][32] align 4"
                                 " shared d : float 4 [0] align 4 dynamic",
                                 "load 4 &t[threadIdx.x][0]");
  std::vector<Verdict> Verdicts = judgeIn(Program, {32, 1, 1});
  ArrayUse Use{&Program, 0, {{32, 1, 1}, std::nullopt, {}}, Verdicts};
  // With 33 elements a row it is 4224 bytes.
  Use.Launch.DynamicBytes = 227 * 1024 - 4224;
  EXPECT_TRUE(findPadding(arch(), Use, InterpreterBudget()).Best);
  ++*Use.Launch.DynamicBytes;
  EXPECT_FALSE(findPadding(arch(), Use, InterpreterBudget()).Best);
}

TEST(Padding, TellsWhatAMultiprocessorHolds) {
  // 7 KiB and 1 KiB for the system are 1/28 of 228 KiB; 64 threads allow 32.
  static const char Column[] = "load 4 &t[threadIdx.x][0]";
  LayoutResult R =
      pad("shared t : float 4 [56][32] align 4", Column, {32, 2, 1});
  ASSERT_TRUE(R.Best);
  ASSERT_TRUE(R.Best->Residency);
  EXPECT_EQ(R.Best->Residency->Before, 28u);
  EXPECT_EQ(R.Best->Residency->After, 27u);
  // Threads let no more than 2 blocks in anyway.
  R = pad("shared t : float 4 [56][32] align 4", Column, {32, 32, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_FALSE(R.Best->Residency);
}

TEST(Padding, TellsNoResidencyThatDependsOnUnknownBytes) {
  LayoutResult R = pad("shared t : float 4 [56][32] align 4"
                       " shared d : float 4 [0] align 4 dynamic",
                       "load 4 &t[threadIdx.x][0]", {32, 2, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_FALSE(R.Best->Residency);
}
