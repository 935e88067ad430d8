//===- DependsTest.cpp - Costs that depend on a symbol --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConditionText.h"
#include "Kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace banklint;
using namespace banklint::test;
using testing::HasSubstr;

static constexpr char Strided[] =
    "param n : i32 shared s : float 4 [4096] align 4";

TEST(Depends, TellsAStrideByResidue) {
  Verdict V =
      judgeOne(kernel(Strided, "load 4 &s[i32(threadIdx.x) * n]"), {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Depends);
  EXPECT_EQ(V.Condition,
            "n % 32 == 0: 32 wavefronts; n % 32 == 16: 16; n % 16 == 8: 8; "
            "n % 8 == 4: 4; n % 4 == 2: 2; n odd: 1; n == 0: 1");
  EXPECT_EQ(V.Worst.Wavefronts, 32u);
  EXPECT_EQ(V.Worst.Ways, 32u);
  ASSERT_TRUE(V.WorstRequest);
  // The witness is a request that costs what is claimed.
  EXPECT_EQ(costOf(arch(), V.WorstRequest->Request).Wavefronts, 32u);
  EXPECT_FALSE(V.BlockTotal);
}

TEST(Depends, AnAtomicNeedsNoExceptionForZero) {
  Verdict V = judgeOne(kernel(Strided, "atomic 4 &s[i32(threadIdx.x) * n]"),
                       {32, 1, 1});
  EXPECT_THAT(V.Condition, HasSubstr("n % 32 == 0: 32 wavefronts; "));
  EXPECT_THAT(V.Condition, testing::Not(HasSubstr("n == 0")));
}

TEST(Depends, TellsOnlyZeroApart) {
  Verdict V = judgeOne(
      kernel(Strided, "load 4 &s[(i32(threadIdx.x) * n) * 32]"), {32, 1, 1});
  EXPECT_EQ(V.Condition, "n != 0: 32 wavefronts; n == 0: 1");
}

TEST(Depends, IsExactIfEveryValueCostsTheSame) {
  Verdict V = judgeOne(
      kernel(Strided,
             "load 4 &s[i32(threadIdx.x) + (n * (i32(threadIdx.x) / 32))]"),
      {64, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  // One lane in 16 is 128 * n bytes further on: always another word.
  V = judgeOne(kernel(Strided,
                      "atomic 4 &s[((n * 32) * (i32(threadIdx.x) / 16))"
                      " + (i32(threadIdx.x) % 16)]"),
               {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_EQ(V.Worst.Wavefronts, 2u);
}

TEST(Depends, AMisalignedResidueIsToldApart) {
  Verdict V =
      judgeOne(kernel(Strided, "load 16 &s[i32(threadIdx.x) * n]"), {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Depends);
  EXPECT_THAT(V.Condition, HasSubstr("other n: misaligned"));
  EXPECT_THAT(V.Condition, testing::Not(HasSubstr("odd")));
}

TEST(Depends, AllResiduesMisalignedIsUnknown) {
  Verdict V =
      judgeOne(kernel(Strided, "load 8 &s[((i32(threadIdx.x) * n) * 2) + 1]"),
               {32, 1, 1});
  ASSERT_EQ(V.Result, Certainty::Unknown);
  EXPECT_EQ(V.Why->Code, ReasonCode::Misaligned);
}

TEST(Depends, NamesBothOfTwoVaryingSymbols) {
  Verdict V = judgeOne(
      kernel("param n : i32 param m : i32 shared s : float 4 [4096] align 4",
             "load 4 &s[(i32(threadIdx.x) * n) + (i32(threadIdx.y) * m)]"),
      {16, 16, 1});
  ASSERT_EQ(V.Result, Certainty::Unknown);
  EXPECT_EQ(V.Why->Code, ReasonCode::UniformUnknown);
  EXPECT_THAT(V.Why->Detail, HasSubstr("'n'"));
  EXPECT_THAT(V.Why->Detail, HasSubstr("'m'"));
}

/// A symbol that is computed from n is not n, though it is named after it.
TEST(Depends, DoesNotTakeAnExpressionForItsParameter) {
  Verdict V = judgeOne(kernel(Strided, "load 4 &s[i32(threadIdx.x) * (n / 3)]"),
                       {32, 1, 1});
  ASSERT_EQ(V.Result, Certainty::Depends);
  EXPECT_THAT(V.Condition, HasSubstr("s % 32 == 0: 32 wavefronts"));
  EXPECT_THAT(V.Condition, HasSubstr("where s is a value that depends on 'n'"));
}

TEST(Depends, DoesNotTakeARoundForTheLoopVariable) {
  Verdict V = judgeOne(
      kernel("param n : i32 shared s : float 4 [4096] align 4 var k : i32",
             "k = 1 loop name k test (k < n) {"
             " load 4 &s[i32(threadIdx.x) * k] } step { k = k + 1 }"),
      {32, 1, 1});
  ASSERT_EQ(V.Result, Certainty::Depends);
  EXPECT_THAT(V.Condition, HasSubstr("where s is a value that depends on 'k'"));
  EXPECT_THAT(V.Condition, testing::Not(HasSubstr("k %")));
}

/// A value may have the name of a parameter that it hides.
TEST(Depends, DoesNotTakeAValueForTheParameterOfItsName) {
  Verdict V = judgeOne(kernel(Strided, "load 4 &s[i32(threadIdx.x) *"
                                       " opaque<unknown-call>(\"'f'\", name"
                                       " \"n\"):i32]"),
                       {32, 1, 1});
  ASSERT_EQ(V.Result, Certainty::Depends);
  EXPECT_THAT(V.Condition, HasSubstr("where s is a value that depends on 'n'"));
}

TEST(Depends, APlaceholderIsSpelledOut) {
  Verdict V = judgeOne(kernel("shared s : float 4 [4096] align 4",
                              "load 4 &s[i32(threadIdx.x) *"
                              " opaque<unknown-call>(\"\"):i32]"),
                       {32, 1, 1});
  EXPECT_THAT(V.Condition, testing::EndsWith("; where s is a value"));
}

/// Executions with a worse known cost hide what depends.
TEST(Depends, IsExactUnderAWorseSureExecution) {
  KernelProgram Program = kernel(
      "param n : i32 shared s : float 4 [4096] align 4 var i : i32 var k : i32",
      "i = 0 loop name i test (i < 2) { k = (i == 0) ? 32 : n"
      " load 4 &s[i32(threadIdx.x) * k] } step { i = i + 1 }");
  Verdict V = judgeOne(Program, {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_EQ(V.Worst.Wavefronts, 32u);
  EXPECT_FALSE(V.BlockTotal);
}

TEST(Depends, IncludesExecutionsThatDoNotDepend) {
  KernelProgram Program = kernel(
      "param n : i32 shared s : float 4 [4096] align 4 var i : i32 var k : i32",
      "i = 0 loop name i test (i < 2) { k = (i == 0) ? 8 : n"
      " load 4 &s[i32(threadIdx.x) * k] } step { i = i + 1 }");
  Verdict V = judgeOne(Program, {32, 1, 1});
  EXPECT_EQ(V.Condition,
            "n % 32 == 0: 32 wavefronts; n % 32 == 16: 16; otherwise: 8; "
            "n == 0: 8");
}

TEST(Depends, SaysAtMostUnderAnUnknownGuard) {
  KernelProgram Program = kernel(
      Strided, "if (opaque<data-dependent-index>(\"loaded\", divergent):bool) {"
               " load 4 &s[i32(threadIdx.x) * n] }");
  Verdict V = judgeOne(Program, {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Depends);
  EXPECT_THAT(V.Condition, HasSubstr("n % 32 == 0: at most 32 wavefronts"));
}

TEST(Depends, OnTwoSymbolsInTurnIsABound) {
  KernelProgram Program =
      kernel("param n : i32 param m : i32 shared s : float 4 [4096] align 4"
             " var i : i32 var k : i32",
             "i = 0 loop name i test (i < 2) { k = (i == 0) ? (n * 4) : (m * 8)"
             " load 4 &s[i32(threadIdx.x) * k] } step { i = i + 1 }");
  Verdict V = judgeOne(Program, {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::UpperBound);
  EXPECT_EQ(V.Worst.Wavefronts, 32u);
  EXPECT_EQ(V.Why->Code, ReasonCode::UniformUnknown);
}

/// Two symbols may both be called s and have different values.
TEST(Depends, SaysAtMostForSeveralUnnamedSymbols) {
  KernelProgram Program =
      kernel("shared s : float 4 [4096] align 4 var i : i32",
             "i = 1 loop name i test (i < 3) {"
             " load 4 &s[(i32(threadIdx.x) * i) *"
             " opaque<data-dependent-index>(\"loaded\", name \"m\"):i32]"
             " } step { i = i + 1 }");
  EXPECT_THAT(judgeOne(Program, {32, 1, 1}).Condition,
              HasSubstr("s odd: at most 2"));
}

/// Both halves of the warp meet in the same words for n == -1 only.
TEST(Depends, AllowsForNegativeValuesWhereThereAreAny) {
  static constexpr char Halves[] =
      " load 4 &s[((threadIdx.x % 16:u32) * 2:u32) +"
      " (((threadIdx.x / 16:u32) * 32:u32) * (";
  Verdict V = judgeOne(
      kernel(Strided, std::string(Halves) + "u32(n) + 1:u32))]"), {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::UpperBound);
  EXPECT_EQ(V.Worst.Wavefronts, 2u);
  ASSERT_TRUE(V.Why);
  EXPECT_EQ(V.Why->Detail, "a few values of 'n' need fewer wavefronts");
  V = judgeOne(kernel(Strided, std::string(Halves) + "blockIdx.x + 1:u32))]"),
               {32, 1, 1});
  EXPECT_EQ(V.Result, Certainty::Exact);
  EXPECT_EQ(V.Worst.Wavefronts, 2u);
}

namespace {

struct RandomAccess {
  const char *Operation;
  unsigned Bytes;
};

/// Draws byte offsets and coefficients that are simple functions of the lane.
class ExpressionSource {
public:
  explicit ExpressionSource(unsigned Seed) : Random(Seed) {}

  /// An i32 expression whose values are multiples of \p Unit.
  std::string draw(int Unit) {
    static constexpr const char *Parts[] = {
        "t", "(t / 2)", "(t % 2)", "(t / 16)", "(t % 16)", "(t / 8)", "1"};
    static constexpr int Factors[] = {-4, -1, 1, 2, 3, 4, 8, 16, 31, 32, 33};
    std::string Text = "0";
    for (int Terms = pick(3) + 1; Terms != 0; --Terms)
      Text = "(" + Text + " + (" + Parts[pick(7)] + " * " +
             std::to_string(Factors[pick(11)] * Unit) + "))";
    return Text;
  }
  int pick(int Count) { return int(Random() % unsigned(Count)); }

private:
  std::mt19937 Random;
};

} // namespace

/// Checks what \p V claims about each n against an execution with that n.
static void checkAgainstValues(const KernelProgram &Program, const Dim3 &Block,
                               const Verdict &V, unsigned &Claims) {
  for (int64_t N = -200; N <= 200; ++N) {
    Verdict Real = judgeIn(Program, Block, {N}).front();
    SCOPED_TRACE("n = " + std::to_string(N) + ", " + V.Condition);
    if (V.Result == Certainty::Exact) {
      if (Real.Result != Certainty::Unknown) {
        EXPECT_EQ(Real.Worst.Wavefronts, V.Worst.Wavefronts);
        EXPECT_EQ(Real.Worst.Ideal, V.Worst.Ideal);
      }
      continue;
    }
    if (Real.Result != Certainty::Unknown) {
      EXPECT_LE(Real.Worst.Wavefronts - Real.Worst.Ideal,
                V.Worst.Wavefronts - V.Worst.Ideal);
    }
    if (V.Result != Certainty::Depends)
      continue;
    std::optional<Claim> Said = claimOf(V.Condition, "n", N);
    if (!Said)
      continue;
    ++Claims;
    EXPECT_EQ(Said->IsMisaligned, Real.Result == Certainty::Unknown);
    if (Said->IsMisaligned)
      continue;
    if (Said->IsAtMost)
      EXPECT_LE(Real.Worst.Wavefronts, Said->Wavefronts);
    else
      EXPECT_EQ(Real.Worst.Wavefronts, Said->Wavefronts);
  }
}

/// More costs than are told one by one, some values misaligned.
TEST(Depends, CutsALongConditionShort) {
  KernelProgram Program = kernel(
      "param n : i32 shared s : char 1 [65536] align 16 var t : i32",
      "t = i32(threadIdx.x)"
      " store 2 &s.bytes(i64((((t * 2) + ((t / 16) * 2)) + ((t % 16) * 62)) +"
      " (n * (((t % 2) * -4) - (t / 2)))))");
  Verdict V = judgeOne(Program, {20, 1, 1});
  EXPECT_THAT(V.Condition, HasSubstr("otherwise, if aligned: at most 3"));
  unsigned Claims = 0;
  checkAgainstValues(Program, {20, 1, 1}, V, Claims);
}

class DependsOnRandom : public testing::TestWithParam<RandomAccess> {};

TEST_P(DependsOnRandom, AgreesWithEveryValue) {
  RandomAccess Kind = GetParam();
  ExpressionSource Source(Kind.Bytes);
  unsigned Claims = 0;
  for (unsigned Trial = 0; Trial != 15; ++Trial) {
    // Now and then a coefficient that some values of n misalign.
    int Unit = Source.pick(4) == 0 ? 1 : int(Kind.Bytes);
    std::string Offset = Source.draw(int(Kind.Bytes));
    std::string Coefficient = Source.draw(Unit);
    std::string Body = "t = i32(threadIdx.x) " + std::string(Kind.Operation) +
                       " " + std::to_string(Kind.Bytes) + " &s.bytes(i64(" +
                       Offset + " + (n * " + Coefficient + ")))";
    SCOPED_TRACE(Body);
    KernelProgram Program = kernel(
        "param n : i32 shared s : char 1 [65536] align 16 var t : i32", Body);
    Dim3 Block{Source.pick(3) == 0 ? 20u : 32u, 1, 1};
    Verdict V = judgeOne(Program, Block);
    checkAgainstValues(Program, Block, V, Claims);
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(Claims, 500u);
}

INSTANTIATE_TEST_SUITE_P(
    Accesses, DependsOnRandom,
    testing::Values(RandomAccess{"load", 1}, RandomAccess{"store", 2},
                    RandomAccess{"load", 4}, RandomAccess{"atomic", 4},
                    RandomAccess{"load", 8}, RandomAccess{"store", 8},
                    RandomAccess{"load", 16}));
