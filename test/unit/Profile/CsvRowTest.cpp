//===- CsvRowTest.cpp - Rows that are hardly CSV --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CsvRow.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;

namespace {

TEST(CsvRow, QuotedFields) {
  EXPECT_THAT(fieldsOf(R"x("a","","1,234","(32, 1, 1)")x"),
              ElementsAre("a", "", "1,234", "(32, 1, 1)"));
}

TEST(CsvRow, PlainFields) {
  EXPECT_THAT(fieldsOf(R"(a,,"b",3)"), ElementsAre("a", "", "b", "3"));
  EXPECT_THAT(fieldsOf(""), ElementsAre(""));
  EXPECT_THAT(fieldsOf("a,"), ElementsAre("a", ""));
}

TEST(CsvRow, QuotesInText) {
  EXPECT_THAT(fieldsOf(R"("say "x" now","b")"),
              ElementsAre(R"(say "x" now)", "b"));
  EXPECT_THAT(fieldsOf(R"("say ""x"" now","b")"),
              ElementsAre(R"(say "x" now)", "b"));
  EXPECT_THAT(fieldsOf(R"("never closed)"), ElementsAre("never closed"));
}

TEST(CsvRow, CountsFieldsFromBothEnds) {
  auto Fields = fieldsAround(R"("7","f("a","b"); // "c",","-","5")", 1, 4);
  ASSERT_TRUE(Fields);
  EXPECT_THAT(*Fields, ElementsAre("7", R"(f("a","b"); // "c",)", "-", "5"));
}

TEST(CsvRow, TooFewFields) {
  EXPECT_FALSE(fieldsAround(R"("7","text","5")", 1, 4));
  EXPECT_FALSE(fieldsAround(R"(7,text,-,5)", 1, 4));
  EXPECT_FALSE(fieldsAround("", 1, 4));
  EXPECT_FALSE(fieldsAround(R"("7")", 1, 1));
}

TEST(CsvRow, Numbers) {
  EXPECT_EQ(numberOf("131,072"), 131072u);
  EXPECT_EQ(numberOf(" 7 "), 7u);
  EXPECT_EQ(numberOf("0"), 0u);
  for (llvm::StringRef Text :
       {"", "-", "-3", "4.10", "1e5", "x", ",", "99999999999999999999999999"})
    EXPECT_FALSE(numberOf(Text)) << Text.str();
}

} // namespace
