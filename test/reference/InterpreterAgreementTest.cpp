//===- InterpreterAgreementTest.cpp - Random programs, run twice ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"
#include "RandomPrograms.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

TEST(InterpreterAgreement, RandomProgramsVerify) {
  for (uint64_t Seed = 1; Seed <= 2000; ++Seed) {
    RandomNumbers Random(Seed);
    ASSERT_EQ(verify(randomProgram(Random)), std::nullopt) << "seed " << Seed;
  }
}

TEST(InterpreterAgreement, NoEventIsFalse) {
  constexpr uint64_t Seeds = 10'000;
  AgreementCounts Counts;
  for (uint64_t Seed = 1; Seed <= Seeds; ++Seed) {
    AgreementCase Case = makeCase(Seed);
    if (std::optional<std::string> Problem = findDisagreement(Case, Counts)) {
      ADD_FAILURE() << "seed " << Seed << ": " << *Problem << "reduced:\n"
                    << describe(reduce(std::move(Case)));
      return;
    }
  }
  // Enough of everything was there to disagree about.
  EXPECT_GT(Counts.Compared, 2 * Seeds);
  EXPECT_LT(Counts.Wrapped, Seeds / 100);
  EXPECT_GT(Counts.Known, 10 * Seeds);
  EXPECT_GT(Counts.Symbolic, Seeds);
  EXPECT_GT(Counts.Requests, Counts.Sure);
}

} // namespace
