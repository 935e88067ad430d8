//===- SnippetTest.cpp - A source line with carets ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snippet.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

std::string snippet(llvm::StringRef Line, ColumnRange Marked,
                    llvm::ArrayRef<LineEdit> Edits = {},
                    unsigned LineNumber = 7) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSnippet(Line, LineNumber, Marked, Edits, OS);
  return Text;
}

TEST(Snippet, MarksTheRange) {
  EXPECT_EQ(snippet("x = t[i];", {4, 4}), "    7 | x = t[i];\n"
                                          "      |     ^~~~\n");
}

TEST(Snippet, MarksAPlaceWithoutLength) {
  EXPECT_EQ(snippet("x", {0, 0}), "    7 | x\n"
                                  "      | ^\n");
}

TEST(Snippet, MarksTheEndOfALine) {
  EXPECT_EQ(snippet("ab", {2, 5}), "    7 | ab\n"
                                   "      |   ^\n");
  EXPECT_EQ(snippet("", {0, 1}), "    7 | \n"
                                 "      | ^\n");
}

TEST(Snippet, RangeEndsWithTheLine) {
  EXPECT_EQ(snippet("t[i", {0, 90}), "    7 | t[i\n"
                                     "      | ^~~\n");
}

TEST(Snippet, TabsStopEveryEightColumns) {
  EXPECT_EQ(snippet("\tab\tt[i]", {4, 4}), "    7 |         ab      t[i]\n"
                                           "      |                 ^~~~\n");
}

TEST(Snippet, CountsColumnsNotBytes) {
  // One column in two bytes, two columns in three, none in two (combining).
  EXPECT_EQ(snippet("ä 幅 e\u0301 t", {12 - 1, 1}), "    7 | ä 幅 e\u0301 t\n"
                                                    "      |        ^\n");
}

TEST(Snippet, ShowsBytesThatAreNoText) {
  EXPECT_EQ(snippet("\xFF\x01t", {2, 1}), "    7 | <FF><01>t\n"
                                          "      |         ^\n");
  EXPECT_EQ(snippet("t\xC3", {0, 1}), "    7 | t<C3>\n"
                                      "      | ^\n");
}

TEST(Snippet, ShowsEditsBelow) {
  LineEdit Edit{{8, 2}, "33"};
  EXPECT_EQ(snippet("int t[8][32];", {4, 1}, Edit), "    7 | int t[8][32];\n"
                                                    "      |     ^   ~~\n"
                                                    "      |         33\n");
}

TEST(Snippet, EditsThatOverlapStandSideBySide) {
  LineEdit Edits[] = {{{0, 1}, "long + 1"}, {{2, 1}, "b"}};
  EXPECT_EQ(snippet("x y", {0, 0}, Edits), "    7 | x y\n"
                                           "      | ^ ~\n"
                                           "      | long + 1 b\n");
}

TEST(Snippet, GutterGrowsWithTheNumber) {
  EXPECT_EQ(snippet("x", {0, 1}, {}, 123456), " 123456 | x\n"
                                              "        | ^\n");
}

} // namespace
