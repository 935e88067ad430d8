//===- BankMapTextTest.cpp - Requests drawn bank by bank ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/BankMapText.h"
#include "Golden.h"
#include "SampleReports.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

std::string drawing(const Witness &W, bool UseColor = false) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  RequestCost Cost = costOf(*findArchitecture("sm_90"), W.Request);
  drawBankMap(W, Cost, UseColor, OS);
  return Text;
}

std::string drawing(MemoryOperation Op, unsigned Bytes,
                    llvm::function_ref<uint64_t(unsigned Lane)> Address) {
  return drawing(witnessOf(requestOf(Op, Bytes, Address)));
}

TEST(BankMapText, Column) {
  std::string Text = drawing(MemoryOperation::Load, 4,
                             [](unsigned Lane) { return 128 * Lane; });
  expectGolden("banks-column.txt", Text);
}

TEST(BankMapText, ReductionStepInALoop) {
  Witness W = witnessOf(requestOf(MemoryOperation::Load, 4,
                                  [](unsigned Lane) { return 32 * Lane; }));
  W.Warp = 1;
  W.Loops = {{"s", 4}, {"k", -1}};
  expectGolden("banks-reduction.txt", drawing(W));
}

TEST(BankMapText, WideLoadByQuarterWarps) {
  expectGolden("banks-wide.txt",
               drawing(MemoryOperation::Load, 16,
                       [](unsigned Lane) { return 32 * Lane; }));
}

TEST(BankMapText, AtomicsCountLanes) {
  expectGolden("banks-atomic.txt",
               drawing(MemoryOperation::Atomic, 4,
                       [](unsigned Lane) { return Lane < 20 ? 8 : 4; }));
}

TEST(BankMapText, NoListWithoutAConflict) {
  std::string Text =
      drawing(MemoryOperation::Load, 4, [](unsigned Lane) { return 4 * Lane; });
  EXPECT_THAT(Text, testing::Not(testing::HasSubstr("serves")));
}

TEST(BankMapText, FitsIntoHundredColumns) {
  for (unsigned Bytes : {1, 4, 8, 16})
    for (unsigned Stride : {1, 2, 3, 4, 8, 32, 33, 65536}) {
      std::string Text =
          drawing(MemoryOperation::Store, Bytes, [&](unsigned Lane) {
            return uint64_t(Lane) * Stride * Bytes;
          });
      llvm::SmallVector<llvm::StringRef, 32> Lines;
      llvm::StringRef(Text).split(Lines, '\n');
      for (llvm::StringRef Line : Lines) {
        EXPECT_LE(Line.size(), 100u) << Line.str();
        EXPECT_EQ(Line, Line.rtrim()) << "trailing blanks";
      }
    }
}

TEST(BankMapText, ColorsByDepth) {
  Witness W = witnessOf(requestOf(MemoryOperation::Load, 4, [](unsigned Lane) {
    return Lane < 8 ? 128 * Lane : Lane < 10 ? 4 + 128 * Lane : 4 * Lane;
  }));
  std::string Text = drawing(W, /*UseColor=*/true);
  EXPECT_THAT(Text, testing::HasSubstr("\x1b[0;31m8"));
  EXPECT_THAT(Text, testing::HasSubstr("\x1b[0;33m2"));
  EXPECT_THAT(Text, testing::HasSubstr("\x1b[0;32m1"));
}

} // namespace
