//===- ReachedBoundsTest.cpp - Bounds that a run reaches ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/ReachedBounds.h"
#include "Kernels.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

/// The wavefronts that are sure of the one access of \p Body before and behind
/// findReached, "-" for none: "-, 32". Blocks have 32 threads.
static std::string sure(llvm::StringRef Body,
                        std::optional<Dim3> Grid = std::nullopt,
                        std::vector<ArgumentValue> Arguments = {}) {
  KernelProgram Program =
      kernel("param n : i32 param m : i32 shared s : float 4 [4096] align 4 "
             "var i : i32",
             Body);
  LaunchConfig Launch{{32, 1, 1}, Grid, std::move(Arguments)};
  std::vector<Verdict> Verdicts =
      judge(Program, arch(), Launch, InterpreterBudget());
  EXPECT_EQ(Verdicts.size(), 1u);
  if (Verdicts.size() != 1)
    return "";
  auto Text = [&] {
    const std::optional<RequestCost> &Sure = Verdicts.front().Sure;
    return Sure ? std::to_string(Sure->Wavefronts) : "-";
  };
  std::string Before = Text();
  findReached(Program, arch(), Launch, InterpreterBudget(), Verdicts);
  return Before + ", " + Text();
}

static constexpr char Column[] = "load 4 &s[threadIdx.x * 32:u32]";

/// \p Column where \p Condition holds.
static std::string guarded(llvm::StringRef Condition) {
  return "if (" + Condition.str() + ") { " + Column + " }";
}

TEST(ReachedBounds, ExactFiguresAreSure) {
  EXPECT_EQ(sure(Column), "32, 32");
  EXPECT_EQ(sure("load 4 &s[threadIdx.x]"), "1, 1");
  EXPECT_EQ(sure(guarded("threadIdx.x < 4:u32")), "4, 4");
}

TEST(ReachedBounds, GuardsOfTheEdge) {
  EXPECT_EQ(sure(guarded("((i32(blockIdx.x) * 32) + i32(threadIdx.x)) < n")),
            "-, 32");
  // 31 lanes of the first block are a conflict, too.
  EXPECT_EQ(sure(guarded("(((i32(blockIdx.x) * 32) + i32(threadIdx.x)) > 0) && "
                         "(((i32(blockIdx.x) * 32) + i32(threadIdx.x)) < n)")),
            "-, 31");
  // Only the next block has a left neighbour.
  EXPECT_EQ(
      sure(guarded("(((i32(blockIdx.x) * 32) + i32(threadIdx.x)) > 31) && "
                   "(((i32(blockIdx.x) * 32) + i32(threadIdx.x)) < n)")),
      "-, 32");
}

TEST(ReachedBounds, WhatNoTriedRunReachesIsNotSure) {
  EXPECT_EQ(sure(guarded("opaque<data-dependent-index>(\"loaded from 'f'\", "
                         "divergent) : bool")),
            "-, -");
  EXPECT_EQ(sure(guarded("(i32(threadIdx.x) * n) < 0")), "-, -");
  // All is known but the block: no block has more than four lanes.
  EXPECT_EQ(sure(guarded("((i32(blockIdx.x) * 32) + i32(threadIdx.x)) < n"),
                 Dim3{2, 1, 1}, {4}),
            "-, 4");
}

TEST(ReachedBounds, AValueThatDecidesIsNotTried) {
  // For n = 4096 it would conflict, for others not.
  EXPECT_EQ(sure("load 4 &s[i32(threadIdx.x) * n]"), "1, 1");
  EXPECT_EQ(sure("if (i32(threadIdx.x) < m) "
                 "{ load 4 &s[i32(threadIdx.x) * n] }"),
            "-, -");
}

TEST(ReachedBounds, EachValueMayConflict) {
  // Lanes 0-15 and 16-31 meet, whatever n adds to them.
  EXPECT_EQ(sure("load 4 &s[(((i32(threadIdx.x) / 16) * 32) + "
                 "(i32(threadIdx.x) % 16)) + n]"),
            "2, 2");
}

TEST(ReachedBounds, LoopsWhoseRoundsAreNotKnown) {
  // The smallest n that is tried is the number of threads.
  EXPECT_EQ(sure("i = 1 loop name i test (i < n) "
                 "{ load 4 &s[threadIdx.x * u32(i)] } step { i = i * 2 }"),
            "-, 16");
}
