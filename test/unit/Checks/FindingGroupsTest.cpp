//===- FindingGroupsTest.cpp - Accesses that conflict together ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/FindingGroups.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// A conflict of 8 wavefronts instead of 1 at \p Line.
Finding finding(unsigned Line, llvm::StringRef Key, llvm::StringRef Operation,
                bool IsPerBlock = true) {
  Finding F;
  F.Check = "shared-bank-conflict";
  F.Array = "tile";
  F.At.File = "a.cu";
  F.At.Span.Line = Line;
  F.At.Span.Column = 3;
  F.Message = "message " + std::to_string(Line);
  F.Notes.push_back({F.At, "why"});
  F.Fixes.emplace_back();
  F.Cause.emplace();
  F.Cause->Key = Key.str();
  F.Cause->Operation = Operation.str();
  F.Cause->Cost = {8, 1, IsPerBlock};
  F.Cause->Ways = ": 8-way";
  return F;
}

std::vector<Finding> grouped(std::vector<Finding> Findings) {
  groupFindings(Findings);
  return Findings;
}

TEST(FindingGroups, OneCauseIsOneFinding) {
  const std::vector<Finding> Found =
      grouped({finding(1, "k", "store"), finding(2, "other", "store"),
               finding(3, "k", "store"), finding(5, "k", "store")});
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].At.Span.Line, 1u);
  EXPECT_EQ(Found[0].Message,
            "3 stores to 'tile' take 24 wavefronts per block instead of 3: "
            "8-way");
  ASSERT_EQ(Found[0].Notes.size(), 1u);
  EXPECT_EQ(Found[0].Notes[0].Message, "why; likewise at 3:3 and 5:3");
  EXPECT_EQ(Found[0].OtherPlaces.size(), 2u);
  EXPECT_EQ(Found[0].Fixes.size(), 1u);
  EXPECT_EQ(Found[1].Message, "message 2");
}

TEST(FindingGroups, TheAccessThatCostsMostStandsForItsGroup) {
  std::vector<Finding> Findings = {
      finding(1, "k", "store"), finding(2, "other", "store"),
      finding(3, "k", "load"), finding(5, "k", "load")};
  for (Finding &F : Findings)
    F.Fingerprint = "of line " + std::to_string(F.At.Span.Line);
  for (unsigned Hot : {2, 3})
    Findings[Hot].Cause->Cost.Wavefronts = 8000;
  const std::vector<Finding> Found = grouped(std::move(Findings));
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Message, "message 2");
  EXPECT_EQ(Found[1].At.Span.Line, 3u);
  EXPECT_EQ(Found[1].Message,
            "3 accesses to 'tile' take 16,008 wavefronts per block instead of "
            "3: 8-way");
  EXPECT_EQ(Found[1].Notes[0].Message, "why; likewise at 1:3 and 5:3");
  // Figures may change which one it is.
  EXPECT_EQ(Found[1].Fingerprint, "of line 1");
}

TEST(FindingGroups, WithoutTotalsExecutedRequestsCount) {
  std::vector<Finding> Findings = {
      finding(1, "k", "load", /*IsPerBlock=*/false),
      finding(3, "k", "load", /*IsPerBlock=*/false)};
  Findings[0].Cause->Cost.ExecutedExcess = 7;
  Findings[1].Cause->Cost.ExecutedExcess = 700;
  const std::vector<Finding> Found = grouped(std::move(Findings));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].At.Span.Line, 3u);
  EXPECT_EQ(Found[0].Cause->Cost.ExecutedExcess, 707u);
}

TEST(FindingGroups, DifferentOperationsAreAccesses) {
  Finding Compound = finding(3, "k", "");
  Compound.Cause->Accesses = 2;
  const std::vector<Finding> Found =
      grouped({finding(1, "k", "load"), std::move(Compound)});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "3 accesses to 'tile' take 16 wavefronts per block instead of 2: "
            "8-way");
}

TEST(FindingGroups, CostsOfRequestsAreNotAdded) {
  const std::vector<Finding> Found =
      grouped({finding(1, "k", "load", /*IsPerBlock=*/false),
               finding(3, "k", "load", /*IsPerBlock=*/false)});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "2 loads of 'tile' each take 8 wavefronts per request instead of "
            "1: 8-way");
}

TEST(FindingGroups, WithoutAKeyNothingIsGrouped) {
  Finding Other;
  Other.Message = "misaligned";
  EXPECT_EQ(
      grouped({finding(1, "", "load"), finding(3, "", "load"), Other, Other})
          .size(),
      4u);
}

TEST(FindingGroups, ManyPlacesAreCounted) {
  std::vector<Finding> Findings;
  for (unsigned Line = 1; Line != 31; ++Line)
    Findings.push_back(finding(Line, "k", "store"));
  const std::vector<Finding> Found = grouped(std::move(Findings));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Notes[0].Message,
              testing::EndsWith("17:3 and 13 other places"));
}

} // namespace
