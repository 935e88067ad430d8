//===- TextPositionsTest.cpp - Bytes and the protocol's positions ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/TextPositions.h"
#include "gtest/gtest.h"

using namespace banklint::lsp;

namespace banklint::lsp {
static void PrintTo(const Position &At, std::ostream *OS) {
  *OS << At.Line << ':' << At.Character;
}
} // namespace banklint::lsp

// One, two, three and four bytes; one, one, one and two units.
static constexpr llvm::StringLiteral Mixed = "a\xc3\xbc\xe2\x82\xac"
                                             "\xf0\x9f\x98\x80z";

TEST(TextPositions, Characters) {
  const TextPositions Units(Mixed, PositionEncoding::Utf16);
  const TextPositions Bytes(Mixed, PositionEncoding::Utf8);
  const std::pair<size_t, int> Starts[] = {{0, 0}, {1, 1},  {3, 2},
                                           {6, 3}, {10, 5}, {11, 6}};
  for (const auto &[Byte, Unit] : Starts) {
    EXPECT_EQ(Units.positionOf(Byte), (Position{0, Unit}));
    EXPECT_EQ(Units.offsetOf({0, Unit}), Byte);
    EXPECT_EQ(Bytes.positionOf(Byte), (Position{0, int(Byte)}));
    EXPECT_EQ(Bytes.offsetOf({0, int(Byte)}), Byte);
  }
}

TEST(TextPositions, InsideOfAPair) {
  const TextPositions Units(Mixed, PositionEncoding::Utf16);
  EXPECT_EQ(Units.offsetOf({0, 4}), 6u);
}

TEST(TextPositions, Ends) {
  const TextPositions Text("ab\ncd\r\nef\rgh", PositionEncoding::Utf16);
  EXPECT_EQ(Text.lineCount(), 4u);
  EXPECT_EQ(Text.line(1), "cd");
  EXPECT_EQ(Text.offsetOf({0, 99}), 2u);
  EXPECT_EQ(Text.offsetOf({1, 99}), 5u);
  EXPECT_EQ(Text.offsetOf({2, 1}), 8u);
  EXPECT_EQ(Text.offsetOf({3, 99}), 12u);
  EXPECT_EQ(Text.offsetOf({4, 0}), 12u);
  EXPECT_EQ(Text.positionOf(12), (Position{3, 2}));
  EXPECT_EQ(Text.positionOf(99), (Position{3, 2}));
  EXPECT_EQ(Text.lineOf(7), 2u);
}

TEST(TextPositions, EmptyTextAndLastLineEnd) {
  const TextPositions Empty("", PositionEncoding::Utf16);
  EXPECT_EQ(Empty.offsetOf({0, 3}), 0u);
  const TextPositions Ended("a\n", PositionEncoding::Utf16);
  EXPECT_EQ(Ended.lineCount(), 2u);
  EXPECT_EQ(Ended.offsetOf({1, 0}), 2u);
  EXPECT_EQ(Ended.positionOf(2), (Position{1, 0}));
}

TEST(TextPositions, BytesThatAreNotText) {
  const TextPositions Text("\xff\x80g\xe2\x82", PositionEncoding::Utf16);
  for (int I = 0; I <= 5; ++I) {
    EXPECT_EQ(Text.offsetOf({0, I}), size_t(I));
    EXPECT_EQ(Text.positionOf(I), (Position{0, I}));
  }
}

TEST(TextPositions, ThereAndBack) {
  const std::string Text =
      Mixed.str() + "\r\n" + Mixed.str() + "\n\r" + Mixed.str();
  for (PositionEncoding Encoding :
       {PositionEncoding::Utf8, PositionEncoding::Utf16}) {
    const TextPositions Positions(Text, Encoding);
    for (size_t Line = 0; Line < Positions.lineCount(); ++Line)
      for (int Character = 0; Character <= 12; ++Character) {
        const size_t Offset = Positions.offsetOf({int(Line), Character});
        EXPECT_EQ(Positions.offsetOf(Positions.positionOf(Offset)), Offset);
      }
  }
}
