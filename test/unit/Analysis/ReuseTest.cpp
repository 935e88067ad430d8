//===- ReuseTest.cpp - Accesses that the compiler may spare ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

static constexpr char Array[] = "shared s : float 4 [8192] align 4";
static constexpr char WithCounter[] =
    "param n : i32 shared s : float 4 [8192] align 4 var i : u32";

/// The requests of each access; "open" where they are not sure.
static std::string requests(const KernelProgram &Program,
                            std::vector<ArgumentValue> Arguments = {},
                            Dim3 Block = {32, 1, 1}) {
  std::string Result;
  for (const Verdict &V : judgeIn(Program, Block, std::move(Arguments))) {
    bool IsSure = V.Result == Certainty::Exact && V.BlockTotal;
    Result += IsSure ? llvm::utostr(V.BlockTotal->Requests) : "open";
    Result += " ";
  }
  return Result;
}

/// Loads s[33 * tid], stores to s[\p Subscript] and loads again.
static std::string acrossStore(llvm::StringRef Subscript) {
  return requests(
      kernel(Array, (" load 4 &s[threadIdx.x * 33:u32]"
                     " store 4 &s[" +
                     Subscript + "] load 4 &s[threadIdx.x * 33:u32]")
                        .str()));
}

TEST(Reuse, StoreBetweenLoads) {
  // The own place: what was stored there is loaded.
  EXPECT_EQ(acrossStore("threadIdx.x * 33:u32"), "1 1 open ");
  // One distance, few of them, or a common divisor of them.
  EXPECT_EQ(acrossStore("(threadIdx.x * 33:u32) + 7:u32"), "1 1 open ");
  EXPECT_EQ(acrossStore("(threadIdx.x * 33:u32) + "
                        "((threadIdx.x < 7:u32) ? 7:u32 : 9:u32)"),
            "1 1 open ");
  EXPECT_EQ(acrossStore("(threadIdx.x * 65:u32) + 5:u32"), "1 1 open ");
  EXPECT_EQ(acrossStore("(threadIdx.x * 36:u32) + 2:u32"), "1 1 open ");
  // Other places all, but who knows; and the same one for one thread.
  EXPECT_EQ(acrossStore("(threadIdx.x * 34:u32) + 5:u32"), "1 1 1 ");
  EXPECT_EQ(acrossStore("(threadIdx.x * 36:u32) + 3:u32"), "1 1 1 ");
  EXPECT_EQ(acrossStore("(threadIdx.x * 65:u32)"), "1 1 1 ");
}

TEST(Reuse, DistanceThatChangesInALoop) {
  std::string Rising = " i = 1:u32 loop test (i < u32(n)) {"
                       " load 4 &s[threadIdx.x]"
                       " store 4 &s[threadIdx.x + (i * 32:u32)]"
                       " } step { i = i + 1:u32 }";
  EXPECT_EQ(requests(kernel(WithCounter, Rising), {6}), "open 5 ");
}

TEST(Reuse, FirstStoreMayRestore) {
  auto Sum = [](llvm::StringRef Flag) {
    return kernel("shared s : int 4 [8192] align 4 var i : u32",
                  (" i = 0:u32 loop test (i < 8:u32) {"
                   " load 4 &s[(threadIdx.x * 33:u32) + i]"
                   " store 4 &s[(threadIdx.x * 33:u32) + i]" +
                   Flag + " } step { i = i + 1:u32 }")
                      .str());
  };
  EXPECT_EQ(requests(Sum("")), "8 8 ");
  EXPECT_EQ(requests(Sum(" restores")), "open open ");
  // The later rounds' requests are what they are.
  EXPECT_EQ(figures(judgeIn(Sum(" restores"), {32, 1, 1})),
            "1/1 exact, 1/1 exact");
}

TEST(Reuse, WriteBack) {
  auto Stored = [](llvm::StringRef Between) {
    return requests(
        kernel(Array, (" load 4 &s[threadIdx.x * 33:u32]" + Between +
                       " store 4 &s[threadIdx.x * 33:u32]"
                       " back")
                          .str()));
  };
  EXPECT_EQ(Stored(""), "open open ");
  // The value is the one that was there first.
  EXPECT_EQ(Stored(" store 4 &s[threadIdx.x * 33:u32]"), "open open open ");
  EXPECT_EQ(Stored(" barrier"), "1 1 ");
}

TEST(Reuse, WideStoreOverwrittenByNarrowOnes) {
  auto Behind = [](llvm::StringRef Offset) {
    return requests(kernel(Array, (" store 8 &s[threadIdx.x * 2:u32]"
                                   " store 4 &s[threadIdx.x * 2:u32]"
                                   " store 4 &s[(threadIdx.x * 2:u32) + " +
                                   Offset + "]")
                                      .str()));
  };
  EXPECT_EQ(Behind("1:u32").substr(0, 5), "open ");
  EXPECT_EQ(Behind("2:u32").substr(0, 2), "1 ");
}

TEST(Reuse, NarrowLoadBeforeWideOne) {
  EXPECT_EQ(requests(kernel(Array, " load 4 &s[threadIdx.x * 4:u32]"
                                   " load 16 &s[threadIdx.x * 4:u32]")),
            "open 1 ");
  EXPECT_EQ(requests(kernel(Array, " load 4 &s[threadIdx.x * 4:u32] barrier"
                                   " load 16 &s[threadIdx.x * 4:u32]")),
            "1 1 ");
}

// The lanes of branches that exclude each other are those of one warp.
TEST(Reuse, BranchesTogetherHaveNoMoreLanesThanAWarp) {
  const KernelProgram Program =
      kernel("param n : i32 param m : u32 shared s : float 4 [4096] align 4",
             " if (threadIdx.x < u32(n)) { load 4 &s[threadIdx.x * 32:u32] }"
             " else { load 4 &s[(threadIdx.x * 64:u32) + m] }");
  for (const Verdict &V : judgeIn(Program, {32, 1, 1}, {})) {
    EXPECT_EQ(V.Result, Certainty::UpperBound);
    EXPECT_EQ(V.Worst.Wavefronts, 32u);
    EXPECT_EQ(V.Worst.Ways, 32u);
  }
}

/// Sections that lanes enter apart, and ones that control falls through.
TEST(Reuse, SectionsOfASwitch) {
  auto Switch = [](llvm::StringRef End) {
    return kernel(Array,
                  (" switch (threadIdx.x & 1:u32) {"
                   " case 0: { load 4 &s[threadIdx.x * 16:u32] " +
                   End + " } case 1: { load 4 &s[threadIdx.x * 32:u32] } }")
                      .str());
  };
  EXPECT_EQ(figures(judgeIn(Switch("break"), {32, 1, 1})),
            "24/1 upper-bound, 24/1 upper-bound");
  EXPECT_EQ(requests(Switch("")), "1 1 ");
}
