//===- NarrowAccessTest.cpp - Offsets that may not be dropped -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An offset that all lanes share is dropped for accesses of a word and more.
// For narrower ones its place within a word decides which lanes share one.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "gtest/gtest.h"
#include <set>

using namespace banklint;
using namespace banklint::test;

static std::string access(unsigned Bytes, unsigned Stride,
                          const std::string &Offset) {
  return "load " + std::to_string(Bytes) +
         " &s.bytes(i64((i32(threadIdx.x) * " + std::to_string(Stride) +
         ") + (" + Offset + ")))";
}

/// The figures of \p Program for all values of its parameter that align it.
static std::set<unsigned> wavefrontsByValue(const KernelProgram &Program) {
  std::set<unsigned> Wavefronts;
  for (int64_t N = 0; N != 130; ++N) {
    Verdict V = judgeIn(Program, {32, 1, 1}, {N}).front();
    if (V.Result == Certainty::Exact)
      Wavefronts.insert(V.Worst.Wavefronts);
  }
  return Wavefronts;
}

TEST(UniformOffset, IsDroppedJustWhereItChangesNothing) {
  unsigned Exact = 0, Bounds = 0;
  for (unsigned Bytes : {1, 2, 4, 8, 16})
    for (unsigned Stride = 0; Stride <= 40; ++Stride)
      for (unsigned Step : {1, 2, 4, 6}) {
        if (Stride % Bytes != 0)
          continue;
        std::string Body = access(Bytes, Stride, "n * " + std::to_string(Step));
        SCOPED_TRACE(Body);
        KernelProgram Program =
            kernel("param n : i32 shared s : char 1 [8192] align 16", Body);
        Verdict V = judgeOne(Program, {32, 1, 1});
        std::set<unsigned> Real = wavefrontsByValue(Program);
        ASSERT_FALSE(Real.empty());
        EXPECT_EQ(V.Worst.Wavefronts, *Real.rbegin());
        EXPECT_EQ(V.Result,
                  Real.size() == 1 ? Certainty::Exact : Certainty::UpperBound);
        if (V.Result == Certainty::UpperBound) {
          ASSERT_TRUE(V.Why);
          EXPECT_EQ(V.Why->Code, ReasonCode::UniformUnknown);
          EXPECT_LT(Bytes, 4u);
        }
        ++(Real.size() == 1 ? Exact : Bounds);
      }
  EXPECT_GT(Exact, 100u);
  EXPECT_GT(Bounds, 5u);
}

/// Another array in front may leave any place within a word to this one.
TEST(ArrayStart, WithinAWordIsKnownForTheOnlyArrayOrAnAlignedOne) {
  for (unsigned Stride = 0; Stride <= 40; ++Stride) {
    SCOPED_TRACE(Stride);
    std::string Body = access(1, Stride, "0");
    Verdict Alone =
        judgeOne(kernel("shared s : char 1 [2048] align 1", Body), {32, 1, 1});
    Verdict Aligned = judgeOne(kernel("shared a : char 1 [3] align 1"
                                      " shared s : char 1 [2048] align 4",
                                      Body),
                               {32, 1, 1});
    Verdict Anywhere = judgeOne(kernel("shared a : char 1 [3] align 1"
                                       " shared s : char 1 [2048] align 1",
                                       Body),
                                {32, 1, 1});
    std::set<unsigned> Real;
    for (unsigned Start = 0; Start != 4; ++Start)
      Real.insert(judgeOne(kernel("shared s : char 1 [2048] align 1",
                                  access(1, Stride, std::to_string(Start))),
                           {32, 1, 1})
                      .Worst.Wavefronts);
    EXPECT_EQ(Alone.Result, Certainty::Exact);
    EXPECT_EQ(Aligned.Result, Certainty::Exact);
    EXPECT_EQ(Alone.Worst.Wavefronts, Aligned.Worst.Wavefronts);
    EXPECT_EQ(Anywhere.Worst.Wavefronts, *Real.rbegin());
    EXPECT_EQ(Anywhere.Result,
              Real.size() == 1 ? Certainty::Exact : Certainty::UpperBound);
  }
}

/// A wide access to an array of narrow elements: only its place relative to
/// other lanes shows that it is misaligned, if the start is not known.
TEST(ArrayStart, MayAlignAWideAccess) {
  static constexpr char Two[] = "shared a : float 4 [3] align 4"
                                " shared s : float 4 [256] align 4";
  EXPECT_EQ(
      figures(judgeIn(kernel(Two, "load 16 &s[1:u32 + (threadIdx.x * 4:u32)]"),
                      {32, 1, 1})),
      "4/4 exact");
  EXPECT_EQ(figures(judgeIn(kernel("shared s : float 4 [256] align 4",
                                   "load 16 &s[1:u32 + (threadIdx.x * 4:u32)]"),
                            {32, 1, 1})),
            "unknown");
  EXPECT_EQ(figures(judgeIn(kernel(Two, "load 16 &s[threadIdx.x * 5:u32]"),
                            {32, 1, 1})),
            "unknown");
}
