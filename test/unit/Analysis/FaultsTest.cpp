//===- FaultsTest.cpp - What surely is out of bounds or misaligned --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

/// Lane l of warp w of a block of 64 accesses Width bytes at
/// Start + Stride * (32 * w + l) in an array of 256 bytes.
struct Pattern {
  int64_t Start;
  int64_t Stride;
  unsigned Width;
  unsigned Alignment;

  int64_t offset(unsigned Thread) const { return Start + Stride * Thread; }
};

} // namespace

/// \p IsAlone: whether the kernel has no other array.
static Verdict verdictOf(const Pattern &P, bool IsAlone) {
  std::string Arrays =
      "shared s : char 1 [256] align " + std::to_string(P.Alignment);
  if (!IsAlone)
    Arrays += " shared other : char 1 [4] align 1";
  std::string Index = std::to_string(P.Start) + ":i64 + (" +
                      std::to_string(P.Stride) + ":i64 * i64(threadIdx.x))";
  return judgeOne(
      kernel(Arrays, "load " + std::to_string(P.Width) + " &s[" + Index + "]"),
      {64, 1, 1});
}

static std::string show(const Pattern &P) {
  return std::to_string(P.Width) + " bytes at " + std::to_string(P.Start) +
         " + " + std::to_string(P.Stride) + " * t, alignment " +
         std::to_string(P.Alignment);
}

static unsigned threadOf(const SureAddress &At) {
  return At.Warp * WarpSize + At.Lane;
}

static void checkBounds(const Pattern &P, const SureFaults &Found) {
  std::optional<int64_t> Most, Least;
  for (unsigned Thread = 0; Thread != 64; ++Thread) {
    int64_t Offset = P.offset(Thread);
    if (Offset + P.Width > 256)
      Most = std::max(Most.value_or(Offset), Offset);
    if (Offset < 0)
      Least = std::min(Least.value_or(Offset), Offset);
  }
  ASSERT_EQ(Found.Beyond.has_value(), Most.has_value());
  ASSERT_EQ(Found.Below.has_value(), Least.has_value());
  if (Most) {
    EXPECT_EQ(Found.Beyond->OffsetBytes, *Most);
    EXPECT_EQ(P.offset(threadOf(*Found.Beyond)), *Most);
  }
  if (Least) {
    EXPECT_EQ(Found.Below->OffsetBytes, *Least);
    EXPECT_EQ(P.offset(threadOf(*Found.Below)), *Least);
  }
}

/// True if the array can start such that no thread is misaligned.
static bool canBeAligned(const Pattern &P, bool IsAlone) {
  for (int64_t Base = 0; Base < 16; Base += P.Alignment) {
    bool AllAligned = true;
    for (unsigned Thread = 0; Thread != 64; ++Thread)
      AllAligned &= (Base + P.offset(Thread)) % int64_t(P.Width) == 0;
    if (AllAligned)
      return true;
    if (IsAlone)
      break;
  }
  return false;
}

TEST(Faults, AreThoseOfThreadsOneByOne) {
  for (unsigned Width : {1u, 2u, 4u, 8u, 16u})
    for (unsigned Alignment : {1u, 2u, 4u, 8u, 16u})
      for (int64_t Stride : {0, 1, 2, 4, 8, 12, 16, -4})
        for (int64_t Start : {-16, -4, -1, 0, 1, 2, 4, 8, 192, 240, 256})
          for (bool IsAlone : {false, true}) {
            Pattern P{Start, Stride, Width, Alignment};
            SCOPED_TRACE(show(P) + (IsAlone ? ", alone" : ""));
            SureFaults Found = verdictOf(P, IsAlone).Faults;
            checkBounds(P, Found);
            EXPECT_EQ(Found.Misaligned.has_value(), !canBeAligned(P, IsAlone));
          }
}

TEST(Faults, NeedASureExecution) {
  const std::string Declared = "param n : i32 "
                               "shared s : float 4 [32] align 4 var i : i32";
  auto HasFault = [&](const std::string &Body) {
    SureFaults Found = judgeOne(kernel(Declared, Body), {64, 1, 1}).Faults;
    return Found.Beyond || Found.Below || Found.Misaligned;
  };
  EXPECT_TRUE(HasFault("load 4 &s[threadIdx.x]"));
  EXPECT_FALSE(HasFault("if (n < 3) { load 4 &s[threadIdx.x] }"));
  EXPECT_FALSE(
      HasFault("if (i32(threadIdx.x) < n) { load 4 &s[threadIdx.x] }"));
  EXPECT_FALSE(HasFault("if (n < 3) { return } load 4 &s[threadIdx.x]"));
  EXPECT_FALSE(
      HasFault("if (threadIdx.x < 32:u32) { load 4 &s[threadIdx.x] }"));
  EXPECT_FALSE(HasFault("load 4 &s[n]"));
  EXPECT_FALSE(HasFault("i = 0 loop name i test (i < n) "
                        "{ load 4 &s[i32(threadIdx.x) + i] } "
                        "step { i = i + 1 }"));
}

TEST(Faults, TellTheRound) {
  SureFaults Found =
      judgeOne(kernel("shared s : float 4 [40] align 4 var i : i32",
                      "i = 0 loop name i test (i < 4) "
                      "{ store 4 &s[i32(threadIdx.x) + (i * 8)] } "
                      "step { i = i + 1 }"),
               {32, 1, 1})
          .Faults;
  ASSERT_TRUE(Found.Beyond);
  EXPECT_EQ(Found.Beyond->Lane, 31u);
  ASSERT_EQ(Found.Beyond->Loops.size(), 1u);
  EXPECT_EQ(Found.Beyond->Loops[0].first, "i");
  EXPECT_EQ(Found.Beyond->Loops[0].second, 3);
}

TEST(Faults, ADynamicArrayTellsHowFarItIsUsed) {
  SureFaults Found = judgeOne(kernel("shared s : float 4 [0] align 4 dynamic",
                                     "store 4 &s[threadIdx.x * 2:u32]"),
                              {64, 1, 1})
                         .Faults;
  ASSERT_TRUE(Found.Beyond);
  EXPECT_EQ(Found.Beyond->OffsetBytes, 63 * 8);
  EXPECT_FALSE(Found.Below);
}

TEST(Faults, AssemblyMayDeclareWhatIsBesideADynamicArray) {
  const auto Strays = [](const std::string &Declared, const char *Index) {
    const KernelProgram Program =
        kernel(Declared + "shared s : float 4 [0] align 4 dynamic "
                          "shared t : float 4 [8] align 4",
               std::string("store 4 ") + Index);
    const SureFaults Found = judgeOne(Program, {32, 1, 1}).Faults;
    return strayLane(Found, Program, Program.Accesses[0], 0) != nullptr;
  };
  for (const char *Index :
       {"&s[threadIdx.x]", "&s[i64(threadIdx.x) - 1:i64]"}) {
    EXPECT_TRUE(Strays("", Index)) << Index;
    EXPECT_FALSE(Strays("assembly_arrays ", Index)) << Index;
  }
  EXPECT_TRUE(Strays("assembly_arrays ", "&t[threadIdx.x]"));
}
