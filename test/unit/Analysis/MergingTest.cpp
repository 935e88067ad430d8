//===- MergingTest.cpp - Neighbours that may be merged --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/ADT/Twine.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

static constexpr char Array[] = "shared s : float 4 [4096] align 4";
static constexpr char WithCounter[] =
    "param n : i32 shared s : float 4 [4096] align 4 var i : i32";

static std::string in32Lanes(llvm::StringRef Declarations,
                             llvm::StringRef Body) {
  return figures(judgeIn(kernel(Declarations, Body), {32, 1, 1}));
}

TEST(Merging, PairLosesItsConflict) {
  std::vector<Verdict> Verdicts =
      judgeIn(kernel(Array, "load 4 &s[threadIdx.x * 2:u32]"
                            " load 4 &s[(threadIdx.x * 2:u32) + 1:u32]"),
              {32, 1, 1});
  EXPECT_EQ(figures(Verdicts), "2/1 upper-bound, 2/1 upper-bound");
  for (const Verdict &V : Verdicts) {
    ASSERT_TRUE(V.IfMerged);
    EXPECT_EQ(V.IfMerged->Wavefronts, 2u);
    EXPECT_EQ(V.IfMerged->Ideal, 2u);
    ASSERT_TRUE(V.Why);
    EXPECT_EQ(V.Why->Code, ReasonCode::MayMerge);
    // Of the requests alone.
    ASSERT_TRUE(V.BlockTotal);
    EXPECT_EQ(V.BlockTotal->Wavefronts, 2u);
    EXPECT_EQ(V.BlockTotal->Ideal, 1u);
  }
}

TEST(Merging, FourNeighboursBecomeSixteenBytes) {
  std::vector<Verdict> Verdicts =
      judgeIn(kernel(WithCounter, "i = 0 loop name i test (i < 4) {"
                                  " load 4 &s[(i32(threadIdx.x) * 4) + i]"
                                  "} step { i = i + 1 }"),
              {32, 1, 1});
  EXPECT_EQ(figures(Verdicts), "4/1 upper-bound");
  ASSERT_TRUE(Verdicts[0].IfMerged);
  EXPECT_EQ(Verdicts[0].IfMerged->Wavefronts, 4u);
  EXPECT_EQ(Verdicts[0].IfMerged->Ideal, 4u);
}

TEST(Merging, KeepsAConflictThatRemains) {
  std::vector<Verdict> Verdicts =
      judgeIn(kernel(WithCounter, "i = 0 loop name i test (i < 32) {"
                                  " load 4 &s[(i32(threadIdx.x) * 32) + i]"
                                  "} step { i = i + 1 }"),
              {32, 1, 1});
  EXPECT_EQ(figures(Verdicts), "32/1 upper-bound");
  ASSERT_TRUE(Verdicts[0].IfMerged);
  EXPECT_EQ(Verdicts[0].IfMerged->Wavefronts, 32u);
  EXPECT_EQ(Verdicts[0].IfMerged->Ideal, 4u);
}

TEST(Merging, NeedsAlignment) {
  EXPECT_EQ(in32Lanes(Array, "load 4 &s[(threadIdx.x * 2:u32) + 1:u32]"
                             " load 4 &s[(threadIdx.x * 2:u32) + 2:u32]"),
            "2/1 exact, 2/1 exact");
  EXPECT_EQ(in32Lanes(WithCounter,
                      "load 4 &s[(i32(threadIdx.x) * 2) + n]"
                      " load 4 &s[((i32(threadIdx.x) * 2) + n) + 1]"),
            "2/1 exact, 2/1 exact");
  // Rows of 33 elements.
  EXPECT_EQ(in32Lanes("shared s : float 4 [2048] align 4",
                      "load 4 &s[threadIdx.x * 34:u32]"
                      " load 4 &s[(threadIdx.x * 34:u32) + 3:u32]"),
            "2/1 exact, 2/1 exact");
}

/// Bytes were never merged in any measurement.
TEST(Merging, BytesStayAlone) {
  EXPECT_EQ(in32Lanes("shared s : u8 1 [4096] align 4",
                      "load 1 &s[threadIdx.x * 8:u32]"
                      " load 1 &s[(threadIdx.x * 8:u32) + 1:u32]"),
            "2/1 exact, 2/1 exact");
}

TEST(Merging, IsBlocked) {
  const char *Blockers[] = {"barrier", "store 4 &s[0:i64]",
                            "if (threadIdx.x < 8:u32) { barrier }"};
  for (const char *Blocker : Blockers)
    EXPECT_EQ(
        in32Lanes(Array, (llvm::Twine("load 4 &s[threadIdx.x * 2:u32] ") +
                          Blocker + " load 4 &s[(threadIdx.x * 2:u32) + 1:u32]")
                             .str())
            .substr(0, 9),
        "2/1 exact")
        << Blocker;
  EXPECT_EQ(in32Lanes(Array,
                      "load 4 &s[threadIdx.x * 2:u32] volatile"
                      " load 4 &s[(threadIdx.x * 2:u32) + 1:u32] volatile"),
            "2/1 exact, 2/1 exact");
}

/// A distance that changes from round to round is no neighbourhood, although
/// the first round's is one element.
TEST(Merging, NeedsOneDistanceInEveryRound) {
  const char Body[] = "i = 1 loop name i test (i < %) {"
                      " load 4 &s[i32(threadIdx.x) * 2]"
                      " load 4 &s[(i32(threadIdx.x) * 2) + i]"
                      "} step { i = i * 2 }";
  auto With = [&](llvm::StringRef Bound) {
    auto [Head, Tail] = llvm::StringRef(Body).split('%');
    return in32Lanes(WithCounter, (llvm::Twine(Head) + Bound + Tail).str());
  };
  EXPECT_EQ(With("i32(blockDim.x)"), "2/1 exact, 2/1 exact");
  // The compiler may unroll this one and see each round's distance.
  EXPECT_EQ(With("32"), "2/1 upper-bound, 2/1 upper-bound");
}

/// A loop of unknown length is unrolled, too.
TEST(Merging, RoundsOfUnknownNumber) {
  EXPECT_EQ(in32Lanes(WithCounter, "i = 0 loop name i test (i < n) {"
                                   " load 4 &s[(i32(threadIdx.x) * 16) + i]"
                                   "} step { i = i + 1 }"),
            "16/1 upper-bound");
  EXPECT_EQ(in32Lanes(WithCounter, "i = 0 loop name i test (i < n) {"
                                   " load 4 &s[(i32(threadIdx.x) * 17) + i]"
                                   "} step { i = i + 1 }"),
            "1/1 exact");
  EXPECT_EQ(in32Lanes(WithCounter, "i = 0 loop name i test (i < n) {"
                                   " load 4 &s[(i32(threadIdx.x) * 2) + n]"
                                   "} step { i = i + 1 }"),
            "2/1 exact");
}
