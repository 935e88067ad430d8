//===- LinearSystemTest.cpp - Solvability modulo 2^32 ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearSystem.h"
#include "RandomNumbers.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

TEST(LinearSystem, HandComputed) {
  EXPECT_TRUE(isSolvable({}));
  EXPECT_TRUE(isSolvable({{{}, 0}}));
  EXPECT_FALSE(isSolvable({{{}, 1}}));
  EXPECT_TRUE(isSolvable({{{3}, 1}}));
  EXPECT_TRUE(isSolvable({{{2}, 4}}));
  EXPECT_FALSE(isSolvable({{{2}, 1}}));
  // x = 1 and x = 2.
  EXPECT_FALSE(isSolvable({{{1}, 1}, {{1}, 2}}));
  // 2x = 2 has the two solutions x = 1 and x = 1 + 2^31.
  EXPECT_TRUE(isSolvable({{{2}, 2}, {{1}, 0x80000001}}));
  EXPECT_FALSE(isSolvable({{{2}, 2}, {{1}, 2}}));
  // x + y = 1 and 2x + 2y = 3; with 2 instead of 3 it works.
  EXPECT_FALSE(isSolvable({{{1, 1}, 1}, {{2, 2}, 3}}));
  EXPECT_TRUE(isSolvable({{{1, 1}, 1}, {{2, 2}, 2}}));
  // 2x + 4y = 2 and 4x + 2y = 4.
  EXPECT_TRUE(isSolvable({{{2, 4}, 2}, {{4, 2}, 4}}));
}

TEST(LinearSystem, SystemsMadeFromASolutionAreSolvable) {
  RandomNumbers Random(1);
  for (unsigned Round = 0; Round < 2000; ++Round) {
    uint32_t Solution[3];
    for (uint32_t &X : Solution)
      X = static_cast<uint32_t>(Random.next());
    std::vector<LinearEquation> Equations(1 + Random.below(6));
    for (LinearEquation &E : Equations)
      for (uint32_t X : Solution) {
        E.Coefficients.push_back(static_cast<uint32_t>(Random.next())
                                 << Random.below(32));
        E.Result += E.Coefficients.back() * X;
      }
    EXPECT_TRUE(isSolvable(Equations));
    // A repeated equation with another result contradicts it.
    Equations.push_back(Equations.front());
    ++Equations.back().Result;
    EXPECT_FALSE(isSolvable(Equations));
  }
}

} // namespace
