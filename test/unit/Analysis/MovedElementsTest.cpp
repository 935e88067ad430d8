//===- MovedElementsTest.cpp - Accesses that a padding misleads -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/MovedElements.h"
#include "Kernels.h"
#include "banklint/Program/RowPitch.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

/// What \p Change of `float t[4][32][32]` does to the accesses of \p Body in a
/// block of 32 threads: "nothing", "0 surely", "1 perhaps".
std::string movedBy(const std::string &Body,
                    const LayoutChange &Change = LayoutChange::padding(2, 1)) {
  const KernelProgram Program =
      kernel("param n : i32 shared t : float 4 [4][32][32] align 16", Body);
  const ArrayUse Use = {&Program, 0, {{32, 1, 1}, std::nullopt, {}}, {}};
  const std::optional<MovedElement> Found =
      findMovedElement(Use, Change, InterpreterBudget());
  if (!Found)
    return "nothing";
  return std::to_string(Found->Access) +
         (Found->IsSure ? " surely" : " perhaps");
}

TEST(MovedElements, NoneInsideOfRows) {
  EXPECT_EQ(movedBy("load 4 &t[3][threadIdx.x][31] "
                    "load 4 &t[threadIdx.x % 4:u32][0][threadIdx.x]"),
            "nothing");
  EXPECT_EQ(
      movedBy("load 16 &t[1][threadIdx.x][28]", LayoutChange::padding(2, 4)),
      "nothing");
}

TEST(MovedElements, ASubscriptBeyondItsRow) {
  EXPECT_EQ(movedBy("load 4 &t[0][0][0] load 4 &t[0][0][threadIdx.x + 1:u32]"),
            "1 surely");
  EXPECT_EQ(movedBy("load 4 &t[0][0][i32(threadIdx.x) - 1]"), "0 surely");
  EXPECT_EQ(movedBy("load 4 &t[0][threadIdx.x + 1:u32][0]"), "nothing");
}

TEST(MovedElements, AWideAccessBeyondItsRow) {
  EXPECT_EQ(movedBy("load 16 &t[0][0][30]", LayoutChange::padding(2, 4)),
            "0 surely");
}

TEST(MovedElements, APaddingOfAnotherExtent) {
  EXPECT_EQ(movedBy("load 4 &t[0][0][threadIdx.x + 1:u32]",
                    LayoutChange::padding(1, 1)),
            "nothing");
  EXPECT_EQ(movedBy("load 4 &t[0][threadIdx.x + 1:u32][0]",
                    LayoutChange::padding(1, 1)),
            "0 surely");
}

TEST(MovedElements, ASwizzle) {
  LayoutChange Change;
  Change.Permutation = Swizzle{1, 0, 31, 0};
  EXPECT_EQ(movedBy("load 4 &t[3][threadIdx.x][31] "
                    "load 4 &t[threadIdx.x % 4:u32][1][threadIdx.x]",
                    Change),
            "nothing");
  EXPECT_EQ(movedBy("load 4 &t[0][0][threadIdx.x + 1:u32]", Change),
            "0 surely");
  EXPECT_EQ(movedBy("load 16 &t[0][1][0]", Change), "0 surely");
  Change.Permutation = Swizzle{0, 1, 1, 2};
  EXPECT_EQ(movedBy("load 16 &t[3][threadIdx.x][28]", Change), "nothing");
  EXPECT_EQ(movedBy("load 16 &t[3][threadIdx.x][30]", Change), "0 surely");
}

TEST(MovedElements, APointerWithTheOldPitch) {
  EXPECT_EQ(movedBy("load 4 (&t[0][0][0] + (u64(threadIdx.x) * 4:u64))"),
            "nothing");
  EXPECT_EQ(movedBy("load 4 (&t[0][0][0] + (u64(threadIdx.x) * 128:u64))"),
            "0 surely");
}

TEST(MovedElements, WhatMayNotTakePlace) {
  EXPECT_EQ(movedBy("if (n > 0) { load 4 &t[0][0][threadIdx.x + 1:u32] }"),
            "0 perhaps");
  // What surely does is the better answer.
  EXPECT_EQ(movedBy("if (n > 0) { load 4 &t[0][0][threadIdx.x + 1:u32] } "
                    "load 4 &t[0][0][32]"),
            "1 surely");
}

TEST(MovedElements, UnknownNumbersTellNothing) {
  EXPECT_EQ(movedBy("load 4 &t[0][n][threadIdx.x]"), "nothing");
}

/// What a pitch of 33 in place of 32 does to an access of `float t[1024]` in a
/// block of 32 threads, where \p Index names it "P" in all places that change.
std::string misledBy(const std::string &Index, uint64_t Size = 1056) {
  auto WithPitch = [&](const std::string &Pitch) {
    std::string Text = Index;
    for (size_t At; (At = Text.find('P')) != std::string::npos;)
      Text.replace(At, 1, Pitch);
    return "load 4 &t[" + Text + "]";
  };
  const std::string Start = "param n : u32 ", Array =
                                                  "shared t : float 4 [1024]"
                                                  " align 4";
  KernelProgram Program = kernel(Start + Array, WithPitch("32:u32"));
  auto Pitched = std::make_shared<PitchedProgram>();
  Pitched->Pitches.resize(1);
  Pitched->Pitches.front().Elements = 32;
  Pitched->Program = kernel(Start + "param p : u32 " + Array, WithPitch("p"));
  Program.Pitched = Pitched;
  const ArrayUse Use = {&Program, 0, {{32, 1, 1}, std::nullopt, {}}, {}};
  LayoutChange Change;
  Change.Spread = Gaps{32, 1, Size};
  const std::optional<MovedElement> Found =
      findElementOffPitch(Use, Change, 0, InterpreterBudget());
  return !Found ? "nothing" : Found->IsSure ? "surely" : "perhaps";
}

TEST(ElementsOffPitch, NoneInsideOfRows) {
  EXPECT_EQ(misledBy("threadIdx.x * P"), "nothing");
  EXPECT_EQ(misledBy("(threadIdx.x * P) + 31:u32"), "nothing");
  EXPECT_EQ(misledBy("(31:u32 * P) + threadIdx.x"), "nothing");
  // The first row needs no pitch.
  EXPECT_EQ(misledBy("threadIdx.x"), "nothing");
}

TEST(ElementsOffPitch, AColumnBeyondItsRow) {
  EXPECT_EQ(misledBy("(threadIdx.x * P) + 32:u32"), "surely");
  EXPECT_EQ(misledBy("threadIdx.x + 1:u32"), "surely");
  EXPECT_EQ(misledBy("((threadIdx.x + 1:u32) * P) - 1:u32"), "surely");
}

TEST(ElementsOffPitch, APlaceThatKeepsTheOldPitch) {
  EXPECT_EQ(misledBy("threadIdx.x * 32:u32"), "surely");
  EXPECT_EQ(misledBy("(threadIdx.x * 32:u32) + (0:u32 * P)"), "surely");
}

TEST(ElementsOffPitch, APlaceOutsideOfTheArray) {
  EXPECT_EQ(misledBy("threadIdx.x * P", 31 * 33), "surely");
  EXPECT_EQ(misledBy("threadIdx.x * P", 31 * 33 + 1), "nothing");
  EXPECT_EQ(misledBy("(threadIdx.x + 1:u32) * P", 2000), "surely");
}

TEST(ElementsOffPitch, AnAddressThatIsNotKnown) {
  EXPECT_EQ(misledBy("(threadIdx.x * P) + n"), "perhaps");
}

} // namespace
