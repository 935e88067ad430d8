//===- WorkLimitTest.cpp - A limit for many executions --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "banklint/Support/ThreadTime.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

constexpr Dim3 Warp{32, 1, 1};
constexpr const char *TwoLoads = "load 4 &a[0] load 4 &a[1]";

TEST(WorkLimit, IsExact) {
  WorkLimit Limit(5000);
  for (unsigned I = 0; I != 5000; ++I)
    ASSERT_TRUE(Limit.spend()) << I;
  EXPECT_FALSE(Limit.isReached());
  EXPECT_FALSE(Limit.spend());
  EXPECT_TRUE(Limit.isReached());
  EXPECT_FALSE(Limit.isOutOfTime());
  EXPECT_FALSE(Limit.spend());
}

TEST(WorkLimit, NoneIsReached) {
  WorkLimit Limit(0);
  for (unsigned I = 0; I != 100'000; ++I)
    ASSERT_TRUE(Limit.spend());
}

TEST(WorkLimit, CountsProcessorTime) {
  WorkLimit Limit(0, std::chrono::milliseconds(1));
  const std::chrono::nanoseconds Start = threadTime();
  while (Limit.spend())
    ASSERT_LT(threadTime() - Start, std::chrono::seconds(10));
  EXPECT_TRUE(Limit.isReached());
  EXPECT_TRUE(Limit.isOutOfTime());
}

TEST(WorkLimit, IsForAllExecutionsTogether) {
  WorkLimit Limit(5);
  InterpreterBudget Budget;
  Budget.Together = &Limit;
  for (unsigned I = 0; I != 2; ++I) {
    const Outcome Whole = run(TwoLoads, Warp, Budget);
    EXPECT_EQ(Whole.Events.size(), 2u);
    EXPECT_FALSE(Whole.Summary.Aborted);
  }
  const Outcome Cut = run(TwoLoads, Warp, Budget);
  EXPECT_EQ(Cut.Events.size(), 1u);
  EXPECT_TRUE(Cut.Summary.Aborted);
  EXPECT_EQ(run(TwoLoads, Warp, Budget).Events.size(), 0u);
}

} // namespace
