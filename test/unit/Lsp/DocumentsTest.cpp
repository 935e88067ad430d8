//===- DocumentsTest.cpp - The texts that editors have open ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Documents.h"
#include "gtest/gtest.h"

using namespace banklint::lsp;

static constexpr auto Utf16 = PositionEncoding::Utf16;

TEST(Documents, EditsReferToTheTextBeforeThem) {
  EXPECT_EQ(editedText("one\ntwo\n",
                       {{Range{{0, 0}, {0, 3}}, "1\n1"},
                        {Range{{1, 1}, {2, 1}}, "-"},
                        {Range{{1, 3}, {1, 3}}, "!"}},
                       Utf16),
            "1\n1-w!o\n");
}

TEST(Documents, AWholeText) {
  EXPECT_EQ(editedText("old",
                       {{std::nullopt, "new"}, {Range{{0, 3}, {0, 3}}, "er"}},
                       Utf16),
            "newer");
}

TEST(Documents, OutsideOfTheText) {
  EXPECT_EQ(editedText("a", {{Range{{5, 5}, {9, 9}}, "b"}}, Utf16), "ab");
  EXPECT_EQ(editedText("", {{Range{{0, 0}, {0, 0}}, "b"}}, Utf16), "b");
}

TEST(Documents, PairsAreNotTornApart) {
  const std::string Smile = "\xf0\x9f\x98\x80";
  EXPECT_EQ(editedText(Smile + "x", {{Range{{0, 0}, {0, 1}}, ""}}, Utf16),
            Smile + "x");
  EXPECT_EQ(editedText(Smile + "x", {{Range{{0, 0}, {0, 2}}, ""}}, Utf16), "x");
  EXPECT_EQ(editedText(Smile + "x", {{Range{{0, 1}, {0, 3}}, ""}}, Utf16), "");
}

TEST(Documents, UntitledOnesHaveAPathOfTheirOwn) {
  const std::string One =
      pathOfUntitled("untitled:Untitled-1", "cuda-cpp", "/w");
  EXPECT_EQ(One, "/w/.banklint-untitled-Untitled-1.cu");
  EXPECT_NE(One, pathOfUntitled("untitled:Untitled-2", "cuda-cpp", "/w"));
}

TEST(Documents, Languages) {
  EXPECT_TRUE(isCuda({"", "cuda-cpp", "/a", "", 1}));
  EXPECT_TRUE(isCuda({"", "cuda", "/a", "", 1}));
  EXPECT_TRUE(isCuda({"", "plaintext", "/a.cuh", "", 1}));
  EXPECT_TRUE(isCuda({"", "cpp", "/a.h", "", 1}));
  EXPECT_FALSE(isCuda({"", "python", "/a.py", "", 1}));
}
