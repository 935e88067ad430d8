//===- FixDiffTest.cpp --------------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixDiff.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

std::string diff(std::string Text, std::vector<TextEdit> Edits) {
  SourceTexts Sources;
  Sources.add("a.cu", "/a.cu", std::move(Text));
  Fix F;
  F.Edits = std::move(Edits);
  return llvm::formatv("{0}", llvm::json::Value(diffOf(F, Sources)));
}

TEST(FixDiff, ShowsWholeLinesWithContext) {
  EXPECT_EQ(diff("one\ntwo\nthree\nfour\nfive\n", {{"a.cu", 8, 5, "3"}}),
            R"([{"after":["two","3","four"],"before":["two","three","four"],)"
            R"("file":"a.cu","line":2}])");
}

TEST(FixDiff, TheFirstAndTheLastLineHaveLessContext) {
  EXPECT_EQ(diff("one\ntwo", {{"a.cu", 0, 0, "x"}}),
            R"([{"after":["xone","two"],"before":["one","two"],)"
            R"("file":"a.cu","line":1}])");
  EXPECT_EQ(diff("one\ntwo", {{"a.cu", 7, 0, "!"}}),
            R"([{"after":["one","two!"],"before":["one","two"],)"
            R"("file":"a.cu","line":1}])");
}

TEST(FixDiff, NeighborsAreOnePieceAndOthersAreNot) {
  EXPECT_EQ(
      diff("1\n2\n3\n4\n5\n6\n7\n8\n",
           {{"a.cu", 14, 1, "h"}, {"a.cu", 2, 1, "b"}, {"a.cu", 4, 1, "c"}}),
      R"([{"after":["1","b","c","4"],"before":["1","2","3","4"],)"
      R"("file":"a.cu","line":1},)"
      R"({"after":["7","h"],"before":["7","8"],"file":"a.cu","line":7}])");
}

TEST(FixDiff, FilesWithoutATextHaveNone) {
  EXPECT_EQ(diff("", {{"b.cu", 0, 0, "x"}}), "[]");
}

} // namespace
