//===- SwizzleTest.cpp - The swizzle that clears an array -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "banklint/Analysis/LayoutSearch.h"
#include "gtest/gtest.h"
#include <set>

using namespace banklint;
using namespace banklint::test;

static LayoutResult swizzle(const KernelProgram &Program, const Dim3 &Block) {
  std::vector<Verdict> Verdicts = judgeIn(Program, Block);
  ArrayUse Use{&Program, 0, {Block, std::nullopt, {}}, Verdicts};
  return findSwizzle(arch(), Use, InterpreterBudget());
}

static LayoutResult swizzle(const std::string &Declarations,
                            const std::string &Body, const Dim3 &Block) {
  return swizzle(kernel(Declarations, Body), Block);
}

/// "c ^ (((r1 >> 0) & 31) << 2)", where r1 is the subscript of extent 1.
static std::string formula(const LayoutResult &R) {
  if (!R.Best || !R.Best->Change.Permutation)
    return R.WhyNot;
  const Swizzle &S = *R.Best->Change.Permutation;
  return "c ^ (((r" + std::to_string(S.RowExtent) + " >> " +
         std::to_string(S.RowShift) + ") & " + std::to_string(S.Mask) +
         ") << " + std::to_string(S.ColumnShift) + ")";
}

static const char RowAndColumn[] =
    "store 4 &t[threadIdx.y][threadIdx.x] load 4 &t[threadIdx.x][threadIdx.y]";

/// Which padding can't do.
TEST(Swizzle, ClearsASmallTile) {
  LayoutResult R =
      swizzle("shared t : float 4 [16][16] align 4", RowAndColumn, {16, 16, 1});
  EXPECT_EQ(formula(R), "c ^ (((r0 >> 0) & 15) << 0)");
  ASSERT_TRUE(R.Best);
  EXPECT_EQ(R.Best->ExtraBytes, 0u);
  EXPECT_EQ(R.Best->Before.Wavefronts, 8u * (1 + 8));
  EXPECT_EQ(R.Best->After.Wavefronts, 8u * (1 + 1));
  EXPECT_FALSE(R.Best->Residency);
  EXPECT_TRUE(R.clearsAll());
}

TEST(Swizzle, ClearsATileOfAnyWidth) {
  EXPECT_EQ(formula(swizzle("shared t : float 4 [32][32] align 4", RowAndColumn,
                            {32, 32, 1})),
            "c ^ (((r0 >> 0) & 31) << 0)");
  EXPECT_EQ(formula(swizzle("shared t : float 4 [64][96] align 4", RowAndColumn,
                            {32, 32, 1})),
            "c ^ (((r0 >> 0) & 31) << 0)");
}

TEST(Swizzle, KeepsWideAccessesTogether) {
  LayoutResult R =
      swizzle("shared t : float 4 [32][32] align 16",
              "store 16 &t[threadIdx.x][threadIdx.y * 4:u32]"
              " load 16 &t[threadIdx.y][(threadIdx.x & 7:u32) * 4:u32]",
              {32, 8, 1});
  EXPECT_EQ(formula(R), "c ^ (((r0 >> 0) & 7) << 2)");
  EXPECT_TRUE(R.clearsAll());
}

TEST(Swizzle, MovesNarrowElementsByWords) {
  LayoutResult R = swizzle("shared t : half 2 [64][64] align 4",
                           "store 2 &t[threadIdx.y][threadIdx.x]"
                           " load 2 &t[threadIdx.x][threadIdx.y]",
                           {32, 8, 1});
  EXPECT_EQ(formula(R), "c ^ (((r0 >> 0) & 31) << 1)");
  EXPECT_TRUE(R.clearsAll());
}

/// A warp's lanes read every fourth row.
TEST(Swizzle, ShiftsRowsThatAreApart) {
  LayoutResult R = swizzle("shared t : float 4 [128][32] align 4",
                           "store 4 &t[threadIdx.y][threadIdx.x]"
                           " load 4 &t[threadIdx.x * 4:u32][threadIdx.y]",
                           {32, 8, 1});
  EXPECT_EQ(formula(R), "c ^ (((r0 >> 2) & 31) << 0)");
  EXPECT_TRUE(R.clearsAll());
}

/// The rows of a plane are read together, those of the planes too.
TEST(Swizzle, TakesTheRowsFromTheExtentThatMatters) {
  LayoutResult R = swizzle("shared t : float 4 [32][2][32] align 4",
                           "store 4 &t[threadIdx.y][0][threadIdx.x]"
                           " load 4 &t[threadIdx.x][1][threadIdx.y]",
                           {32, 8, 1});
  EXPECT_EQ(formula(R), "c ^ (((r0 >> 0) & 31) << 0)");
  EXPECT_TRUE(R.clearsAll());
}

TEST(Swizzle, StaysInRows) {
  // 33 columns are no multiple of anything.
  EXPECT_EQ(formula(swizzle("shared t : float 4 [32][33] align 4",
                            "load 4 &t[threadIdx.x][threadIdx.x * 31:u32]",
                            {32, 1, 1})),
            "none that was tried needs fewer wavefronts");
  // 4 columns leave room for 4 permutations.
  EXPECT_EQ(formula(swizzle("shared t : float 4 [32][4] align 4",
                            "load 4 &t[threadIdx.x][0]", {32, 1, 1})),
            "c ^ (((r0 >> 3) & 3) << 0)");
}

/// The program that a person would write instead costs what was promised.
TEST(Swizzle, IsWhatRewrittenSubscriptsDo) {
  struct {
    const char *Declaration;
    const char *Body;
    /// With the swizzle that is found for Body.
    const char *Rewritten;
    Dim3 Block;
  } Cases[] = {
      {"shared t : float 4 [16][16] align 4",
       RowAndColumn,
       "store 4 &t[threadIdx.y][threadIdx.x ^ threadIdx.y]"
       " load 4 &t[threadIdx.x][threadIdx.y ^ threadIdx.x]",
       {16, 16, 1}},
      {"shared t : float 4 [32][32] align 4 var i : i32",
       "i = 0 loop name i test (i < 32) {"
       " load 4 &t[threadIdx.x][i] load 4 &t[i][threadIdx.x]"
       " } step { i = i + 1 }",
       "i = 0 loop name i test (i < 32) {"
       " load 4 &t[threadIdx.x][u32(i) ^ threadIdx.x]"
       " load 4 &t[i][threadIdx.x ^ u32(i)]"
       " } step { i = i + 1 }",
       {32, 8, 1}},
      {"shared t : float 4 [0][64] align 4 dynamic",
       "load 4 &t[threadIdx.x][threadIdx.y]",
       "load 4 &t[threadIdx.x][threadIdx.y ^ (threadIdx.x & 31:u32)]",
       {32, 8, 1}},
  };
  for (const auto &Case : Cases) {
    SCOPED_TRACE(Case.Body);
    LayoutResult R = swizzle(Case.Declaration, Case.Body, Case.Block);
    ASSERT_TRUE(R.Best) << R.WhyNot;
    KernelProgram Rewritten = kernel(Case.Declaration, Case.Rewritten);
    Totals Sum;
    for (const Verdict &V : judgeIn(Rewritten, Case.Block))
      Sum.Wavefronts += V.Traced.Wavefronts;
    EXPECT_EQ(R.Best->After.Wavefronts, Sum.Wavefronts);
    EXPECT_LT(R.Best->After.Wavefronts, R.Best->Before.Wavefronts);
  }
}

/// Whatever is found keeps elements apart and rows to themselves.
TEST(Swizzle, IsAPermutationOfEachRow) {
  for (unsigned Rows : {2u, 8u, 32u, 100u})
    for (unsigned Columns : {4u, 32u, 96u}) {
      std::string Declaration = "shared t : float 4 [" + std::to_string(Rows) +
                                "][" + std::to_string(Columns) + "] align 4";
      LayoutResult R = swizzle(Declaration,
                               "load 4 &t[threadIdx.x % " +
                                   std::to_string(Rows) + ":u32][0]",
                               {32, 1, 1});
      if (!R.Best)
        continue;
      for (unsigned Row = 0; Row < Rows; ++Row) {
        std::set<int64_t> Places;
        for (unsigned Column = 0; Column < Columns; ++Column) {
          int64_t Place = R.Best->Change.Permutation->column(Row, Column);
          EXPECT_GE(Place, 0);
          EXPECT_LT(Place, int64_t(Columns));
          EXPECT_TRUE(Places.insert(Place).second);
        }
      }
    }
}

TEST(Swizzle, IsRefusedInWords) {
  static const char Column[] = "load 4 &t[threadIdx.x][threadIdx.y]";
  EXPECT_EQ(formula(swizzle("shared t : float 4 [2048] align 4",
                            "load 4 &t[threadIdx.x * 32:u32]", {32, 1, 1})),
            "the array has no rows");
  static const char Other[] = "it is used other than by subscripts";
  std::string Tile = "shared t : float 4 [32][32] align 4 var p : u64";
  // A pointer to a row, one to an element, arithmetic on one.
  EXPECT_EQ(formula(swizzle(
                Tile, std::string(Column) + " p = &t[threadIdx.y] load 4 p",
                {32, 8, 1})),
            Other);
  EXPECT_EQ(formula(swizzle(
                Tile, std::string(Column) + " p = &t[0][0] p = (p + 4:u64)",
                {32, 8, 1})),
            Other);
  EXPECT_EQ(
      formula(swizzle(Tile, std::string(Column) + " load 4 (&t[0][0] + 4:u64)",
                      {32, 8, 1})),
      Other);
  // More than an element, not aligned to it.
  EXPECT_EQ(
      formula(swizzle(
          Tile, std::string(Column) + " load 4 &t[0][threadIdx.x] pieces 2",
          {16, 8, 1})),
      Other);
  EXPECT_EQ(formula(swizzle(
                Tile, std::string(Column) + " load 4 &t[0][0].bytes(4:i64)",
                {32, 8, 1})),
            Other);
}
