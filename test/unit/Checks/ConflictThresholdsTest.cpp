//===- ConflictThresholdsTest.cpp - Conflicts worth a finding -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConflictThresholds.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

struct Case {
  llvm::StringLiteral Check;
  unsigned Ways;
  std::optional<uint64_t> Excess;
  bool IsRemovable;
  bool IsReported;
};

TEST(ConflictThresholds, ByDefault) {
  constexpr llvm::StringLiteral Definite = "shared-bank-conflict";
  constexpr llvm::StringLiteral Possible = "shared-possible-bank-conflict";
  const Case Cases[] = {
      {Definite, 2, 7, false, false},
      {Definite, 2, 8, false, true},
      // The limit for two ways is no limit for more.
      {Definite, 3, 2, false, true},
      {Definite, 3, 0, false, false},
      // As many requests as it takes.
      {Definite, 2, std::nullopt, false, true},
      {Possible, 2, std::nullopt, false, false},
      {Possible, 3, std::nullopt, false, true},
      {Possible, 32, 99, true, false},
  };
  for (const Case &Each : Cases)
    EXPECT_EQ(isWorthReporting({Each.Ways, Each.Excess, Each.IsRemovable},
                               Each.Check, defaultCheckOptions()),
              Each.IsReported)
        << Each.Check.str() << ' ' << Each.Ways << ' '
        << Each.Excess.value_or(-1);
}

TEST(ConflictThresholds, AsConfigured) {
  CheckOptionValues Options = defaultCheckOptions();
  Options["shared-possible-bank-conflict.IncludeRemovable"] = "true";
  Options["shared-possible-bank-conflict.MinExcessWavefronts"] = "100";
  constexpr llvm::StringLiteral Possible = "shared-possible-bank-conflict";
  EXPECT_FALSE(isWorthReporting({32, 99, true}, Possible, Options));
  const ConflictSize Copy = {32, 100, false, /*IsBypassCopy=*/true};
  EXPECT_FALSE(isWorthReporting(Copy, Possible, Options));
  Options["shared-possible-bank-conflict.IncludeBypassCopies"] = "true";
  EXPECT_TRUE(isWorthReporting(Copy, Possible, Options));
  EXPECT_TRUE(isWorthReporting({32, 100, true}, Possible, Options));
  // Of another check.
  EXPECT_FALSE(isWorthReporting({32, 100, true},
                                "shared-possible-atomic-contention", Options));
}

} // namespace
