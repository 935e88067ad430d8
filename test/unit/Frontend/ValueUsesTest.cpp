//===- ValueUsesTest.cpp - What is used of loaded values ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/ValueUses.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// Bytes [Begin, Begin + Count).
ByteSet bytes(unsigned Begin, unsigned Count) {
  ByteSet Result;
  for (unsigned At = Begin; At != Begin + Count; ++At)
    Result.set(At);
  return Result;
}

/// What is found of access 0, which loads 16 bytes to record 0.
struct ValueUsesTest : ::testing::Test {
  ValueUses::Load found() {
    Uses.noteSet(ValuePart::record(0, 0, 16));
    Uses.noteLoaded(0, {}, ValuePart::record(0, 0, 16));
    return Uses.find().Loads.front();
  }
  ValueUses Uses;
};

TEST_F(ValueUsesTest, Reads) {
  Uses.noteUsed(ValuePart::record(0, 4, 8));
  const auto Load = found();
  EXPECT_EQ(Load.Used, bytes(4, 4));
  EXPECT_TRUE(Load.IsSure);
}

TEST_F(ValueUsesTest, NothingIsUsed) {
  Uses.noteMade(ValuePart::record(0, 0, 16), ValuePart::variable(0));
  EXPECT_TRUE(found().Used.none());
}

TEST_F(ValueUsesTest, CopiesByteByByte) {
  Uses.noteCopied(ValuePart::record(0, 0, 16), ValuePart::record(1, 32, 48));
  Uses.noteUsed(ValuePart::record(1, 36, 40));
  EXPECT_EQ(found().Used, bytes(4, 4));
}

TEST_F(ValueUsesTest, IsComputedFromAll) {
  Uses.noteMade(ValuePart::record(0, 0, 8), ValuePart::variable(0));
  Uses.noteMade(ValuePart::variable(0), ValuePart::local(0));
  Uses.noteUsed(ValuePart::local(0));
  EXPECT_EQ(found().Used, bytes(0, 8));
}

// Which part of a struct is made of which is not known.
TEST_F(ValueUsesTest, IsComputedInPart) {
  Uses.noteMade(ValuePart::record(0, 0, 16), ValuePart::record(1, 0, 8));
  Uses.noteUsed(ValuePart::record(1, 0, 4));
  const auto Load = found();
  EXPECT_EQ(Load.Used, bytes(0, 16));
  EXPECT_FALSE(Load.IsSure);
}

TEST_F(ValueUsesTest, SomeIsNotSure) {
  Uses.noteUsed(ValuePart::someOfRecord(0, 0, 16));
  const auto Load = found();
  EXPECT_EQ(Load.Used, bytes(0, 16));
  EXPECT_FALSE(Load.IsSure);
}

// A number and a record of one number are different things.
TEST_F(ValueUsesTest, HoldersAreApart) {
  Uses.noteUsed(ValuePart::variable(0));
  Uses.noteUsed(ValuePart::local(0));
  Uses.noteUsed(ValuePart::load(0));
  Uses.noteUsed(ValuePart::record(1, 0, 16));
  EXPECT_TRUE(found().Used.none());
}

TEST_F(ValueUsesTest, WhatIsSetAgainIsNotSure) {
  Uses.noteSet(ValuePart::record(0, 0, 4));
  Uses.noteUsed(ValuePart::record(0, 0, 4));
  const auto Load = found();
  EXPECT_EQ(Load.Used, bytes(0, 4));
  EXPECT_FALSE(Load.IsSure);
}

TEST_F(ValueUsesTest, OtherBytesThatAreSetAgain) {
  Uses.noteSet(ValuePart::record(0, 0, 4));
  Uses.noteUsed(ValuePart::record(0, 4, 8));
  EXPECT_TRUE(found().IsSure);
}

TEST_F(ValueUsesTest, CopiesThatAreSetAgainAreNotSure) {
  Uses.noteCopied(ValuePart::record(0, 0, 16), ValuePart::record(1, 0, 16));
  Uses.noteSet(ValuePart::record(1, 0, 16));
  Uses.noteSet(ValuePart::record(1, 0, 4));
  Uses.noteUsed(ValuePart::record(1, 0, 4));
  const auto Load = found();
  EXPECT_EQ(Load.Used, bytes(0, 4));
  EXPECT_FALSE(Load.IsSure);
}

// Several records that one access loads to: what is used of each of them.
TEST_F(ValueUsesTest, PartsOfOneAccess) {
  Uses.noteLoaded(0, {}, ValuePart::record(1, 0, 16));
  Uses.noteUsed(ValuePart::record(0, 0, 8));
  Uses.noteUsed(ValuePart::record(1, 4, 12));
  const auto Load = found();
  EXPECT_EQ(Load.Used, bytes(4, 4));
  EXPECT_FALSE(Load.IsSure);
}

// Bytes far into a record are used, as far as is known.
TEST_F(ValueUsesTest, LargeRecords) {
  const int64_t Far = 2 * ValueUses::MaxBytes;
  Uses.noteCopied(ValuePart::record(0, 0, 16),
                  ValuePart::record(1, Far, Far + 16));
  EXPECT_EQ(found().Used, bytes(0, 16));
}

TEST(UnusedLoads, Numbers) {
  ValueUses Uses;
  Uses.noteLoad(0);
  Uses.noteLoad(1);
  Uses.noteMade(ValuePart::load(0), ValuePart::variable(0));
  Uses.noteMade(ValuePart::load(1), ValuePart::variable(1));
  Uses.noteUsed(ValuePart::variable(1));
  EXPECT_EQ(Uses.find().Unused, std::vector<unsigned>{0});
}

// Loads 1 and 2 go to an array.
TEST_F(ValueUsesTest, FollowsArrays) {
  for (unsigned Load : {1, 2}) {
    Uses.noteLoad(Load);
    Uses.noteMade(ValuePart::load(Load), ValuePart::array(0));
  }
  EXPECT_EQ(Uses.find().Unused, (std::vector<unsigned>{1, 2}));
  Uses.noteUsed(ValuePart::array(0));
  EXPECT_TRUE(Uses.find().Unused.empty());
  Uses.noteUnneeded(2);
  EXPECT_EQ(Uses.find().Unused, std::vector<unsigned>{2});
}

TEST_F(ValueUsesTest, NarrowsWhatANumberIsMadeOf) {
  Uses.noteLoad(1);
  Uses.noteLoad(2);
  Uses.noteMade(ValuePart::load(1), ValuePart::variable(0));
  Uses.noteMade(ValuePart::variable(0), ValuePart::local(0));
  Uses.noteUsed(ValuePart::local(0));
  Uses.noteUsed(ValuePart::load(2));
  EXPECT_TRUE(Uses.find().Narrowed.empty());
  Uses.noteNarrowed(ValuePart::local(0));
  EXPECT_EQ(Uses.find().Narrowed, std::vector<unsigned>{1});
}

// One half of a number is read of a record.
TEST_F(ValueUsesTest, NarrowsWhatIsReadInPart) {
  Uses.noteLoad(1);
  Uses.noteMade(ValuePart::load(1), ValuePart::record(2, 0, 8));
  Uses.noteUsed(ValuePart::record(2, 4, 8));
  EXPECT_EQ(Uses.find().Narrowed, std::vector<unsigned>{1});
  Uses.noteUsed(ValuePart::record(2, 0, 4));
  EXPECT_TRUE(Uses.find().Narrowed.empty());
}

} // namespace
