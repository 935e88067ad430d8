//===- LoadUsesTest.cpp - What of loaded values is used -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Compiler/LoadUses.h"
#include "CompiledProgram.h"
#include "banklint/Compiler/FlowCode.h"
#include "gmock/gmock.h"

using namespace banklint;
using namespace banklint::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The bytes of a vector of 16 that are used of its only load, each a digit,
/// with "!" if they surely are.
std::string usedOf(llvm::StringRef Steps) {
  const LoadUses Found =
      findLoadUses(programOf(("load 16 &s[i64(i)]\n"
                              "flow load record 0[0:16] access 0\n" +
                              Steps)
                                 .str()));
  if (Found.Parts.size() != 1)
    return "none";
  std::string Text;
  for (unsigned Byte = 0; Byte != 16; Byte += 4)
    Text += Found.Parts[0].Used[Byte] ? '1' : '0';
  return Text + (Found.Parts[0].isSure() ? "!" : "");
}

TEST(LoadUses, OfMembers) {
  EXPECT_EQ(usedOf(""), "0000!");
  EXPECT_EQ(usedOf("flow use from record 0[0:4], record 0[8:12]"), "1010!");
  EXPECT_EQ(usedOf("flow use from record 0[0:16] some"), "1111");
}

TEST(LoadUses, ThroughCopies) {
  // The second half of a copy at another offset.
  EXPECT_EQ(usedOf("flow copy record 1[16:32] from record 0[0:16]\n"
                   "flow use from record 1[24:32]"),
            "0011!");
  // What is computed needs all that it is computed from, if it is used.
  EXPECT_EQ(usedOf("flow make var x from record 0[4:8], record 0[12:16]"),
            "0000!");
  EXPECT_EQ(usedOf("flow make var x from record 0[4:8], record 0[12:16]\n"
                   "flow use from var x"),
            "0101!");
}

TEST(LoadUses, OfWhatIsSetBefore) {
  EXPECT_EQ(usedOf("flow make record 0[0:4]\n"
                   "flow use from record 0[0:8]"),
            "0100!");
  // Some element may be set, and each in turn.
  EXPECT_EQ(usedOf("flow element record 0[0:8] bytes 4\n"
                   "flow use from record 0[0:8]"),
            "1100");
  // It is made of what is set.
  EXPECT_EQ(usedOf("flow make record 0[0:4] from record 0[0:4]\n"
                   "flow use from record 0[0:8]"),
            "1100!");
  // A copy.
  EXPECT_EQ(usedOf("flow copy record 1[0:16] from record 0[0:16]\n"
                   "flow make record 1[0:4]\n"
                   "flow use from record 1[0:8]"),
            "0100!");
}

TEST(LoadUses, WhereWaysJoin) {
  // What one side sets, the other leaves.
  EXPECT_EQ(usedOf("if (i < j) { flow make record 0[0:8] }\n"
                   "flow use from record 0[0:4]"),
            "1000!");
  EXPECT_EQ(usedOf("if (i < j) { flow make record 0[0:8] }\n"
                   "else { flow make record 0[0:4] }\n"
                   "flow use from record 0[0:8]"),
            "0100!");
  EXPECT_EQ(usedOf("switch (i) {\n"
                   "case 1: { flow make record 0[0:4]\n break }\n"
                   "case 2: { flow make record 0[4:8] }\n"
                   "default: { flow make record 0[0:4] } }\n"
                   "flow use from record 0[0:12]"),
            "0110!");
}

TEST(LoadUses, BehindJumps) {
  EXPECT_EQ(usedOf("if (i < j) { flow use from record 0[0:4]\n return }\n"
                   "flow make record 0[0:8]\n"
                   "flow use from record 0[4:12]"),
            "1010!");
  // The jump leaves the region, not what is around that.
  EXPECT_EQ(usedOf("region \"f\" { flow make record 0[0:4]\n return }\n"
                   "flow use from record 0[0:8]"),
            "0100!");
  EXPECT_EQ(usedOf("loop test (i < j) {\n"
                   "  if (j < 3) { flow make record 0[0:4]\n break }\n"
                   "  if (j < 4) { flow make record 0[8:12]\n continue }\n"
                   "  flow make record 0[0:8]\n"
                   "} step { flow use from record 0[4:8] }\n"
                   "flow use from record 0[0:4]"),
            "1100!");
}

TEST(LoadUses, InTheNextRound) {
  // What is read at the start of a round is what the last one has set.
  EXPECT_EQ(usedOf("loop test (i < j) {\n"
                   "  flow use from record 1[0:4]\n"
                   "  flow copy record 1[0:16] from record 0[0:16]\n"
                   "} step { }"),
            "1000!");
}

constexpr llvm::StringLiteral Counted = R"(
    i = 0
    loop test (i < 3) {
      flow use from record 0[0:16] at (i64(i) * 4:i64) bytes 4 some
    } step {
      i = i + 1
    }
)";

TEST(LoadUses, OfElements) {
  EXPECT_EQ(usedOf(Counted), "1110!");
  // Which one it is that is read, the program does not say.
  EXPECT_EQ(usedOf("flow use from record 0[0:8] at (i64(i) * 4:i64) "
                   "bytes 4 some"),
            "1100");
  // What a round sets, a later one does not find.
  EXPECT_EQ(usedOf(R"(
    i = 0
    loop test (i < 3) {
      flow use from record 0[0:16] at (i64(i) * 4:i64) bytes 4 some
      flow element record 0[0:16] at ((i64(i) * 4:i64) + 4:i64) bytes 4 bytes 4
    } step {
      i = i + 1
    }
  )"),
            "1000!");
}

// A counter that another loop has left at its end, one that is counted further
// before it is read, and one that says which side is taken.
TEST(LoadUses, OfCounters) {
  EXPECT_EQ(usedOf(R"(
    i = 0
    loop test (x < 9) {
      loop test (i < 2) {
        flow element record 0[0:16] at (i64(i) * 4:i64) bytes 4 bytes 4
      } step {
        i = i + 1
      }
      flow use from record 0[0:8]
    } step {
      x = x + j
    }
  )"),
            "1100!");
  EXPECT_EQ(usedOf(R"(
    i = 0
    loop test (i < 2) {
    } step {
      i = i + 1
      flow use from record 0[0:16] at (i64(i) * 4:i64) bytes 4 some
    }
  )"),
            "1111");
  EXPECT_EQ(usedOf(R"(
    i = 0
    loop test (i < 4) {
      if (i < 2) {
        flow use from record 0[0:16] at (i64(i) * 4:i64) bytes 4 some
      } else {
        flow use from var i
      }
    } step {
      i = i + 1
    }
  )"),
            "1100!");
}

// A side that is perhaps left out in some rounds: what is loaded before it is
// used in the others only, what it loads itself is used wherever it is loaded.
TEST(LoadUses, OfSidesThatCountersDecide) {
  constexpr llvm::StringLiteral Loop = R"(
    i = 0
    loop test (i < 4) {
      %0
      if (i == j) {
        %1
        flow use from record 0[0:8]
      }
    } step {
      i = i + 1
    }
  )";
  constexpr llvm::StringLiteral Load = "flow forget record 0[0:16]\n"
                                       "load 16 &s[i64(i)]\n"
                                       "flow load record 0[0:16] access 0";
  const auto IsSureOf = [&](llvm::StringRef Before, llvm::StringRef Inside) {
    std::string Text = Loop.str();
    Text.replace(Text.find("%0"), 2, Before);
    Text.replace(Text.find("%1"), 2, Inside);
    const LoadUses Found = findLoadUses(programOf(Text));
    return Found.Parts.size() == 1 && Found.Parts[0].isSure();
  };
  EXPECT_FALSE(IsSureOf(Load, ""));
  EXPECT_TRUE(IsSureOf("", Load));
}

/// Whether the load is near to what uses it.
bool isNear(llvm::StringRef Steps) {
  const LoadUses Found = findLoadUses(programOf(
      ("load 16 &s[i64(i)]\nflow load record 0[0:16] access 0\n" + Steps)
          .str()));
  return Found.Parts.size() == 1 && Found.Parts[0].IsNear;
}

TEST(LoadUses, Near) {
  EXPECT_TRUE(isNear("flow use from record 0[0:16]"));
  EXPECT_TRUE(isNear("flow use from record 0[0:4]\n"
                     "if (i < j) { flow use from record 0[4:16] }"));
  // All of it may move to the branch.
  EXPECT_FALSE(isNear("if (i < j) { flow use from record 0[0:16] }"));
  EXPECT_FALSE(isNear("flow use from record 0[0:4]\n"
                      "if (i < j) {\n flow branch\n"
                      "  flow use from record 0[4:16] }"));
  // What is made of it stays where it is, wherever that is needed.
  EXPECT_TRUE(isNear("flow make var x from record 0[0:16]\n"
                     "if (i < j) { flow use from var x }"));
  // What a branch jumps over is a branch.
  EXPECT_FALSE(isNear("if (i < j) { return }\n"
                      "flow use from record 0[0:16]"));
  EXPECT_TRUE(isNear(Counted));
}

/// Of 8 bytes that are stored: which are loaded, set, changed and neither, a
/// letter for each 4, and "?" if some perhaps stay in memory.
std::string storedOf(llvm::StringRef Steps, unsigned Pieces = 1) {
  const LoadUses Found = findLoadUses(
      programOf(("load 8 &s[i64(i)]\n"
                 "flow load record 0[0:8] access 0\n" +
                 Steps + "load 4 &s[0]\nstore " + llvm::Twine(8 / Pieces) +
                 " &s[i64(i)] pieces " + llvm::Twine(Pieces) +
                 "\nflow store access 2 from record 0[0:8]")
                    .str()));
  if (Found.Stores.size() != 1)
    return "none";
  const LoadUses::Store &Store = Found.Stores.front();
  std::string Text;
  for (unsigned Byte : {0, 4})
    for (const auto &[Letter, Of] :
         {std::pair('l', &Store.Loaded), std::pair('s', &Store.Set),
          std::pair('c', &Store.Changed), std::pair('-', &Store.Unset)})
      if ((*Of)[Byte])
        Text += Letter;
  return Text + (Store.KeepsSome ? "?" : "");
}

TEST(LoadUses, OfStores) {
  EXPECT_EQ(storedOf(""), "ll");
  EXPECT_EQ(storedOf("flow make record 0[0:4]\n"), "sl?");
  EXPECT_EQ(storedOf("flow make record 0[0:8]\n"), "ss");
  EXPECT_EQ(storedOf("if (i < j) { flow make record 0[0:4] }\n"), "lsl?");
  EXPECT_EQ(storedOf("flow forget record 0[0:8]\n"), "--");
  // A vector is stored at once, whatever of it is made of itself; others are
  // not.
  constexpr llvm::StringLiteral Change =
      "flow make record 0[0:4] from record 0[0:4]\n";
  EXPECT_EQ(storedOf(Change), "cl");
  EXPECT_EQ(storedOf(Change, /*Pieces=*/2), "cl?");
  // A number that was loaded, and one that is computed.
  EXPECT_EQ(storedOf("flow move record 0[0:4] from var i, load 1\n"
                     "flow make record 0[4:8] from load 1\n"),
            "ls?");
}

// Which part of a struct is made of which is not known.
TEST(LoadUses, OfWhatMakesAStruct) {
  EXPECT_EQ(usedOf("flow parts record 1[0:8] from record 0[0:16]\n"
                   "flow use from record 1[0:4]"),
            "1111");
}

// A number and a record of one number are different things.
TEST(LoadUses, HoldersAreApart) {
  EXPECT_EQ(usedOf("flow use from var i, local 0, load 0, record 1[0:16]"),
            "0000!");
}

// Several records that one access loads to: what is used of each of them.
TEST(LoadUses, PartsOfOneAccess) {
  EXPECT_EQ(usedOf("flow load record 1[0:16] access 0\n"
                   "flow use from record 0[0:8], record 1[4:12]"),
            "0100");
}

// Bytes far into a record are used, as far as is known.
TEST(LoadUses, OfLargeRecords) {
  EXPECT_EQ(usedOf("flow copy record 1[2048:2064] from record 0[0:16]"),
            "1111");
}

TEST(LoadUses, OfWhatIsLost) {
  EXPECT_EQ(usedOf("flow lose record 0[0:16]"), "1111");
}

TEST(LoadUses, OfUnusedLoads) {
  const LoadUses Found = findLoadUses(programOf(R"(
    load 4 &s[i64(i)]
    load 4 &s[i64(j)]
    load 4 &s[0]
    load 4 &s[1]
    flow use from load 1
    flow drop access 2
    flow use from load 2
    flow skip access 3
  )"));
  EXPECT_THAT(Found.Unused, ElementsAre(2, 0));
  EXPECT_THAT(Found.Parts, IsEmpty());
}

TEST(LoadUses, OfVolatileLoads) {
  EXPECT_THAT(findLoadUses(programOf("load 4 &s[i64(i)] volatile")).Unused,
              IsEmpty());
}

TEST(LoadUses, ThroughArrays) {
  const char *Stored = R"(
    load 4 &s[i64(i)]
    flow make array o from load 0
    store 4 &o[i64(i)] array o
  )";
  // Nothing reads the array that it is stored to.
  EXPECT_THAT(findLoadUses(programOf(Stored)).Unused, ElementsAre(0));
  EXPECT_THAT(findLoadUses(programOf((llvm::Twine(Stored) + R"(
    load 4 &o[0] array o
    flow use from load 2
  )")
                                         .str()))
                  .Unused,
              IsEmpty());
  // What is read there is not used either, and so on.
  EXPECT_THAT(findLoadUses(programOf((llvm::Twine(Stored) + R"(
    load 4 &o[0] array o
  )")
                                         .str()))
                  .Unused,
              ElementsAre(0, 2));
}

TEST(LoadUses, OfNarrowedNumbers) {
  const LoadUses Found = findLoadUses(programOf(R"(
    load 8 &s[i64(i)]
    flow make var x from load 0
    flow narrow from var x
    flow use from var x
  )"));
  EXPECT_THAT(Found.Narrowed, ElementsAre(0));
  EXPECT_THAT(Found.Unused, IsEmpty());
}

// One half of a number is read of a record.
TEST(LoadUses, OfNumbersInRecords) {
  constexpr llvm::StringLiteral Half = R"(
    load 8 &s[i64(i)]
    flow make record 1[0:8] from load 0
    flow use from record 1[4:8]
  )";
  EXPECT_THAT(findLoadUses(programOf(Half)).Narrowed, ElementsAre(0));
  EXPECT_THAT(
      findLoadUses(programOf((Half + "flow use from record 1[0:4]").str()))
          .Narrowed,
      IsEmpty());
}

TEST(RemoveFlow, LeavesTheRest) {
  KernelProgram Program = programOf(R"(
    load 4 &s[i64(i)]
    flow use from load 0
    if (i < j) {
      flow settle
      barrier
    }
  )");
  removeFlow(Program);
  EXPECT_TRUE(Program.Flow.empty());
  ASSERT_EQ(Program.Body.size(), 2u);
  EXPECT_EQ(Program.Body[1].Blocks[0].size(), 1u);
}

} // namespace
