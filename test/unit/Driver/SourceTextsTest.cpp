//===- SourceTextsTest.cpp - The files that findings point into -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Files/SourceTexts.h"
#include "gtest/gtest.h"

using namespace banklint;

TEST(SourceTexts, LinesLoseTheirEnds) {
  SourceTexts Sources;
  Sources.add("a", "/a", "one\r\ntwo\n\nfour");
  EXPECT_EQ(Sources.line("a", 1), "one");
  EXPECT_EQ(Sources.line("a", 2), "two");
  EXPECT_EQ(Sources.line("a", 3), "");
  EXPECT_EQ(Sources.line("a", 4), "four");
  EXPECT_EQ(Sources.line("a", 5), std::nullopt);
  EXPECT_EQ(Sources.line("a", 0), std::nullopt);
  EXPECT_EQ(Sources.line("b", 1), std::nullopt);
}

TEST(SourceTexts, ANameOfTwoFilesStandsForNone) {
  SourceTexts First, Second, Same;
  First.add("inc/a.h", "/x/inc/a.h", "x");
  Second.add("inc/a.h", "/y/inc/a.h", "x");
  Same.add("inc/a.h", "/x/inc/a.h", "x");
  First.merge(Same);
  EXPECT_NE(First.find("inc/a.h"), nullptr);
  First.merge(Second);
  EXPECT_EQ(First.find("inc/a.h"), nullptr);
  EXPECT_EQ(First.line("inc/a.h", 1), std::nullopt);
}
