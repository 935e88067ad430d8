//===- EditedLinesTest.cpp - Fixes as changed lines -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/EditedLines.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr llvm::StringLiteral Text = "one\ntwo\r\nthree\nfour\nfive";

std::vector<EditedLines> linesOf(std::vector<TextEdit> Edits,
                                 unsigned Context = 0) {
  Fix F;
  F.Edits = std::move(Edits);
  return editedLines(
      F, Context, [](llvm::StringRef File) -> std::optional<llvm::StringRef> {
        if (File == "gone.cu")
          return std::nullopt;
        return Text;
      });
}

TEST(EditedLines, OneEdit) {
  const auto Lines = linesOf({{"a.cu", 4, 3, "TWO"}});
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_EQ(Lines[0].File, "a.cu");
  EXPECT_EQ(Lines[0].Line, 2u);
  EXPECT_THAT(Lines[0].Before, ElementsAre("two"));
  EXPECT_THAT(Lines[0].After, ElementsAre("TWO"));
}

TEST(EditedLines, Context) {
  const auto Lines = linesOf({{"a.cu", 4, 3, "TWO"}}, 1);
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_EQ(Lines[0].Line, 1u);
  EXPECT_THAT(Lines[0].Before, ElementsAre("one", "two", "three"));
  EXPECT_THAT(Lines[0].After, ElementsAre("one", "TWO", "three"));
}

TEST(EditedLines, SeveralOfALineInAnyOrder) {
  const auto Lines = linesOf({{"a.cu", 13, 1, "E"}, {"a.cu", 9, 1, "T"}});
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_THAT(Lines[0].Before, ElementsAre("three"));
  EXPECT_THAT(Lines[0].After, ElementsAre("ThreE"));
}

TEST(EditedLines, FarApartAndInSeveralFiles) {
  const auto Lines = linesOf(
      {{"b.cu", 0, 0, "zero\n"}, {"a.cu", 20, 4, "FIVE"}, {"a.cu", 0, 3, ""}});
  ASSERT_EQ(Lines.size(), 3u);
  EXPECT_THAT(Lines[0].After, ElementsAre(""));
  EXPECT_EQ(Lines[1].Line, 5u);
  EXPECT_THAT(Lines[1].After, ElementsAre("FIVE"));
  EXPECT_EQ(Lines[2].File, "b.cu");
  EXPECT_THAT(Lines[2].After, ElementsAre("zero", "one"));
}

TEST(EditedLines, UnknownText) {
  EXPECT_THAT(linesOf({{"a.cu", 0, 1, "O"}, {"gone.cu", 0, 1, ""}}), IsEmpty());
}

} // namespace
