//===- GrowthTest.cpp - Work that does not grow with counts ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "gmock/gmock.h"

using namespace banklint;
using namespace banklint::test;

namespace {

struct GrowthCase {
  const char *Name;
  /// COUNT is replaced by the number of iterations.
  const char *Body;
  /// The requests that a warp makes.
  uint64_t (*Requests)(uint64_t Count);
  /// How much more 32 warps take than 2. Rows of 132 bytes stand alike in words
  /// of 16 bytes every fourth warp.
  unsigned Warps = 4;
};

const GrowthCase Loops[] = {
    {"Column",
     "i = 0 loop name i test (i < COUNT) {"
     " load 4 &t[threadIdx.x % 32:u32][0] barrier } step { i = i + 1 }",
     [](uint64_t Count) { return Count; }},
    {"Tiles",
     "i = 0 loop name i test (i < COUNT) {"
     " store 4 &t[threadIdx.x / 32:u32][threadIdx.x % 32:u32] barrier"
     " j = 0 loop name j test (j < 32) {"
     "  load 4 &t[threadIdx.x / 32:u32][j] load 4 &t[j][threadIdx.x % 32:u32]"
     " } step { j = j + 1 } barrier"
     "} step { i = i + 1 }",
     [](uint64_t Count) { return 65 * Count; },
     /*Warps=*/8},
    {"Ring",
     "i = 0 k = 0 loop name i test (i < COUNT) {"
     " store 4 &t[k][threadIdx.x % 32:u32] barrier k = (k + 1) % 3"
     "} step { i = i + 1 }",
     [](uint64_t Count) { return Count; }},
    {"Nested",
     "i = 0 loop name i test (i < COUNT) {"
     " j = 0 loop name j test (j < COUNT) {"
     "  atomic 4 &t[(i + j) % 32][threadIdx.x % 32:u32]"
     " } step { j = j + 1 }"
     "} step { i = i + 1 }",
     [](uint64_t Count) { return Count * Count; }},
    // The load may take what an earlier iteration stored.
    {"Update",
     "i = 0 loop name i test (i < COUNT) {"
     " j = 0 loop name j test (j < COUNT) {"
     "  load 4 &t[threadIdx.x % 32:u32][(i + j) % 32]"
     "  store 4 &t[threadIdx.x % 32:u32][(i + j) % 32]"
     " } step { j = j + 1 }"
     "} step { i = i + 1 }",
     [](uint64_t Count) { return 2 * Count * Count; }},
    {"Guarded",
     "i = 0 loop name i test (i < COUNT) {"
     " if (i < (COUNT / 2)) { store 4 &t[0][threadIdx.x % 32:u32] }"
     " else { store 4 &t[1][threadIdx.x % 32:u32] } barrier"
     "} step { i = i + 1 }",
     [](uint64_t Count) { return Count; }},
};

KernelProgram loop(const GrowthCase &Case, unsigned Count) {
  std::string Body = Case.Body;
  for (size_t At; (At = Body.find("COUNT")) != std::string::npos;)
    Body.replace(At, 5, std::to_string(Count));
  return kernel("shared t : float 4 [32][33] align 4 var i : i32 var j : i32 "
                "var k : i32",
                Body);
}

/// The statements that it takes, at most, to find all requests, to the next
/// power of two.
uint64_t statementsFor(const GrowthCase &Case, unsigned Count,
                       uint32_t Threads) {
  const KernelProgram Program = loop(Case, Count);
  LaunchConfig Launch;
  Launch.Block = {Threads, 1, 1};
  InterpreterBudget Budget;
  for (Budget.Statements = 64; Budget.Statements <= (1 << 22);
       Budget.Statements *= 2) {
    uint64_t Requests = 0;
    for (const Verdict &V : judge(Program, arch(), Launch, Budget))
      Requests += V.Traced.Requests;
    if (Requests == Case.Requests(Count) * (Threads / 32))
      return Budget.Statements;
  }
  ADD_FAILURE() << Case.Name << " with " << Count << " iterations";
  return 0;
}

TEST(Growth, IterationsCostNothing) {
  for (const GrowthCase &Case : Loops) {
    const uint64_t Few = statementsFor(Case, 1024, 32);
    EXPECT_EQ(statementsFor(Case, 64 * 1024, 32), Few) << Case.Name;
    EXPECT_EQ(statementsFor(Case, 1 << 24, 32), Few) << Case.Name;
  }
}

TEST(Growth, WarpsCostLittle) {
  for (const GrowthCase &Case : Loops)
    EXPECT_LE(statementsFor(Case, 512, 1024),
              Case.Warps * statementsFor(Case, 512, 64))
        << Case.Name;
}

/// The statements that it takes, at most, to judge the only access of \p Body,
/// to the next power of two.
uint64_t statementsToJudge(const char *Body, uint32_t Threads) {
  const KernelProgram Program =
      kernel("param n : i32 param m : i32 shared t : float 4 [32][33] align 4 "
             "var i : i32 var j : i32 var k : i32",
             Body);
  LaunchConfig Launch;
  Launch.Block = {Threads, 1, 1};
  InterpreterBudget Budget;
  for (Budget.Statements = 16; Budget.Statements <= (1 << 20);
       Budget.Statements *= 2)
    if (judge(Program, arch(), Launch, Budget).front().Result ==
        Certainty::Exact)
      return Budget.Statements;
  ADD_FAILURE() << Body;
  return 0;
}

/// What a call in the loop returns starts anew in each round, and what only
/// data depends on does not tell warps apart.
TEST(Growth, WarpsCostLittleInLoopsOfUnknownLength) {
  constexpr const char *Body =
      "i = i32(threadIdx.x / 32:u32) loop test (i < n) {"
      " region \"rank\" { j = i32(threadIdx.x % 32:u32) return }"
      " k = (i / m) load 4 &t[0][j] } step { i = i + 8 }";
  EXPECT_LE(statementsToJudge(Body, 1024), 4 * statementsToJudge(Body, 64));
}

/// Rounds of inner loops that only show what outer ones do are executed once
/// more to see whether they all do the same, but not for the third time.
TEST(Growth, NestedLoopsOfUnknownLength) {
  constexpr const char *Body = "i = 0 loop test (i < n) { j = 0 loop test (j < "
                               "m) { k = 0 loop test (k < "
                               "n) { load 4 &t[0][threadIdx.x] } step { k = k "
                               "+ 1 } } step { j = (j + k) "
                               "} } step { i = (i + j) }";
  EXPECT_LE(statementsToJudge(Body, 32), 32u);
}

} // namespace
