//===- RequestMapsTest.cpp - What the banks do in each round --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/RequestMaps.h"
#include "Samples.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

/// The maps as "as written: 32 1; with the fix 0: ...", the wavefronts of each
/// round with its loops.
std::string showMaps(const Finding &F) {
  std::string Text;
  for (const RequestMap &Map : F.Maps) {
    Text += Map.Label + (Map.Fix ? " " + std::to_string(*Map.Fix) : "") + ":";
    for (const MapRound &Round : Map.Rounds) {
      Text += " ";
      for (const auto &[Name, Value] : Round.Of.Loops)
        Text += Name + "=" + std::to_string(Value) + ":";
      Text += std::to_string(Round.Cost.Wavefronts);
    }
    Text += "\n";
  }
  return Text;
}

/// The finding of a kernel with a tile of 32x32 floats, whose one access is
/// "tile[A][B]" in the rounds i = \p Loop.
Report inLoop(const std::string &Loop, const std::string &Rows,
              const std::string &Columns) {
  SourceText Source{"l.cu", "__global__ void l() {\n"
                            "  __shared__ float tile[32][32];\n"
                            "  sum += tile[A][B];\n}\n"};
  return checked(
      Source,
      {programOf("kernel \"l\" \"l.cu\":1:17\n"
                 "shared tile : float 4 [32][32] align 4 \"l.cu\":2:20\n"
                 "var i : i32\nlaunch block 32,1,1 grid 1,1,1 \"l.cu\":1:1\n"
                 "body {\n" +
                     Loop + " load 4 &tile[" + Rows + "][" + Columns +
                     "] array tile \"l.cu\":3:10 text \"tile[A][B]\" } step "
                     "{ i = i + 1 }\n}\n",
                 Source)});
}

std::string mapsInLoop(const std::string &Loop, const std::string &Rows,
                       const std::string &Columns,
                       const InterpreterBudget &Budget = {}) {
  Report R = inLoop(Loop, Rows, Columns);
  EXPECT_EQ(R.Findings.size(), 1u);
  if (R.Findings.empty())
    return "";
  addRequestMaps(R, Budget, R.Findings[0]);
  return showMaps(R.Findings[0]);
}

TEST(RequestMaps, AsWrittenAndWithTheFix) {
  SourceText Source = transposeSource("[32][32]");
  Report R = checked(Source, {transposeProgram(Source)});
  ASSERT_EQ(R.Findings.size(), 1u);
  Finding &F = R.Findings[0];
  EXPECT_TRUE(F.Maps.empty());
  addRequestMaps(R, {}, F);
  EXPECT_EQ(showMaps(F), "as written: 32\n"
                         "with the fix: pad the last extent to 33 0: 1\n");
  // The second time as the first.
  addRequestMaps(R, {}, F);
  ASSERT_EQ(F.Maps.size(), 2u);
  const MapRound &Written = F.Maps[0].Rounds[0];
  EXPECT_EQ(Written.Of.Request.Address[31], 31u * 128);
  EXPECT_EQ(F.Maps[1].Rounds[0].Of.Request.Address[31], 31u * 132);
  ASSERT_EQ(Written.Of.Maps.size(), 1u);
  EXPECT_EQ(Written.Of.Maps[0].Banks[0].size(), 32u);
}

TEST(RequestMaps, FixesSayWhatTheySave) {
  SourceText Source = transposeSource("[32][32]");
  Report R = checked(Source, {transposeProgram(Source)});
  ASSERT_EQ(R.Findings[0].Fixes.size(), 1u);
  EXPECT_EQ(R.Findings[0].Fixes[0].SavedWavefronts, 1024u - 32);
}

TEST(RequestMaps, FindingsNameTheirLaunch) {
  SourceText Source = transposeSource("[32][32]");
  Report R = checked(Source, {transposeProgram(Source)});
  const std::optional<FindingLaunch> &Launch = R.Findings[0].Launch;
  ASSERT_TRUE(Launch);
  EXPECT_EQ(Launch->Kernel, "transpose");
  EXPECT_EQ(toString(Launch->Block), "32x32x1");
  ASSERT_TRUE(Launch->Grid);
  EXPECT_EQ(toString(*Launch->Grid), "8x8x1");
  EXPECT_EQ(spelling(Launch->Origin), "launch-site");
  EXPECT_EQ(Launch->Site.File, "t.cu");
  EXPECT_EQ(Launch->Site.Span.Line, 8u);
}

/// A launch without a place.
TEST(RequestMaps, GuessedLaunchesHaveNoSite) {
  SourceText Source = transposeSource("[32][32]");
  TransposeOptions Options;
  Options.Launch = "";
  Report R = checked(Source, {transposeProgram(Source, Options)});
  ASSERT_EQ(R.Findings.size(), 1u);
  ASSERT_TRUE(R.Findings[0].Launch);
  EXPECT_FALSE(R.Findings[0].Launch->Grid);
  EXPECT_FALSE(R.Findings[0].Launch->Site.Span.isValid());
}

/// A column of each round is the one before, moved: nothing new.
TEST(RequestMaps, LeavesOutRoundsThatOnlyTurnTheBanks) {
  EXPECT_EQ(mapsInLoop("i = 0 loop name i test (i < 32) {", "threadIdx.x", "i"),
            "as written: i=0:32\n"
            "with the fix: pad the last extent to 33 0: i=0:1\n");
}

TEST(RequestMaps, HasRoundsThatDiffer) {
  EXPECT_EQ(
      mapsInLoop("i = 0 loop name i test (i < 6) {",
                 "((i % 3) == 1) ? 0 : (i32(threadIdx.x) / ((i % 3) + 1))",
                 "((i % 3) == 1) ? i32(threadIdx.x) : 0"),
      "as written: i=0:32 i=1:1 i=2:11\n"
      "with the fix: pad the last extent to 33 0: i=0:1 i=1:1 i=2:1\n");
}

/// Rows are the same as written, and differ where rows are permuted.
TEST(RequestMaps, HasRoundsThatDifferOnlyWithTheFix) {
  Report R = inLoop("i = 0 loop name i test (i < 3) {", "threadIdx.x", "i");
  ASSERT_EQ(R.Findings.size(), 1u);
  Finding &F = R.Findings[0];
  Swizzle Permutation;
  Permutation.Mask = 31;
  F.Fixes[0].Layout = LayoutChange();
  F.Fixes[0].Layout->Permutation = Permutation;
  addRequestMaps(R, {}, F);
  EXPECT_EQ(showMaps(F),
            "as written: i=0:32 i=1:32 i=2:32\n"
            "with the fix: pad the last extent to 33 0: i=0:1 i=1:1 i=2:1\n");
}

/// Each of 100 rounds has other lanes, the last all of them.
TEST(RequestMaps, IsLimitedButHasTheWorst) {
  Report R = inLoop("i = 0 loop name i test (i < 100) {",
                    "(i < 99) ? (((i32(threadIdx.x) * i) / 31) % 32) : "
                    "i32(threadIdx.x)",
                    "(i < 99) ? i32(threadIdx.x) : 0");
  ASSERT_EQ(R.Findings.size(), 1u);
  Finding &F = R.Findings[0];
  EXPECT_EQ(F.Cost.Wavefronts, 32u);
  addRequestMaps(R, {}, F);
  ASSERT_EQ(F.Maps[0].Rounds.size(), size_t(MaxMapRounds));
  EXPECT_EQ(F.Maps[0].Rounds[0].Of.Loops[0].second, 0);
  EXPECT_EQ(F.Maps[0].Rounds[62].Of.Loops[0].second, 62);
  EXPECT_EQ(F.Maps[0].Rounds[63].Of.Loops[0].second, 99);
  for (const RequestMap &Map : F.Maps)
    EXPECT_EQ(Map.Rounds.size(), size_t(MaxMapRounds));
}

TEST(RequestMaps, KeepsTheWorstWhenTheBudgetIsSpent) {
  // The start of the loop, and it.
  constexpr uint64_t BeforeTheAccess = 2;
  InterpreterBudget Budget;
  Budget.Statements = BeforeTheAccess + 1;
  EXPECT_EQ(
      mapsInLoop("i = 0 loop name i test (i < 6) {",
                 "((i % 3) == 1) ? 0 : (i32(threadIdx.x) / ((i % 3) + 1))",
                 "((i % 3) == 1) ? i32(threadIdx.x) : 0", Budget),
      "as written: i=0:32\n"
      "with the fix: pad the last extent to 33 0: i=0:1\n");
  Budget.Statements = BeforeTheAccess;
  EXPECT_EQ(mapsInLoop("i = 0 loop name i test (i < 6) {", "threadIdx.x", "i",
                       Budget),
            "as written: i=0:32\n");
}

TEST(RequestMaps, FixesWithoutEditsAreNotDrawn) {
  SourceText Source = transposeSource("[32][32]");
  Report R = checked(Source, {transposeProgram(Source)});
  R.Findings[0].Fixes[0].Edits.clear();
  addRequestMaps(R, {}, R.Findings[0]);
  EXPECT_EQ(showMaps(R.Findings[0]), "as written: 32\n");
}

TEST(RequestMaps, NoneWithoutARequest) {
  Report R;
  Finding F;
  F.Maps.emplace_back();
  addRequestMaps(R, {}, F);
  EXPECT_TRUE(F.Maps.empty());
}

} // namespace
