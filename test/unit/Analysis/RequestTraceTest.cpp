//===- RequestTraceTest.cpp - The requests of one access ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/RequestTrace.h"
#include "Kernels.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

struct TraceOptions {
  unsigned Access = 0;
  unsigned Warp = 0;
  unsigned Most = 100;
  uint64_t Statements = 100000;
  Dim3 Block = {256, 1, 1};
  std::vector<LayoutOverride> Layout = {};
};

} // namespace

static std::vector<RoundRequest> trace(const KernelProgram &Program,
                                       const TraceOptions &Options) {
  InterpreterBudget Budget;
  Budget.Statements = Options.Statements;
  return traceRequests(Program, arch(), {Options.Block, std::nullopt, {}},
                       Options.Access, Options.Warp, Options.Most, Budget,
                       Options.Layout);
}

/// "i=1: 2 i=2: 4": loop values and wavefronts.
static std::string show(llvm::ArrayRef<RoundRequest> Requests) {
  std::string Text;
  for (const RoundRequest &Each : Requests) {
    Text += Text.empty() ? "" : " ";
    for (const auto &[Name, Value] : Each.Of.Loops)
      Text += Name + "=" + std::to_string(Value) + " ";
    Text += std::to_string(Each.Cost.Wavefronts);
  }
  return Text;
}

static const char Tile[] =
    "shared t : float 4 [32][32] align 4 var i : i32 var j : i32";

static KernelProgram doubling() {
  return kernel("shared s : float 4 [4096] align 4 var i : i32",
                "i = 1 loop name i test (i < 32) {"
                " load 4 &s[i32(threadIdx.x) * i] } step { i = i * 2 }");
}

TEST(RequestTrace, HasEachRound) {
  EXPECT_EQ(show(trace(doubling(), {})), "i=1 1 i=2 2 i=4 4 i=8 8 i=16 16");
}

TEST(RequestTrace, HasRoundsThatRepeatOthers) {
  KernelProgram Program =
      kernel(Tile, "i = 0 loop name i test (i < 6) { barrier"
                   " load 4 &t[threadIdx.x][i] } step { i = i + 1 }");
  TraceOptions Options;
  Options.Block = {32, 1, 1};
  EXPECT_EQ(show(trace(Program, Options)),
            "i=0 32 i=1 32 i=2 32 i=3 32 i=4 32 i=5 32");
}

/// Warp 1 is the only one that does not read a row.
TEST(RequestTrace, IsOfOneWarp) {
  KernelProgram Program =
      kernel(Tile, "if ((i32(threadIdx.x) / 32) == 1) {"
                   " load 4 &t[threadIdx.x % 32:u32][0] } else {"
                   " load 4 &t[0][threadIdx.x % 32:u32] }");
  for (unsigned Warp : {0u, 1u, 2u}) {
    TraceOptions Options;
    Options.Warp = Warp;
    Options.Access = Warp == 1 ? 0 : 1;
    std::vector<RoundRequest> Requests = trace(Program, Options);
    ASSERT_EQ(Requests.size(), 1u) << Warp;
    EXPECT_EQ(Requests[0].Of.Warp, Warp);
    EXPECT_EQ(Requests[0].Cost.Wavefronts, Warp == 1 ? 32u : 1u);
    Options.Access = 1 - Options.Access;
    EXPECT_EQ(trace(Program, Options).size(), 0u) << Warp;
  }
}

TEST(RequestTrace, NoSuchWarp) {
  TraceOptions Options;
  Options.Warp = 8;
  EXPECT_EQ(trace(doubling(), Options).size(), 0u);
}

TEST(RequestTrace, FollowsTheLayout) {
  TraceOptions Options;
  Options.Block = {32, 32, 1};
  Options.Layout = {{0, LayoutChange::padding(1, 1)}};
  KernelProgram Program = kernel(Tile, "load 4 &t[threadIdx.x][threadIdx.y]");
  std::vector<RoundRequest> Requests = trace(Program, Options);
  ASSERT_EQ(Requests.size(), 1u);
  EXPECT_EQ(Requests[0].Cost.Wavefronts, 1u);
  EXPECT_EQ(Requests[0].Of.Request.Address[2], 264u);
}

/// Requests that conflict wait for neighbors; others do not.
TEST(RequestTrace, KeepsTheOrderOfRounds) {
  KernelProgram Program = kernel(
      Tile,
      "i = 0 loop name i test (i < 4) {"
      " load 4 &t[((i % 2) == 0) ? i32(threadIdx.x) : 0][((i % 2) == 0) ? 0 "
      ": i32(threadIdx.x)] } step { i = i + 1 }");
  TraceOptions Options;
  Options.Block = {32, 1, 1};
  EXPECT_EQ(show(trace(Program, Options)), "i=0 32 i=1 1 i=2 32 i=3 1");
}

TEST(RequestTrace, HasTheRequestOfMergedAccesses) {
  KernelProgram Program = kernel("shared s : float 4 [4096] align 4",
                                 "load 4 &s[threadIdx.x * 2:u32]"
                                 " load 4 &s[(threadIdx.x * 2:u32) + 1:u32]");
  for (unsigned Access : {0u, 1u}) {
    TraceOptions Options;
    Options.Access = Access;
    std::vector<RoundRequest> Requests = trace(Program, Options);
    ASSERT_EQ(Requests.size(), 1u);
    EXPECT_EQ(Requests[0].Of.Request.Bytes, 8u);
  }
}

TEST(RequestTrace, TellsRoundsOfNestedLoopsApart) {
  KernelProgram Program =
      kernel(Tile, "i = 0 loop name i test (i < 2) { j = 0 loop name j test "
                   "(j < 2) { load 4 &t[i][threadIdx.x] } step { j = j + 1 } } "
                   "step { i = i + 1 }");
  std::vector<RoundRequest> Requests = trace(Program, {});
  ASSERT_EQ(Requests.size(), 4u);
  using Rounds = std::vector<std::optional<uint64_t>>;
  EXPECT_EQ(Requests[1].Rounds, (Rounds{0, 1}));
  EXPECT_EQ(Requests[2].Rounds, (Rounds{1, 0}));
}

TEST(RequestTrace, EndsAtTheLimits) {
  TraceOptions Options;
  Options.Most = 2;
  EXPECT_EQ(show(trace(doubling(), Options)), "i=1 1 i=2 2");
  Options.Most = 100;
  // Each round has a load and a step, besides the start.
  Options.Statements = 6;
  EXPECT_EQ(show(trace(doubling(), Options)), "i=1 1 i=2 2");
}

/// The first loop is as long as the limit lets it be.
TEST(RequestTrace, HasNothingOfWhatIsNotReached) {
  KernelProgram Program =
      kernel(Tile, "i = 0 loop name i test (i < 60000) { j = j + i } step {"
                   " i = i + 1 } load 4 &t[threadIdx.x][j & 1]");
  EXPECT_EQ(trace(Program, {}).size(), 0u);
}
