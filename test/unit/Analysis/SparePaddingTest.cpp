//===- SparePaddingTest.cpp - Padding that nothing needs ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/SparePadding.h"
#include "Kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

/// A kernel that makes the same accesses to an array of any pitch.
struct Pattern {
  unsigned Rows;
  Dim3 Block;
  std::string Body;

  KernelProgram program(unsigned Pitch) const {
    return kernel("shared t : float 4 [" + std::to_string(Rows) + "][" +
                      std::to_string(Pitch) + "] align 16",
                  Body);
  }
};

} // namespace

static std::optional<SparePadding> spareOf(const Pattern &P, unsigned Pitch) {
  KernelProgram Program = P.program(Pitch);
  LaunchConfig Launch{P.Block, std::nullopt, {}};
  std::vector<Verdict> Verdicts = judge(Program, arch(), Launch, {});
  return findSparePadding(arch(), ArrayUse{&Program, 0, Launch, Verdicts}, {});
}

/// Of an array that is declared so.
static Totals totalOf(const Pattern &P, unsigned Pitch) {
  Totals Sum;
  for (const Verdict &V : judgeIn(P.program(Pitch), P.Block)) {
    EXPECT_TRUE(V.BlockTotal);
    Sum.Wavefronts += V.BlockTotal->Wavefronts;
    Sum.Ideal += V.BlockTotal->Ideal;
  }
  return Sum;
}

static const Pattern Row{
    16, {16, 16, 1}, "load 4 &t[threadIdx.y][threadIdx.x]"};
static const Pattern Column{
    16, {16, 16, 1}, "load 4 &t[threadIdx.x][threadIdx.y]"};
static const Pattern Both{16,
                          {16, 16, 1},
                          "store 4 &t[threadIdx.y][threadIdx.x] barrier "
                          "load 4 &t[threadIdx.x][threadIdx.y]"};
static const Pattern LongRow{
    32, {32, 32, 1}, "load 4 &t[threadIdx.y][threadIdx.x]"};
static const Pattern Quads{
    32, {8, 32, 1}, "load 16 &t[threadIdx.y][threadIdx.x * 4:u32]"};

TEST(SparePadding, IsWhatDeclaringTheArrayWithoutItSays) {
  for (const Pattern *P : {&Row, &Column, &Both, &LongRow})
    for (unsigned Spare = 1; Spare <= 10; ++Spare) {
      const unsigned Used = P->Block.X;
      SCOPED_TRACE(P->Body + ", " + std::to_string(Spare) + " spare");
      Totals With = totalOf(*P, Used + Spare), Without = totalOf(*P, Used);
      // One access alone is worse just when the total is.
      bool IsWorse = Without.Wavefronts > With.Wavefronts;
      bool IsOfUse =
          With.Wavefronts == With.Ideal || Without.Wavefronts < With.Wavefronts;
      // Extents of whole words of eight are no padding.
      bool IsPadding = Spare < 8;
      std::optional<SparePadding> Found = spareOf(*P, Used + Spare);
      if (P == &Both && Found) {
        EXPECT_LT(Without.Wavefronts, With.Wavefronts);
        continue;
      }
      if (P != &Both) {
        ASSERT_EQ(Found.has_value(), IsPadding && !IsWorse && IsOfUse);
      }
      if (!Found)
        continue;
      EXPECT_EQ(Found->Elements, Spare);
      EXPECT_EQ(Found->Bytes, P->Rows * Spare * 4u);
      EXPECT_EQ(Found->With.Wavefronts, With.Wavefronts);
      EXPECT_EQ(Found->Without.Wavefronts, Without.Wavefronts);
    }
}

TEST(SparePadding, KeepsVectorsAligned) {
  std::optional<SparePadding> Found = spareOf(Quads, 36);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Elements, 4u);
  // Misaligned with it: nothing is known.
  EXPECT_FALSE(spareOf(Quads, 33));
}

TEST(SparePadding, NeedsKnownAddressesAndCosts) {
  const Dim3 Block{32, 1, 1};
  EXPECT_TRUE(spareOf({4, Block, "load 4 &t[0][threadIdx.x]"}, 33));
  for (const char *Body :
       {"load 4 &t[0][threadIdx.x] "
        "load 4 &t[0][opaque<data-dependent-index>(\"i\", divergent):i32]",
        "if (opaque<data-dependent-index>(\"i\"):bool) "
        "{ load 4 &t[0][threadIdx.x] }",
        // Beyond the row, as flat code does.
        "load 4 &t[0][threadIdx.x] load 4 &t[0][threadIdx.x + 33:u32]",
        "load 4 &t[0][threadIdx.x] load 4 &t[0][32]"})
    EXPECT_FALSE(spareOf({4, Block, Body}, 33)) << Body;
}
