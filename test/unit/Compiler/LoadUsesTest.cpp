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
  return Text + (Found.Parts[0].IsSure ? "!" : "");
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

TEST(LoadUses, NotSureOfWhatIsSetAgain) {
  EXPECT_EQ(usedOf("flow make record 0[0:4]\n"
                   "flow make record 0[0:4]\n"
                   "flow use from record 0[0:8]"),
            "1100");
  // But where that is made of it.
  EXPECT_EQ(usedOf("flow make record 0[0:4] from record 0[0:4]\n"
                   "flow use from record 0[0:8]"),
            "1100!");
}

TEST(LoadUses, OtherBytesThatAreSetAgain) {
  EXPECT_EQ(usedOf("flow make record 0[0:4]\n"
                   "flow make record 0[0:4]\n"
                   "flow use from record 0[4:8]"),
            "0100!");
  // A copy that is set again.
  EXPECT_EQ(usedOf("flow copy record 1[0:16] from record 0[0:16]\n"
                   "flow make record 1[0:4]\n"
                   "flow use from record 1[0:8]"),
            "1100");
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
            "1111!");
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
