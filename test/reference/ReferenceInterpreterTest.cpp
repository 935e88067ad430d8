//===- ReferenceInterpreterTest.cpp - Programs worked out by hand ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceInterpreter.h"
#include "banklint/Interpreter/Interpreter.h"
#include "banklint/Program/TextForm.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;

namespace {

/// Array 0 is `s`, of 32 rows of 33 words.
ReferenceResult run(const std::string &Body, Dim3 Block,
                    ReferenceInputs Inputs = {}) {
  llvm::Expected<KernelProgram> Program = parseProgram(
      "kernel \"k\" param n : i32 shared s : float 4 [32][33] align 4\n"
      "var i : i32 var j : i32 body {\n" +
      Body + "\n}");
  if (!Program) {
    ADD_FAILURE() << llvm::toString(Program.takeError());
    return {};
  }
  Inputs.Block = Block;
  if (Inputs.Parameters.empty())
    Inputs.Parameters = {0};
  return runReference(*Program, Inputs);
}

/// The request's words: byte offsets divided by 4, lane by lane.
std::vector<uint64_t> words(const ReferenceRequest &R) {
  std::vector<uint64_t> Result;
  for (unsigned Lane : R.Lanes)
    Result.push_back((R.Addresses[Lane] - arrayStart(0)) / 4);
  return Result;
}

/// "rounds: words" of each request.
std::vector<std::string> summary(const ReferenceResult &Result) {
  EXPECT_EQ(Result.Outcome, ReferenceOutcome::Finished);
  std::vector<std::string> Lines;
  for (const ReferenceRequest &R : Result.Requests) {
    std::string Line;
    for (uint64_t Round : R.Rounds)
      Line += std::to_string(Round) + " ";
    Line += ":";
    for (uint64_t Word : words(R))
      Line += " " + std::to_string(Word);
    Lines.push_back(Line);
  }
  return Lines;
}

TEST(ReferenceInterpreter, ThreadsFillWarpsAlongX) {
  ReferenceResult Result =
      run("load 4 &s[threadIdx.y][threadIdx.x]", Dim3{24, 2, 1});
  ASSERT_EQ(Result.Requests.size(), 2u);
  EXPECT_EQ(Result.Requests[0].Lanes, LaneMask::all());
  EXPECT_EQ(Result.Requests[1].Lanes, LaneMask::first(16));
  EXPECT_EQ(words(Result.Requests[0])[23], 23u);
  EXPECT_EQ(words(Result.Requests[0])[24], 33u);
  EXPECT_EQ(words(Result.Requests[1])[0], 33u + 8);
  EXPECT_EQ(Result.Requests[1].Warp, 1u);
  EXPECT_EQ(Result.Requests[1].Access, 0u);
}

TEST(ReferenceInterpreter, RowsAndInnerBytes) {
  EXPECT_THAT(summary(run("load 4 &s[threadIdx.x * 2:u32].bytes(8:i64)",
                          Dim3{3, 1, 1})),
              ElementsAre(": 2 68 134"));
}

TEST(ReferenceInterpreter, LanesMeetByRound) {
  EXPECT_THAT(summary(run("i = i32(threadIdx.x)\n"
                          "loop test (i < 3) { load 4 &s[0][i] }\n"
                          "step { i = i + 1 }\n"
                          "load 4 &s[1][i]",
                          Dim3{4, 1, 1})),
              ElementsAre("0 : 0 1 2", "1 : 1 2", "2 : 2", ": 36 36 36 36"));
}

TEST(ReferenceInterpreter, LoopHeadRunsBeforeEachTestButTheFirst) {
  EXPECT_THAT(summary(run("i = 0\n"
                          "loop untested { i = i + 1 } test (i < 3) {\n"
                          "load 4 &s[0][i] }",
                          Dim3{1, 1, 1})),
              ElementsAre("0 : 0", "1 : 1", "2 : 2"));
  EXPECT_THAT(summary(run("i = 0\n"
                          "loop { i = i + 1 } test (i < 3) {\n"
                          "load 4 &s[0][i] }",
                          Dim3{1, 1, 1})),
              ElementsAre("0 : 1", "1 : 2"));
}

TEST(ReferenceInterpreter, BreakAndContinue) {
  EXPECT_THAT(summary(run("i = 0\n"
                          "loop test (true) {\n"
                          "if (i == 3) { break }\n"
                          "if (i == i32(threadIdx.x)) { continue }\n"
                          "load 4 &s[threadIdx.x][i]\n"
                          "} step { i = i + 1 }",
                          Dim3{2, 1, 1})),
              ElementsAre("0 : 33", "1 : 1", "2 : 2 35"));
}

TEST(ReferenceInterpreter, SwitchFallsThrough) {
  EXPECT_THAT(summary(run("switch (threadIdx.x) {\n"
                          "case 1: { load 4 &s[1][threadIdx.x] }\n"
                          "case 2, default: { load 4 &s[2][threadIdx.x] break }"
                          "case 3: { load 4 &s[3][threadIdx.x] } }",
                          Dim3{5, 1, 1})),
              ElementsAre(": 34", ": 66 67 68 70", ": 102"));
}

TEST(ReferenceInterpreter, ReturnLeavesOnlyTheRegion) {
  EXPECT_THAT(summary(run("region \"f\" {\n"
                          "if (threadIdx.x == 0:u32) { return }\n"
                          "load 4 &s[0][threadIdx.x] }\n"
                          "load 4 &s[1][threadIdx.x]\n"
                          "return\n"
                          "load 4 &s[2][threadIdx.x]",
                          Dim3{2, 1, 1})),
              ElementsAre(": 1", ": 33 34"));
}

TEST(ReferenceInterpreter, NestedRounds) {
  EXPECT_THAT(summary(run("i = 0\n"
                          "loop test (i < 2) { j = 0\n"
                          "loop test (j < 2) { load 4 &s[i][j] }\n"
                          "step { j = j + 1 } } step { i = i + 1 }",
                          Dim3{1, 1, 1})),
              ElementsAre("0 0 : 0", "0 1 : 1", "1 0 : 33", "1 1 : 34"));
}

TEST(ReferenceInterpreter, ValuesOfTheLaunch) {
  ReferenceInputs Inputs;
  Inputs.Grid = Dim3{7, 8, 9};
  Inputs.BlockIdx = {1, 2, 3};
  Inputs.Parameters = {-4};
  EXPECT_THAT(summary(run("load 4 &s[n + 5][(blockIdx.x + (blockIdx.y * 2:u32))"
                          " + (blockIdx.z * 3:u32)]\n"
                          "load 4 &s[(gridDim.x + gridDim.y) - gridDim.z]"
                          "[(blockDim.x + blockDim.y) + blockDim.z]",
                          Dim3{1, 1, 1}, Inputs)),
              ElementsAre(": 47", ": 201"));
}

TEST(ReferenceInterpreter, OpaqueValuesKnowTheirPlace) {
  std::vector<OpaqueEvaluation> Seen;
  ReferenceInputs Inputs;
  Inputs.OpaqueValue = [&Seen](const OpaqueEvaluation &E) {
    Seen.push_back(E);
    return 256 + E.Operands.at(0);
  };
  ReferenceResult Result =
      run("i = 0\n"
          "loop test (i < 2) {\n"
          "load 4 &s[0][opaque<unknown-call>(\"of f\", i):u8]\n"
          "} step { i = i + 1 }\n"
          "load 4 &s[1][opaque<unknown-call>(\"of g\", divergent, 5):u8]",
          Dim3{1, 1, 1}, Inputs);
  EXPECT_THAT(summary(Result), ElementsAre("0 : 0", "1 : 1", ": 38"));
  ASSERT_EQ(Seen.size(), 3u);
  EXPECT_EQ(Seen[0].Statement, 2u);
  EXPECT_THAT(Seen[1].Rounds, ElementsAre(1u));
  EXPECT_FALSE(Seen[1].Thread.has_value());
  EXPECT_EQ(Seen[2].Opaque, 1u);
  EXPECT_EQ(Seen[2].Thread, 0u);
}

TEST(ReferenceInterpreter, ShufflesTakeOtherThreadsNumbers) {
  // Twice, so that what is taken was taken before.
  EXPECT_THAT(summary(run("i = i32(threadIdx.x) * 2\n"
                          "j = 0\n"
                          "loop test (j < 2) {\n"
                          "i = shuffle<cross-lane>(\"\", i + 1,"
                          "                        threadIdx.x ^ 1:u32)\n"
                          "load 4 &s[0][i]\n"
                          "} step { j = j + 1 }",
                          Dim3{4, 1, 1})),
              ElementsAre("0 : 3 1 7 5", "1 : 2 4 6 8"));
  EXPECT_THAT(summary(run("if (threadIdx.x < 2:u32) { i = 5 } else { i = 7 }\n"
                          "load 4 &s[0][shuffle<cross-lane>(\"\", i, 3:u32)]",
                          Dim3{4, 1, 1})),
              ElementsAre(": 7 7 7 7"));
}

TEST(ReferenceInterpreter, ShufflesFromMissingLanesGiveAnyNumber) {
  const std::string FromNext = "if (threadIdx.x != 1:u32) {\n"
                               "load 4 &s[0][shuffle<cross-lane>("
                               "  \"\", threadIdx.x, threadIdx.x ^ 1:u32)]\n"
                               "}";
  ReferenceInputs Inputs;
  Inputs.OpaqueValue = [](const OpaqueEvaluation &E) {
    return 20 + E.Thread.value();
  };
  EXPECT_THAT(summary(run(FromNext, Dim3{4, 1, 1}, Inputs)),
              ElementsAre(": 20 3 2"));
  EXPECT_EQ(run("i = shuffle<cross-lane>(\"\", 1, threadIdx.x + 1:u32)",
                Dim3{4, 1, 1})
                .Outcome,
            ReferenceOutcome::Undefined);
  EXPECT_EQ(run("i = shuffle<cross-lane>(\"\", i32(threadIdx.x), 4:u32)",
                Dim3{4, 1, 1})
                .Outcome,
            ReferenceOutcome::Undefined);
}

TEST(ReferenceInterpreter, UndefinedResults) {
  EXPECT_EQ(run("i = 1 / n", Dim3{1, 1, 1}).Outcome,
            ReferenceOutcome::Undefined);
  EXPECT_EQ(run("i = j", Dim3{1, 1, 1}).Outcome, ReferenceOutcome::Undefined);
  // Nothing that C++ does not evaluate.
  EXPECT_EQ(run("i = (n == 0) ? 0 : (1 / n)\n"
                "if ((n != 0) && ((1 / n) == 1)) { i = 1 }\n"
                "if ((n == 0) || ((1 / n) == 1)) { i = 2 }",
                Dim3{1, 1, 1})
                .Outcome,
            ReferenceOutcome::Finished);
}

TEST(ReferenceInterpreter, EndlessLoopsReachTheLimit) {
  EXPECT_EQ(run("loop test (true) { }", Dim3{1, 1, 1}).Outcome,
            ReferenceOutcome::StepLimitReached);
}

TEST(ReferenceInterpreter, ReportsWraps) {
  EXPECT_TRUE(run("i = (n - 2147483647) - 2", Dim3{1, 1, 1}).HasWrapped);
  EXPECT_FALSE(run("i = (n - 2147483647) - 1", Dim3{1, 1, 1}).HasWrapped);
}

} // namespace
