//===- MergingTest.cpp - Neighbours that are merged -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/ADT/StringExtras.h"
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

/// Two loads in one expression, s[2 * tid] and s[2 * tid + 1].
TEST(Merging, PairIsOneRequest) {
  std::vector<Verdict> Verdicts =
      judgeIn(kernel(Array, "load 4 &s[threadIdx.x * 2:u32]"
                            " load 4 &s[(threadIdx.x * 2:u32) + 1:u32]"),
              {32, 1, 1});
  EXPECT_EQ(figures(Verdicts), "2/2 exact, 2/2 exact");
  for (const Verdict &V : Verdicts) {
    EXPECT_EQ(V.FusedBytes, 8u);
    ASSERT_TRUE(V.BlockTotal);
  }
  // The first load stands for both.
  EXPECT_EQ(Verdicts[0].BlockTotal->Requests, 1u);
  EXPECT_EQ(Verdicts[0].BlockTotal->Wavefronts, 2u);
  EXPECT_EQ(Verdicts[1].BlockTotal->Requests, 0u);
  EXPECT_EQ(Verdicts[1].BlockTotal->Wavefronts, 0u);
}

TEST(Merging, LastStoreStandsForAll) {
  std::vector<Verdict> Verdicts =
      judgeIn(kernel(Array, "store 4 &s[threadIdx.x * 2:u32]"
                            " store 4 &s[(threadIdx.x * 2:u32) + 1:u32]"),
              {32, 1, 1});
  EXPECT_EQ(figures(Verdicts), "2/2 exact, 2/2 exact");
  EXPECT_EQ(Verdicts[0].BlockTotal->Requests, 0u);
  EXPECT_EQ(Verdicts[1].BlockTotal->Requests, 1u);
}

/// The bytes of the request that serves each of four words at \p Offsets.
static std::string fusedBytes(llvm::StringRef Operation,
                              std::initializer_list<int> Offsets) {
  std::string Body;
  for (int Offset : Offsets)
    Body += (Operation + " 4 &s[(threadIdx.x * 4:u32) + " +
             llvm::Twine(Offset) + ":u32] ")
                .str();
  std::string Result;
  for (const Verdict &V : judgeIn(kernel(Array, Body), {32, 1, 1}))
    Result += llvm::utostr(V.FusedBytes) + " ";
  return Result;
}

/// As measured, all combinations.
TEST(Merging, WordsOfAnAlignedStretch) {
  EXPECT_EQ(fusedBytes("load", {0, 1}), "8 8 ");
  EXPECT_EQ(fusedBytes("load", {3, 2}), "8 8 ");
  EXPECT_EQ(fusedBytes("load", {0, 2}), "4 4 ");
  EXPECT_EQ(fusedBytes("load", {0, 3}), "4 4 ");
  EXPECT_EQ(fusedBytes("load", {1, 2}), "4 4 ");
  EXPECT_EQ(fusedBytes("load", {1, 3}), "4 4 ");
  // A load may read one word too many.
  EXPECT_EQ(fusedBytes("load", {0, 1, 2}), "16 16 16 ");
  EXPECT_EQ(fusedBytes("load", {1, 2, 3}), "16 16 16 ");
  EXPECT_EQ(fusedBytes("load", {0, 3, 1, 2}), "16 16 16 16 ");
  EXPECT_EQ(fusedBytes("store", {0, 2}), "4 4 ");
  EXPECT_EQ(fusedBytes("store", {1, 2}), "4 4 ");
  EXPECT_EQ(fusedBytes("store", {0, 1, 2}), "8 8 4 ");
  EXPECT_EQ(fusedBytes("store", {1, 2, 3}), "4 8 8 ");
  EXPECT_EQ(fusedBytes("store", {0, 3, 1, 2}), "16 16 16 16 ");
}

/// A store between two others keeps them apart, whatever it stores to.
TEST(Merging, StoresMustFollowOneAnother) {
  EXPECT_EQ(in32Lanes(Array, "store 4 &s[threadIdx.x * 2:u32]"
                             " store 4 &s[(threadIdx.x * 2:u32) + 512:u32]"
                             " store 4 &s[(threadIdx.x * 2:u32) + 1:u32]"),
            "2/1 exact, 2/1 exact, 2/1 exact");
}

/// What the compiler can't see without the launch it does not use.
TEST(Merging, NeedsAKnownAlignment) {
  const char Decls[] =
      "param n : i32 shared s : float 4 [4096] align 4 var i : i32";
  auto Pair = [&](llvm::StringRef Index, llvm::StringRef Before = "") {
    return in32Lanes(Decls, (Before + " load 4 &s[" + Index + "] load 4 &s[(" +
                             Index + ") + 1]")
                                .str());
  };
  EXPECT_EQ(Pair("(i32(threadIdx.x) * 2) + (n * 2)"), "2/2 exact, 2/2 exact");
  EXPECT_EQ(Pair("(i32(threadIdx.x) & 31) * 2"), "2/2 exact, 2/2 exact");
  EXPECT_EQ(Pair("(i32(threadIdx.x) << 1) ^ 4"), "2/2 exact, 2/2 exact");
  // Known to be even here, but not by the operators.
  EXPECT_EQ(Pair("(i32(threadIdx.x) * 3) - i32(threadIdx.x)"),
            "2/1 upper-bound, 2/1 upper-bound");
  // For other blocks it is odd.
  EXPECT_EQ(
      Pair("(i32(threadIdx.x) * 2) + (i32(blockDim.x) * i32(threadIdx.y))"),
      "2/1 exact, 2/1 exact");
  // Behind an array of one word, if the compiler puts it there.
  EXPECT_EQ(in32Lanes("shared a : float 4 [1] align 4"
                      " shared s : float 4 [4096] align 4",
                      "load 4 &s[threadIdx.x * 2:u32]"
                      " load 4 &s[(threadIdx.x * 2:u32) + 1:u32]"),
            "2/1 upper-bound, 2/1 upper-bound");
}

/// Rows of 33 words: in the second warp the same code is not aligned.
TEST(Merging, NeedsAlignmentInAllWarps) {
  auto InWarps = [](unsigned Warps) {
    return figures(
        judgeIn(kernel(Array, "load 4 &s[((threadIdx.x / 32:u32) * 33:u32) +"
                              " ((threadIdx.x % 32:u32) * 2:u32)]"
                              " load 4 &s[(((threadIdx.x / 32:u32) * 33:u32) +"
                              " ((threadIdx.x % 32:u32) * 2:u32)) + 1:u32]"),
                {32 * Warps, 1, 1}));
  };
  EXPECT_EQ(InWarps(1), "2/1 upper-bound, 2/1 upper-bound");
  EXPECT_EQ(InWarps(2), "2/1 exact, 2/1 exact");
}

TEST(Merging, RoundsOfASmallLoop) {
  auto In = [](llvm::StringRef Marks, llvm::StringRef Bound = "16") {
    std::vector<Verdict> Verdicts =
        judgeIn(kernel(WithCounter,
                       ("i = 0 loop name i " + Marks + " test (i < " + Bound +
                        ") { load 4 &s[(i32(threadIdx.x) * 16) +"
                        " i] } step { i = i + 1 }")
                           .str()),
                {32, 1, 1});
    return figures(Verdicts) + " " + llvm::utostr(Verdicts[0].FusedBytes);
  };
  EXPECT_EQ(In("weight 20"), "16/4 exact 16");
  EXPECT_EQ(In("weight 200"), "16/1 upper-bound 4");
  EXPECT_EQ(In("unroll weight 70"), "16/4 exact 16");
  EXPECT_EQ(In(""), "16/1 upper-bound 4");
  // Only so many rounds become one.
  EXPECT_EQ(In("unroll 2 weight 20"), "16/1 upper-bound 4");
  EXPECT_EQ(In("unroll 15 weight 20"), "16/1 upper-bound 4");
  EXPECT_EQ(In("unroll 16 weight 70"), "16/4 exact 16");
  EXPECT_EQ(In("unroll 17 weight 20"), "16/4 exact 16");
  EXPECT_EQ(In("rolled weight 20"), "16/1 exact 4");
  EXPECT_EQ(In("weight 20", "n"), "16/1 upper-bound 4");
  EXPECT_EQ(In("rolled", "n"), "16/1 exact 4");
}

/// Branches between neighbours: the compiler may or may not get rid of them.
TEST(Merging, BranchesMakeItABound) {
  EXPECT_EQ(in32Lanes(WithCounter,
                      "load 4 &s[i32(threadIdx.x) * 2] if (n > 3) { i = 1 }"
                      " load 4 &s[(i32(threadIdx.x) * 2) + 1]"),
            "2/1 upper-bound, 2/1 upper-bound");
  EXPECT_EQ(in32Lanes(WithCounter,
                      "load 4 &s[i32(threadIdx.x) * 2]"
                      " load 4 &s[(i32(threadIdx.x) * 2) + 1] apart"),
            "2/1 upper-bound, 2/1 upper-bound");
}

TEST(Merging, BoundsKeepTheTotals) {
  std::vector<Verdict> Verdicts =
      judgeIn(kernel(WithCounter, "i = 0 loop name i test (i < 4) {"
                                  " load 4 &s[(i32(threadIdx.x) * 4) + i]"
                                  "} step { i = i + 1 }"),
              {32, 1, 1});
  EXPECT_EQ(figures(Verdicts), "4/1 upper-bound");
  ASSERT_TRUE(Verdicts[0].IfSpared);
  EXPECT_EQ(Verdicts[0].IfSpared->Wavefronts, 4u);
  EXPECT_EQ(Verdicts[0].IfSpared->Ideal, 4u);
  ASSERT_TRUE(Verdicts[0].Why);
  EXPECT_EQ(Verdicts[0].Why->Code, ReasonCode::MayMerge);
  // Of the requests alone.
  ASSERT_TRUE(Verdicts[0].BlockTotal);
  EXPECT_EQ(Verdicts[0].BlockTotal->Wavefronts, 16u);
  EXPECT_EQ(Verdicts[0].BlockTotal->Ideal, 4u);
}

TEST(Merging, KeepsAConflictThatRemains) {
  std::vector<Verdict> Verdicts =
      judgeIn(kernel(WithCounter, "i = 0 loop name i test (i < 32) {"
                                  " load 4 &s[(i32(threadIdx.x) * 32) + i]"
                                  "} step { i = i + 1 }"),
              {32, 1, 1});
  EXPECT_EQ(figures(Verdicts), "32/1 upper-bound");
  ASSERT_TRUE(Verdicts[0].IfSpared);
  EXPECT_EQ(Verdicts[0].IfSpared->Wavefronts, 32u);
  EXPECT_EQ(Verdicts[0].IfSpared->Ideal, 4u);
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

/// Bytes are merged in arrays with a declared alignment only.
TEST(Merging, Bytes) {
  const char *Loads = "load 1 &s[threadIdx.x * 8:u32]"
                      " load 1 &s[(threadIdx.x * 8:u32) + 1:u32]";
  EXPECT_EQ(in32Lanes("shared s : u8 1 [4096] align 1", Loads),
            "2/1 exact, 2/1 exact");
  EXPECT_EQ(in32Lanes("shared s : u8 1 [4096] align 4", Loads),
            "2/1 upper-bound, 2/1 upper-bound");
}

/// As read from machine code.
TEST(Merging, SeveralWidths) {
  const auto ofLoads = [](const char *First, const char *Second) {
    return in32Lanes("shared s : u32 4 [4096] align 16",
                     (llvm::Twine(First) + " " + Second).str());
  };
  const char *Pair = "load 8 &s[threadIdx.x * 4:u32] elements 4";
  const char *Wide = "load 8 &s[threadIdx.x * 4:u32]";
  const char *Word = "load 4 &s[(threadIdx.x * 4:u32) + 2:u32]";
  const char *Halves =
      "load 2 &s[(threadIdx.x * 4:u32) + 2:u32] load 2 &s[(threadIdx.x * "
      "4:u32) + 2:u32].bytes(2:i64)";
  const char *Half = "load 2 &s[(threadIdx.x * 4:u32) + 2:u32]";
  EXPECT_EQ(ofLoads(Pair, Word), "4/2 upper-bound, 4/1 upper-bound");
  EXPECT_EQ(ofLoads(Wide, Word), "4/2 exact, 4/1 exact");
  EXPECT_EQ(ofLoads(Pair, Halves),
            "4/2 upper-bound, 4/1 upper-bound, 4/1 upper-bound");
  EXPECT_EQ(ofLoads(Pair, Half), "4/2 exact, 4/1 exact");
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

/// Between two loads stands another access, which surely meets one of them, may
/// do so, or surely does not.
TEST(Merging, AcrossOtherOperations) {
  const auto Around = [](llvm::StringRef Declaration, llvm::StringRef Between) {
    return in32Lanes((Declaration + " shared r : float 4 [64] align 4").str(),
                     ("load 4 &s[threadIdx.x * 2:u32] " + Between +
                      " load 4 &s[(threadIdx.x * 2:u32) + 1:u32]")
                         .str())
        .substr(0, 9);
  };
  const char Aligned[] = "shared s : float 4 [4096] align 8";
  const char First[] = "store 4 &s[threadIdx.x * 2:u32]";
  EXPECT_EQ(Around(Aligned, First), "2/2 exact");
  EXPECT_EQ(Around(Aligned, "store 4 &r[threadIdx.x]"), "2/2 exact");
  EXPECT_EQ(Around("shared s : float 4 [0] align 4 dynamic", First),
            "2/2 exact");
  EXPECT_EQ(Around(Aligned, "store 4 &s[threadIdx.x]"), "2/1 upper");
  EXPECT_EQ(Around(Array, First), "2/1 exact");
  EXPECT_EQ(Around(Aligned, "store 4 &s[(threadIdx.x * 2:u32) + 1:u32]"),
            "2/1 exact");
  EXPECT_EQ(Around(Aligned, "atomic 4 &r[threadIdx.x]"), "2/1 upper");
}

/// A store elsewhere stands between two stores.
TEST(Merging, AcrossStoresElsewhere) {
  const auto Around = [](llvm::StringRef Alignment) {
    return in32Lanes(("shared s : float 4 [4096] align " + Alignment).str(),
                     "store 4 &s[threadIdx.x * 2:u32]"
                     " store 4 &s[(threadIdx.x * 2:u32) + 1024:u32]"
                     " store 4 &s[(threadIdx.x * 2:u32) + 1:u32]")
        .substr(0, 9);
  };
  EXPECT_EQ(Around("8"), "2/1 upper");
  EXPECT_EQ(Around("4"), "2/1 exact");
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
  // The compiler may unroll this one and see each round's distance. Those of
  // later rounds have no neighbour.
  EXPECT_EQ(With("32"), "2/1 upper-bound, 2/1 exact");
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

/// 64 * w + 2 * l is made from 64 * w + l, of which the lowest bit is not
/// known.
TEST(Merging, NeedsASumOfItsOwn) {
  auto Behind = [](llvm::StringRef Sum) {
    return in32Lanes(
        "param n : i32 shared s : float 4 [4096] align 4 var a : i32",
        ("a = " + Sum +
         " store 4 &s[(n * 64) + (i32(threadIdx.x) * 2)]"
         " store 4 &s[((n * 64) + (i32(threadIdx.x) * 2)) + 1]")
            .str());
  };
  const char Merged[] = "2/2 exact, 2/2 exact";
  const char MayBeMerged[] = "2/1 upper-bound, 2/1 upper-bound";
  EXPECT_EQ(Behind("(n * 64) + i32(threadIdx.x)"), MayBeMerged);
  EXPECT_EQ(Behind("((n << 6) + (i32(threadIdx.x) * 3)) + 7"), MayBeMerged);
  EXPECT_EQ(Behind("((n * 64) + i32(threadIdx.x)) + i32(threadIdx.y)"),
            MayBeMerged);
  EXPECT_EQ(Behind("(n * 64) + (i32(threadIdx.x) * 2)"), Merged);
  EXPECT_EQ(Behind("(n * 32) + i32(threadIdx.x)"), Merged);
  EXPECT_EQ(Behind("(n * 64) + i32(threadIdx.y)"), Merged);
  EXPECT_EQ(Behind("n * 64"), Merged);
  EXPECT_EQ(Behind("i32(threadIdx.x)"), Merged);
}

/// x / 6 * 6 is x - x % 6.
TEST(Merging, MultiplesOfQuotients) {
  auto Pair = [](llvm::StringRef Index) {
    return in32Lanes(
        Array,
        ("load 4 &s[" + Index + "] load 4 &s[(" + Index + ") + 1:u32]").str());
  };
  EXPECT_EQ(Pair("((threadIdx.x % 2:u32) * 64:u32) + "
                 "((threadIdx.x / 6:u32) * 6:u32)"),
            "2/1 upper-bound, 2/1 upper-bound");
  EXPECT_EQ(Pair("((threadIdx.x % 2:u32) * 64:u32) + "
                 "((threadIdx.x / 3:u32) * 6:u32)"),
            "4/2 exact, 4/2 exact");
}

/// What the compiler knows of an offset does not depend on the launch, so that
/// neighbours at an unknown offset are not surely alone.
TEST(Merging, UnknownOffsets) {
  auto At = [](llvm::StringRef Offset) {
    return in32Lanes(WithCounter,
                     ("load 4 &s[(i32(threadIdx.x) * 2) + (" + Offset +
                      ")] load 4 &s[((i32(threadIdx.x) * 2) + (" + Offset +
                      ")) + 1]")
                         .str());
  };
  EXPECT_EQ(At("(n > 3) ? 64 : 128"), "2/1 upper-bound, 2/1 upper-bound");
  EXPECT_EQ(At("(n > 3) ? 64 : 127"), "2/1 exact, 2/1 exact");
}

/// Loops that are not unrolled whole, in steps of what the address needs.
TEST(Merging, MovingNeighbours) {
  auto In = [](llvm::StringRef Operation, llvm::StringRef Bound,
               llvm::StringRef Step) {
    return in32Lanes(
        "param n : i32 shared s : float 4 [4096] align 16 var i : i32",
        ("i = 0 loop name i rolled test (i < " + Bound + ") { " + Operation +
         " 4 &s[(i32(threadIdx.x) * 2) + (i * 4)] array s " + Operation +
         " 4 &s[((i32(threadIdx.x) * 2) + (i * 4)) + 1] array s"
         "} step { i = i + " +
         Step + " }")
            .str());
  };
  EXPECT_EQ(In("load", "30", "1"), "2/2 exact, 2/2 exact");
  EXPECT_EQ(In("load", "n", "1"), "2/2 exact, 2/2 exact");
  // Where it does not move in steps, what the compiler knows is lost.
  EXPECT_EQ(In("load", "30", "n"), "2/1 upper-bound, 2/1 upper-bound");
  EXPECT_EQ(In("store", "30", "1"), "2/2 exact, 2/2 exact");
  EXPECT_EQ(In("store", "n", "1"), "2/1 upper-bound, 2/1 upper-bound");
}

/// A tile's rows in a loop of unknown length: all but that is unrolled.
TEST(Merging, CountedLoopsInOthers) {
  std::vector<Verdict> Verdicts = judgeIn(
      kernel(
          "param n : i32 shared s : float 4 [4096] align 4 var i : i32 var k "
          ": i32",
          "k = 0 loop name k test (k < n) {"
          " i = 0 loop name i weight 10 test (i < 4) {"
          " load 4 &s[(i32(threadIdx.x) * 4) + i]"
          "} step { i = i + 1 } } step { k = k + 1 }"),
      {32, 1, 1});
  EXPECT_EQ(figures(Verdicts), "4/4 exact");
  EXPECT_EQ(Verdicts[0].FusedBytes, 16u);
}

/// Variables that are set once, but not before they are read.
TEST(Merging, ValuesMadeOfThemselves) {
  auto With = [](llvm::StringRef Before) {
    return in32Lanes(
        "shared s : float 4 [4096] align 4 var a : i32 var b : i32",
        (Before + " load 4 &s[(i32(threadIdx.x) * 2) + (a * 2)]"
                  " load 4 &s[((i32(threadIdx.x) * 2) + (a * 2))"
                  " + 1]")
            .str());
  };
  EXPECT_EQ(With("a = a + 1"), With("a = b + 1 b = a + 1"));
}

/// That they are neighbors is true, but the compiler does not see it.
TEST(Merging, DistancesThatAreSeen) {
  const auto Padded = [](llvm::StringRef High) {
    return in32Lanes(
        Array,
        ("load 4 &s[(threadIdx.x * 2:u32) + ((threadIdx.x >> 3:u32) * 2:u32)]"
         " load 4 &s[((threadIdx.x * 2:u32) + 1:u32) + (" +
         High + " * 2:u32)]")
            .str());
  };
  EXPECT_EQ(Padded("(threadIdx.x >> 3:u32)"), "4/2 exact, 4/2 exact");
  EXPECT_EQ(Padded("(((threadIdx.x * 2:u32) + 1:u32) >> 4:u32)"),
            "3/1 upper-bound, 3/1 upper-bound");
}

/// Pairs that stand h apart, in stages of which the first has an h of 1: in
/// code of its own they are neighbors.
TEST(Merging, Stages) {
  const auto Until = [](llvm::StringRef End, llvm::StringRef Marks) {
    return figures(judgeIn(
        kernel("param n : i32 shared s : float 4 [256] align 4 var t : i32"
               " var h : i32 var i : i32",
               ("t = i32(threadIdx.x) h = 1 loop name h " + Marks +
                " test (h < " + End +
                ") { barrier i = (2 * t) - (t & (h - 1))"
                " load 4 &s[i] load 4 &s[i + h] } step { h = h << 1 }")
                   .str()),
        {128, 1, 1}, {256}));
  };
  EXPECT_EQ(Until("256", "weight 20"), "2/1 exact, 2/1 exact");
  EXPECT_EQ(Until("256", "weight 60"), "2/1 upper-bound, 2/1 upper-bound");
  EXPECT_EQ(Until("256", ""), "2/1 upper-bound, 2/1 upper-bound");
  // One code for all stages, unless the compiler is asked to keep all tests.
  EXPECT_EQ(Until("n", "weight 20"), "2/1 exact, 2/1 exact");
  EXPECT_EQ(Until("n", ""), "2/1 exact, 2/1 exact");
  EXPECT_EQ(Until("n", "unroll"), "2/1 upper-bound, 2/1 upper-bound");
}

/// What stands in terms must have one value in both addresses.
TEST(Merging, TermsOfOneValue) {
  const auto In = [](llvm::StringRef Body) {
    return figures(
        judgeIn(kernel("param n : i32 shared s : float 4 [256] align 4 var t :"
                       " i32 var k : i32 var x : i32",
                       ("t = i32(threadIdx.x) " + Body).str()),
                {32, 1, 1}, {256}));
  };
  const llvm::StringRef Rounds = "k = 0 loop name k weight 9 test (k < 2) {";
  EXPECT_EQ(In((Rounds + " load 4 &s[(2 * t) + k] } step { k = k + 1 }").str()),
            "2/2 exact");
  EXPECT_EQ(In((Rounds + " load 4 &s[(2 * min(t, 63 + k)) + k] }"
                         " step { k = k + 1 }")
                   .str()),
            "2/1 upper-bound");
  EXPECT_EQ(In("x = 2 * t load 4 &s[x] x = min(x, 2 * n) load 4 &s[x + 1]"),
            "2/1 upper-bound, 2/1 upper-bound");
  EXPECT_EQ(In(("x = 2 * t " + Rounds +
                " load 4 &s[x + k] x = min(x, 2 * n) } step { k = k + 1 }")
                   .str()),
            "2/1 upper-bound");
}
