//===- BlockClassesTest.cpp - Blocks that guards tell apart ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/BlockClasses.h"
#include "Kernels.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace banklint;
using namespace banklint::test;

static KernelProgram guardedKernel(llvm::StringRef Body) {
  return kernel("param n : i32 param m : i32 shared s : float 4 [4096] align 4 "
                "var i : i32 var x : i32 var y : i32",
                "x = (i32(blockIdx.x) * 32) + i32(threadIdx.x)\n"
                "y = i32(blockIdx.y) * 4\n" +
                    Body.str());
}

static std::string text(const std::optional<Totals> &Sum) {
  return Sum ? std::to_string(Sum->Requests) + "/" +
                   std::to_string(Sum->Wavefronts) + "/" +
                   std::to_string(Sum->Ideal)
             : "-";
}

/// The result of the one access of \p Body and its totals over the grid:
/// "exact 4/128/4".
static std::string judged(llvm::StringRef Body, Dim3 Grid, int64_t N,
                          int64_t M = 0) {
  const KernelProgram Program = guardedKernel(Body);
  const LaunchConfig Launch{{32, 1, 1}, Grid, {N, M}};
  const std::vector<Verdict> Verdicts =
      judgeBlocks(Program, arch(), Launch, InterpreterBudget());
  if (Verdicts.size() != 1)
    return std::to_string(Verdicts.size()) + " verdicts";
  return spelling(Verdicts[0].Result).str() + " " +
         text(gridTotal(Verdicts[0], Launch));
}

/// The sums of the one access of \p Program over all blocks of \p Launch, each
/// of which is judged by itself.
static std::optional<Totals> oneByOne(const KernelProgram &Program,
                                      LaunchConfig Launch) {
  Totals Sum;
  for (uint32_t X = 0; X != Launch.Grid->X; ++X)
    for (uint32_t Y = 0; Y != Launch.Grid->Y; ++Y) {
      Launch.Blocks = BlockRange{{X, Y, 0}, {X, Y, 0}};
      for (const Verdict &V :
           judge(Program, arch(), Launch, InterpreterBudget())) {
        if (V.Result != Certainty::Exact || !V.BlockTotal)
          return std::nullopt;
        Sum += *V.BlockTotal;
      }
    }
  return Sum;
}

static constexpr char Column[] = "load 4 &s[threadIdx.x * 32:u32]";

static std::string guarded(llvm::StringRef Condition) {
  return "if (" + Condition.str() + ") { " + Column + " }";
}

TEST(BlockClasses, TheLastBlockIsPartial) {
  // 9 blocks of 32 wavefronts, one of 12.
  EXPECT_EQ(judged(guarded("x < n"), {10, 1, 1}, 300), "exact 10/300/10");
  // The last one does nothing.
  EXPECT_EQ(judged(guarded("x < n"), {10, 1, 1}, 288), "exact 9/288/9");
  // One that guards nothing needs no classes.
  EXPECT_EQ(judged(guarded("x < n"), {10, 1, 1}, 320), "exact 10/320/10");
}

TEST(BlockClasses, CornersAndEdges) {
  const std::string Inside =
      guarded("((x > 0) && (x < n)) && ((y > 0) && (y < m))");
  // Rows 1 to 5 of 7, of which each has 31, 32, ..., 32 and 12 lanes.
  EXPECT_EQ(judged(Inside, {10, 7, 1}, 300, 21), "exact 50/1495/50");
}

TEST(BlockClasses, ManyPartialBlocksStayOpen) {
  EXPECT_EQ(judged(guarded("x < n"), {10, 1, 1}, 100), "upper-bound -");
  EXPECT_EQ(judged(guarded("x < n"), {4, 1, 1}, 70), "exact 3/70/3");
}

TEST(BlockClasses, WhatOtherThingsDecideStaysOpen) {
  EXPECT_EQ(judged(guarded("(x < n) && opaque<data-dependent-index>(\"loaded "
                           "from 'f'\", divergent) : bool"),
                   {10, 1, 1}, 300),
            "upper-bound -");
  EXPECT_EQ(judged(guarded("(x & 64) != 0"), {10, 1, 1}, 300), "upper-bound -");
}

// What is open in one direction does not hide another one.
TEST(BlockClasses, OneDirectionIsEnough) {
  const KernelProgram Program =
      guardedKernel(guarded("(x & 64) != 0") + "\n" +
                    "if (y < m) { store 4 &s[threadIdx.x * 32:u32] }");
  const LaunchConfig Launch{{32, 1, 1}, Dim3{10, 7, 1}, {300, 23}};
  const std::vector<Verdict> Verdicts =
      judgeBlocks(Program, arch(), Launch, InterpreterBudget());
  ASSERT_EQ(Verdicts.size(), 2u);
  EXPECT_EQ(text(gridTotal(Verdicts[0], Launch)), "-");
  // Six rows of ten blocks.
  EXPECT_EQ(text(gridTotal(Verdicts[1], Launch)), "60/1920/60");
}

TEST(BlockClasses, AKnownNumberOfElementsInTheLastBlock) {
  EXPECT_EQ(judged("i = i32(threadIdx.x)\n"
                   "loop name i test (i < min(128:i32, n - (i32(blockIdx.x) * "
                   "128))) {\n  load 4 &s[i * 32]\n} step {\n  i = i + 32\n}\n",
                   {8, 1, 1}, 1000),
            "exact 32/1000/32");
}

// What classes say is what the blocks say one by one.
TEST(BlockClasses, RandomGuards) {
  std::mt19937 Random(20261124);
  const auto Below = [&Random](unsigned N) { return unsigned(Random() % N); };
  unsigned Combined = 0;
  for (unsigned Round = 0; Round != 300; ++Round) {
    const Dim3 Grid{1 + Below(9), 1 + Below(7), 1};
    const auto Bound = [&](const std::string &Of, unsigned Most) {
      const char *const Relations[] = {" < ", " <= ", " > ", " >= ", " == "};
      return "(" + Of + Relations[Below(5)] + std::to_string(Below(Most)) + ")";
    };
    const std::string Condition =
        "(" + Bound("x", Grid.X * 32 + 8) + (Below(2) ? " && " : " || ") +
        Bound("y", Grid.Y * 4 + 2) + ")" + (Below(2) ? " && " : " || ") +
        Bound(Below(2) ? "x" : "(n - x)", Grid.X * 32 + 8);
    const KernelProgram Program = guardedKernel(guarded(Condition));
    const LaunchConfig Launch{{32, 1, 1}, Grid, {int64_t(Below(300)), 0}};
    for (const Verdict &V :
         judgeBlocks(Program, arch(), Launch, InterpreterBudget())) {
      const std::optional<Totals> Sum = gridTotal(V, Launch);
      if (!Sum)
        continue;
      ++Combined;
      EXPECT_EQ(text(Sum), text(oneByOne(Program, Launch)))
          << Condition << " in " << toString(Grid);
    }
  }
  EXPECT_GT(Combined, 100u);
}
