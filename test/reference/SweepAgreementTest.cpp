//===- SweepAgreementTest.cpp - What is skipped changes nothing -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SweepAgreement.h"
#include "gtest/gtest.h"

using namespace banklint;

TEST(SweepAgreement, VerdictsAreThoseOfWholeExecutions) {
  constexpr uint64_t Seeds = 800;
  SweepCounts Counts;
  for (uint64_t Seed = 1; Seed <= Seeds; ++Seed)
    if (std::optional<std::string> Problem =
            findSweepDisagreement(Seed, Counts))
      FAIL() << "seed " << Seed << ": " << *Problem;
  // Enough was compared, and enough of it was skipped.
  EXPECT_GT(Counts.Compared, Seeds / 2);
  EXPECT_GT(Counts.Skipping, Seeds / 10);
}
