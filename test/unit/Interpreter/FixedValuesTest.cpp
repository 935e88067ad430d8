//===- FixedValuesTest.cpp - What a warp needs to evaluate only once ------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedValues.h"
#include "Programs.h"
#include "banklint/Program/TextForm.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// Whether the value of \p Index, an i32, is fixed where it is computed.
bool isFixed(const std::string &Index) {
  const KernelProgram Program = llvm::cantFail(parseProgram(
      "kernel \"k\" param n : i32 var i : i32 body { i = " + Index + " }"));
  return FixedValues(Program).isFixed(Program.Body.front().Value);
}

TEST(FixedValues, ThreadsAndBlockExtentsAreFixed) {
  EXPECT_TRUE(isFixed("i32(threadIdx.x % 4:u32) * 2"));
  EXPECT_TRUE(isFixed("i32((threadIdx.y * blockDim.x) + threadIdx.z)"));
  EXPECT_TRUE(isFixed("-i32(threadIdx.x)"));
}

TEST(FixedValues, WhatMayChangeOrBeLimitedIsNot) {
  EXPECT_FALSE(isFixed("i32(threadIdx.x) + i"));
  EXPECT_FALSE(isFixed("i32(threadIdx.x) + n"));
  EXPECT_FALSE(isFixed("i32(threadIdx.x + blockIdx.x)"));
  EXPECT_FALSE(isFixed("i32(gridDim.x) * 2"));
  // Nothing is saved.
  EXPECT_FALSE(isFixed("4"));
}

TEST(FixedValues, AreKnownInTheLanesOfTheirEvaluation) {
  const KernelProgram Program;
  FixedValues Values(Program);
  const ExprId Id{0}, Other{1};
  Values.keep(Id, WarpValue::uniform(3), LaneMask::first(4));
  ASSERT_TRUE(Values.find(Id, LaneMask::first(2)));
  EXPECT_EQ(Values.find(Id, LaneMask::first(4))->base(0), 3);
  EXPECT_FALSE(Values.find(Id, LaneMask::first(5)));
  EXPECT_FALSE(Values.find(Other, LaneMask::first(4)));
  Values.keep(Id, WarpValue::uniform(4), LaneMask::all());
  EXPECT_EQ(Values.find(Id, LaneMask::first(5))->base(0), 4);
}

// Fewer lanes first, then all: the second address is not that of the first.
TEST(FixedValues, GuardsDoNotHideLanes) {
  const Outcome Run = run("if (threadIdx.x < 2:u32) "
                          "{ load 4 &a[i32(threadIdx.x % 8:u32)] } "
                          "load 4 &a[i32(threadIdx.x % 8:u32)]",
                          Warp);
  ASSERT_EQ(Run.Events.size(), 2u);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    EXPECT_EQ(Run.Events[1].Address.base(Lane),
              Run.Events[1].Address.base(0) + int64_t(Lane % 8) * 4);
}

} // namespace
