//===- GuardedTaskTest.cpp - Crashes and endless work are survived --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/GuardedTask.h"
#include "banklint/Support/ThreadTime.h"
#include "gtest/gtest.h"
#include <future>
#include <memory>
#include <thread>

using namespace banklint;
using std::chrono::milliseconds;

TEST(GuardedTask, Finishes) {
  auto Value = std::make_shared<int>(0);
  EXPECT_EQ(runGuarded([Value] { *Value = 42; }, milliseconds(0)),
            TaskEnd::Finished);
  EXPECT_EQ(*Value, 42);
  // What the task owned is gone.
  EXPECT_EQ(Value.use_count(), 1);
}

TEST(GuardedTask, SurvivesACrash) {
  for (int I = 0; I != 2; ++I)
    EXPECT_EQ(runGuarded([] { __builtin_trap(); }, milliseconds(0)),
              TaskEnd::Crashed);
  EXPECT_EQ(runGuarded([] {}, milliseconds(0)), TaskEnd::Finished);
}

TEST(GuardedTask, SurvivesAnAssertion) {
  EXPECT_EQ(runGuarded([] { abort(); }, milliseconds(0)), TaskEnd::Crashed);
}

/// Uses about 100 bytes of stack a call.
[[gnu::noinline]] static int descend(volatile int *Above, int Depth) {
  volatile int Here[24] = {};
  Here[Depth % 24] = *Above;
  if (Depth == 0)
    return Here[0];
  return descend(Here, Depth - 1) + Here[1];
}

TEST(GuardedTask, HasADeepStack) {
  auto Sum = std::make_shared<int>(1);
  EXPECT_EQ(runGuarded(
                [Sum] {
                  volatile int Zero = 0;
                  *Sum = descend(&Zero, 100'000);
                },
                milliseconds(0)),
            TaskEnd::Finished);
  EXPECT_EQ(*Sum, 0);
}

TEST(GuardedTask, SurvivesAnExhaustedStack) {
  EXPECT_EQ(runGuarded(
                [] {
                  volatile int Zero = 0;
                  descend(&Zero, 100'000'000);
                },
                milliseconds(0)),
            TaskEnd::Crashed);
}

// The task can't end before the limit: it waits for what comes after.
TEST(GuardedTask, GivesUpAtTheLimit) {
  auto Release = std::make_shared<std::promise<void>>();
  auto Left = std::make_shared<std::promise<void>>();
  std::future<void> HasLeft = Left->get_future();
  const TaskEnd End = runGuarded(
      [Release, Left] {
        Release->get_future().wait();
        Left->set_value();
      },
      milliseconds(1));
  EXPECT_EQ(End, TaskEnd::TimedOut);
  Release->set_value();
  HasLeft.wait();
}

static void work(milliseconds Time) {
  const auto End = threadTime() + Time;
  while (threadTime() < End)
    ;
}

TEST(GuardedTask, CountsProcessorTime) {
  EXPECT_EQ(runGuarded([] { work(milliseconds(400)); }, milliseconds(50)),
            TaskEnd::TimedOut);
  EXPECT_EQ(runGuarded([] { std::this_thread::sleep_for(milliseconds(200)); },
                       milliseconds(100)),
            TaskEnd::Finished);
}

TEST(GuardedTask, StepsHaveTheLimitForThemselves) {
  EXPECT_EQ(runGuarded(
                [] {
                  for (int I = 0; I != 10; ++I) {
                    beginGuardedStep();
                    work(milliseconds(40));
                  }
                  beginGuardedStep(/*Times=*/4);
                  work(milliseconds(300));
                },
                milliseconds(200)),
            TaskEnd::Finished);
}
