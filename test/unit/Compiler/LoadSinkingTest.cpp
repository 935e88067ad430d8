//===- LoadSinkingTest.cpp - Loads that move to where they are used -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledProgram.h"
#include "banklint/Compiler/LoadUses.h"

using namespace banklint;
using namespace banklint::test;

namespace {

/// What becomes of the first load of \p Steps: "sinks" or "unused", the sides
/// that need it, or nothing.
std::string fateOf(llvm::StringRef Steps) {
  for (const LoadUses::Sunk &Load : findLoadUses(programOf(Steps)).SunkLoads) {
    if (Load.Access != 0)
      continue;
    std::string Text = Load.MaySink ? "sinks" : "unused";
    for (NumberedSide Side : Load.NeededOn)
      Text += (Side.IsElse ? " else " : " ") + std::to_string(Side.Branch);
    return Text;
  }
  return "";
}

/// A load that is kept in the local 0.
constexpr llvm::StringLiteral Load = "load 4 &s[i64(i)]\n"
                                     "flow make local 0 from load 0\n";

std::string afterLoad(llvm::StringRef Steps) {
  return fateOf((Load + Steps).str());
}

TEST(LoadSinking, ToTheSideThatNeedsIt) {
  constexpr llvm::StringLiteral Use = "{ flow use from local 0 }\n";
  EXPECT_EQ(afterLoad("flow use from local 0"), "");
  EXPECT_EQ(afterLoad(("if number 0 (threadIdx.x < 9:u32) " + Use).str()),
            "sinks 0");
  EXPECT_EQ(
      afterLoad(("if number 0 (threadIdx.x < 9:u32) {} else " + Use).str()),
      "sinks else 0");
  // All lanes or none.
  EXPECT_EQ(afterLoad(("if number 0 (blockIdx.x < 9:u32) " + Use).str()),
            "unused 0");
  // One in the other; a uniform one around one that is not.
  EXPECT_EQ(afterLoad(("if number 0 (blockIdx.x < 9:u32) {\n"
                       "  if number 1 (threadIdx.x < 9:u32) " +
                       Use + "}")
                          .str()),
            "sinks 0 1");
  // Both sides need it, or two branches, or what is behind as well.
  EXPECT_EQ(
      afterLoad(("if (threadIdx.x < 9:u32) " + Use + "else " + Use).str()), "");
  EXPECT_EQ(afterLoad(("if (threadIdx.x < 9:u32) " + Use +
                       "if (threadIdx.x < 8:u32) " + Use)
                          .str()),
            "");
  EXPECT_EQ(
      afterLoad(("if (threadIdx.x < 9:u32) " + Use + Use.slice(2, 23)).str()),
      "");
}

// Two branches with one condition are one.
TEST(LoadSinking, ToSidesThatTheSameLanesTake) {
  const auto OfBoth = [](llvm::StringRef Second, llvm::StringRef Else = "") {
    return afterLoad(("if (threadIdx.x < 9:u32) { flow use from local 0 }\n"
                      "if (" +
                      Second + ") " + Else + "{ flow use from local 0 }")
                         .str());
  };
  for (llvm::StringRef Same :
       {"threadIdx.x < 9:u32", "9:u32 > threadIdx.x", "threadIdx.x <= 8:u32",
        "!(threadIdx.x >= 9:u32)", "(threadIdx.x < 9:u32) != 0:bool"})
    EXPECT_EQ(OfBoth(Same), "sinks") << Same.str();
  for (llvm::StringRef Other : {"threadIdx.x >= 9:u32", "threadIdx.x > 8:u32",
                                "!(threadIdx.x < 9:u32)"}) {
    EXPECT_EQ(OfBoth(Other), "") << Other.str();
    EXPECT_EQ(OfBoth(Other, "{} else "), "sinks") << Other.str();
  }
  EXPECT_EQ(OfBoth("threadIdx.x < 10:u32"), "");
}

TEST(LoadSinking, ThroughWhatIsMadeOfIt) {
  EXPECT_EQ(afterLoad("flow make local 1 from local 0\n"
                      "if number 0 (threadIdx.x < 9:u32) {\n"
                      "  flow use from local 1\n}"),
            "sinks 0");
  // A branch that only gives a result moves with it.
  EXPECT_EQ(afterLoad("flow make local 1\n"
                      "flow test from local 0\n"
                      "if (i < j) { flow make local 1 from local 0 }\n"
                      "if number 0 (threadIdx.x < 9:u32) {\n"
                      "  flow use from local 1\n}"),
            "sinks 0");
  // One that does more does not, nor its condition.
  EXPECT_EQ(afterLoad("flow test from local 0\n"
                      "if (i < j) { flow use from local 2 }"),
            "");
  EXPECT_EQ(afterLoad("flow test from local 0\nif (i < j) {}"), "sinks");
  // What a choice leaves out.
  EXPECT_EQ(afterLoad("flow choose local 1 from local 0\n"
                      "flow use from local 1"),
            "sinks");
  // Parts of a record, each with a side of its own.
  constexpr llvm::StringLiteral Parts =
      "flow make record 0[0:4] from local 0\nflow make record 0[4:8]\n"
      "if number 0 (threadIdx.x < 9:u32) { flow use from record 0[0:4] }\n";
  EXPECT_EQ(afterLoad((Parts + "flow use from record 0[4:8]").str()),
            "sinks 0");
  EXPECT_EQ(afterLoad((Parts + "flow use from record 0[0:8]").str()), "");
}

// A branch may stay in front of what its result can't move over.
TEST(LoadSinking, ToABranchThatStays) {
  EXPECT_EQ(afterLoad("flow make local 1\n"
                      "if number 0 (threadIdx.x < 8:u32) {\n"
                      "  flow make local 1 from local 0\n}\n"
                      "barrier\n"
                      "if (threadIdx.x < 9:u32) { flow use from local 1 }"),
            "sinks 0");
}

// Lanes that a jump has parted do not take the same side.
TEST(LoadSinking, OfLanesThatJump) {
  constexpr llvm::StringLiteral Use = "if (j < 3) { flow use from local 0 }";
  EXPECT_EQ(
      afterLoad(("j = 0\nif (x < 1) { j = i32(blockIdx.x) }\n" + Use).str()),
      "sinks");
  EXPECT_EQ(afterLoad(("j = 0\nloop test (j < i32(blockIdx.x)) {\n"
                       "  if (threadIdx.x < 4:u32) { break }\n"
                       "} step { j = j + 1 }\n" +
                       Use)
                          .str()),
            "");
  EXPECT_EQ(fateOf(("j = 0\nloop test (j < i32(blockIdx.x)) {\n"
                    "  if (threadIdx.x < 4:u32) { break }\n"
                    "} step { j = j + 1 }\n" +
                    Load + Use)
                       .str()),
            "sinks");
  EXPECT_EQ(fateOf(("region \"f\" {\n"
                    "  if (threadIdx.x < 4:u32) { return }\n  j = 3\n}\n"
                    "j = j + 1\n" +
                    Load + Use)
                       .str()),
            "sinks");
}

TEST(LoadSinking, NotOver) {
  constexpr llvm::StringLiteral Use =
      "if (threadIdx.x < 9:u32) { flow use from local 0 }\n";
  EXPECT_EQ(afterLoad(("barrier\n" + Use).str()), "");
  EXPECT_EQ(afterLoad((Use + "barrier").str()), "sinks");
  EXPECT_EQ(afterLoad(("store 4 &s[0] array s\n" + Use).str()), "sinks");
  EXPECT_EQ(fateOf(("load 4 &s[0] array s\nflow make local 0 from load 0\n"
                    "store 4 &s[1] array s\n" +
                    Use)
                       .str()),
            "");
  EXPECT_EQ(fateOf(("load 4 &s[0] array s\nflow make local 0 from load 0\n"
                    "store 4 &o[1] array o\n" +
                    Use)
                       .str()),
            "sinks");
  EXPECT_EQ(
      afterLoad(("loop test (x < 9) { flow use from local 2 }\n" + Use).str()),
      "");
}

TEST(LoadSinking, OfLoops) {
  // Lanes that do not enter a loop do not load.
  EXPECT_EQ(afterLoad("loop test (x < 9) { flow use from local 0 }"), "unused");
  EXPECT_EQ(afterLoad("loop test (threadIdx.x < 9:u32) {\n"
                      "  flow use from local 0\n}"),
            "sinks");
  // What the test needs, or each round.
  EXPECT_EQ(fateOf("loop {\n  load 4 &s[0]\n  flow use from load 0\n"
                   "} test (x < 9) {\n}"),
            "");
  constexpr llvm::StringLiteral Sum =
      "{\n  load 4 &s[i64(i)]\n"
      "  flow make local 1 from load 0, local 1\n} step { i = i + 1 }\n";
  constexpr llvm::StringLiteral Last =
      "{\n  load 4 &s[i64(i)]\n"
      "  flow make local 1 from load 0\n} step { i = i + 1 }\n";
  constexpr llvm::StringLiteral Use =
      "if number 0 (threadIdx.x < 9:u32) { flow use from local 1 }\n";
  // Straight code, and a loop that stays one: nothing moves out of it.
  EXPECT_EQ(fateOf(("i = 0\nloop test (i < 3) " + Sum + Use).str()), "sinks 0");
  EXPECT_EQ(fateOf(("loop test (i < x) " + Sum + Use).str()), "");
  EXPECT_EQ(fateOf(("i = 0\nloop rolled test (i < 3) " + Sum + Use).str()), "");
  // Of what each round sets anew, only the last is needed.
  EXPECT_EQ(
      fateOf(
          ("i = 0\nloop test (i < 3) " + Last + "flow use from local 1").str()),
      "unused");
  EXPECT_EQ(
      fateOf(("loop test (i < x) " + Last + "flow use from local 1").str()),
      "unused");
}

TEST(LoadSinking, BehindJumps) {
  EXPECT_EQ(afterLoad("if number 0 (threadIdx.x < 9:u32) { return }\n"
                      "flow use from local 0"),
            "sinks else 0");
  // Nobody knows which side that is.
  EXPECT_EQ(afterLoad("if number 0 (threadIdx.x < 9:u32) {\n"
                      "  if (i < j) { return }\n}\n"
                      "flow use from local 0"),
            "sinks");
  // An inlined call: the branch moves to what needs the result.
  constexpr llvm::StringLiteral Call =
      "region \"f\" {\n  flow test from local 0\n"
      "  if (i < j) {\n    flow make local 1\n    return\n  }\n"
      "  flow make local 1 from local 0\n}\n";
  EXPECT_EQ(afterLoad((Call + "flow use from local 1").str()), "");
  EXPECT_EQ(afterLoad((Call + "if number 0 (threadIdx.x < 9:u32) {\n"
                              "  flow use from local 1\n}")
                          .str()),
            "sinks 0");
}

TEST(LoadSinking, OfUnusedLoads) {
  EXPECT_EQ(fateOf("load 4 &s[0]"), "sinks");
  EXPECT_TRUE(
      findLoadUses(programOf("load 4 &s[0]")).SunkLoads.front().IsUnused);
  // As a factor says in one of the rounds.
  constexpr llvm::StringLiteral Loop =
      "i = 0\nloop test (i < 3) {\n  load 4 &s[i64(i)]\n"
      "  flow make local 1 only (%) from load 0\n"
      "  flow use from local 1\n} step { i = i + 1 }\n";
  const auto WithFactor = [&](llvm::StringRef Factor) {
    return fateOf(Loop.split('%').first.str() + Factor.str() +
                  Loop.split('%').second.str());
  };
  EXPECT_EQ(WithFactor("i"), "unused");
  EXPECT_EQ(WithFactor("i & 1"), "unused");
  EXPECT_EQ(WithFactor("i + 1"), "");
}

} // namespace
