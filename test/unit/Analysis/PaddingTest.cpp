//===- PaddingTest.cpp - The padding that clears an array -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/Padding.h"
#include "Kernels.h"
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
static PaddingResult pad(llvm::ArrayRef<Kernel> Kernels) {
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

static PaddingResult pad(const std::string &Declarations,
                         const std::string &Body, const Dim3 &Block) {
  return pad({Kernel{kernel(Declarations, Body), Block}});
}

static const char RowAndColumn[] =
    "store 4 &t[threadIdx.y][threadIdx.x] load 4 &t[threadIdx.x][threadIdx.y]";

TEST(Padding, ClearsATile) {
  PaddingResult R =
      pad("shared t : float 4 [32][32] align 4", RowAndColumn, {32, 32, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Elements, 1u);
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
  PaddingResult R =
      pad("shared t : float 4 [16][16] align 4", RowAndColumn, {16, 16, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Elements, 2u);
  EXPECT_EQ(R.Best->Before.Wavefronts, 8u * (1 + 8));
  EXPECT_EQ(R.Best->After.Wavefronts, 8u * (2 + 1));
  EXPECT_EQ(R.Best->WorstAfter.Wavefronts, 2u);
  EXPECT_FALSE(R.clearsAll());
}

/// By 3 the sum would be least, but the first access would become 2-way.
TEST(Padding, PrefersToMakeNothingWorse) {
  PaddingResult R = pad("shared t : float 4 [32][66] align 4",
                        "load 4 &t[threadIdx.x][threadIdx.x]"
                        " load 4 &t[threadIdx.x][threadIdx.x * 2:u32]"
                        " store 4 &t[threadIdx.x][threadIdx.x * 2:u32]",
                        {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Elements, 2u);
  EXPECT_EQ(R.Best->Before.Wavefronts, 1u + 4 + 4);
  EXPECT_EQ(R.Best->After.Wavefronts, 1u + 2 + 2);
}

/// By 15 the frequent access would be cleared at the cost of 16 ways in the
/// other.
TEST(Padding, NeverExceedsTheWorstThatWas) {
  PaddingResult R =
      pad("shared t : float 4 [32][33] align 4 var i : i32",
          "load 4 &t[threadIdx.x][0] i = 0 loop name i test (i < 100) {"
          " load 4 &t[threadIdx.x / 16:u32][threadIdx.x % 16:u32]"
          " } step { i = i + 1 }",
          {32, 1, 1});
  EXPECT_FALSE(R.Best);
}

TEST(Padding, OfASmallTileClearsItsColumns) {
  PaddingResult R = pad("shared t : float 4 [16][16] align 4",
                        "load 4 &t[threadIdx.x][threadIdx.y]", {16, 16, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Elements, 2u);
  EXPECT_TRUE(R.clearsAll());
}

TEST(Padding, OfDoublesIsByOne) {
  PaddingResult R = pad("shared t : double 8 [32][32] align 8",
                        "load 8 &t[threadIdx.x][threadIdx.y]", {32, 8, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Elements, 1u);
  EXPECT_EQ(R.Best->ExtraBytes, 256u);
  EXPECT_TRUE(R.clearsAll());
}

TEST(Padding, KeepsWideLoadsAligned) {
  PaddingResult R = pad("shared t : float 4 [32][32] align 16",
                        "load 16 &t[threadIdx.x][0]", {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Elements, 4u);
  EXPECT_TRUE(R.clearsAll());
}

/// Row 0 alone stays aligned whatever the pitch; the next reader of the code
/// still counts on it.
TEST(Padding, KeepsTheRowPitchAligned) {
  PaddingResult R = pad("shared t : float 4 [32][32] align 16",
                        "load 16 &t[0][threadIdx.y * 4:u32]"
                        " load 4 &t[threadIdx.x][threadIdx.y]",
                        {32, 8, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Elements % 4, 0u);
}

TEST(Padding, OfNarrowElementsFillsAWord) {
  PaddingResult R = pad("shared t : char 1 [32][128] align 4",
                        "load 1 &t[threadIdx.x][0]", {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_TRUE(R.clearsAll());
  EXPECT_EQ(R.Best->Elements, 4u);
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
  EXPECT_EQ(pad({Scalar}).Best->Elements, 1u);
  PaddingResult R = pad({Scalar, Vector});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Elements, 4u);
  EXPECT_EQ(R.Best->WorstAfter.Wavefronts, 4u);
  EXPECT_FALSE(R.clearsAll());
}

TEST(Padding, CountsAccessesThroughPointers) {
  PaddingResult R = pad("shared t : float 4 [32][32] align 4 var p : u64",
                        "p = &t[threadIdx.x] load 4 (p + 64:u64)", {32, 1, 1});
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->Before.Wavefronts, 32u);
  EXPECT_EQ(R.Best->Elements, 1u);
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
            "an access to it is not understood");
  EXPECT_EQ(pad("shared t : float 4 [32][32] align 4",
                Column + Unknown + ":u64", {32, 1, 1})
                .WhyNot,
            "a pointer that may point into it is not understood");
}

TEST(Padding, StaysWithinStaticSharedMemory) {
  // 96 * 128 * 4 bytes are the whole 48 KiB.
  static const char Column[] = "load 4 &t[threadIdx.x][0]";
  PaddingResult R =
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
