//===- TryTest.cpp - What a kernel would cost otherwise -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Try.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

template <typename T> std::string problemOf(llvm::Expected<T> Value) {
  return Value ? "" : llvm::toString(Value.takeError());
}

TEST(Try, Blocks) {
  EXPECT_THAT(llvm::cantFail(parseTriedBlocks("32,8;16,16,2;64")),
              ElementsAre(Dim3{32, 8, 1}, Dim3{16, 16, 2}, Dim3{64, 1, 1}));
  EXPECT_THAT(problemOf(parseTriedBlocks("32;;8")),
              HasSubstr("invalid block shape ''"));
  EXPECT_THAT(problemOf(parseTriedBlocks("k=32")), HasSubstr("use --kernel"));
  EXPECT_THAT(problemOf(parseTriedBlocks("2048")), HasSubstr("the limit is"));
}

TEST(Try, Paddings) {
  const TriedPadding Range = llvm::cantFail(parseTriedPadding("tile:0..3"));
  EXPECT_EQ(Range.Array, "tile");
  EXPECT_THAT(Range.Elements, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(llvm::cantFail(parseTriedPadding("a:0;4;8..9")).Elements,
              ElementsAre(0, 4, 8, 9));
  for (llvm::StringRef Wrong :
       {"", "tile", "tile:", ":1", "tile:x", "tile:-1", "tile:3..1",
        "tile:0..999", "tile:1..", "tile:999999999"})
    EXPECT_THAT(problemOf(parseTriedPadding(Wrong)),
                HasSubstr("--pad: invalid value '" + Wrong.str() + "'"));
}

TEST(Try, Constants) {
  const TriedConstant Tile = llvm::cantFail(parseTriedConstant("TILE=16;32"));
  EXPECT_EQ(Tile.Name, "TILE");
  EXPECT_THAT(Tile.Values, ElementsAre("16", "32"));
  for (llvm::StringRef Wrong : {"", "TILE", "TILE=", "TILE=1;", "3=1", "a b=1"})
    EXPECT_THAT(problemOf(parseTriedConstant(Wrong)),
                HasSubstr("--define: invalid value '" + Wrong.str() + "'"));
}

std::string changed(llvm::StringRef Source) {
  return withConstant(Source, "TILE", "8").value_or("none");
}

TEST(Try, FindsDefinitions) {
  EXPECT_EQ(changed("#define TILE 32\nint a;\n"), "#define TILE 8\nint a;\n");
  EXPECT_EQ(changed("int a;\n #  define\tTILE (4 * 8)"),
            "int a;\n #  define\tTILE 8");
  EXPECT_EQ(changed("constexpr int TILE = 32;\nint s[TILE];"),
            "constexpr int TILE = 8;\nint s[TILE];");
  EXPECT_EQ(changed("static const unsigned TILE{32};"),
            "static const unsigned TILE{8};");
  EXPECT_EQ(changed("enum { ROWS = 4, TILE = 32 };"),
            "enum { ROWS = 4, TILE = 8 };");
  // In each branch of a condition.
  EXPECT_EQ(changed("#ifdef A\n#define TILE 16\n#else\n#define TILE 32\n"),
            "#ifdef A\n#define TILE 8\n#else\n#define TILE 8\n");
}

TEST(Try, FindsNothingElse) {
  for (llvm::StringRef Source :
       {"int TILE = 32;", "#define TILE\n", "#define TILES 32\n",
        "#define MY_TILE 32\n", "constexpr int MY_TILE = 32;",
        "constexpr int TILES = 32;", "enum { MY_TILE = 32 };", "int s[TILE];",
        "template <int TILE> void k();"})
    EXPECT_EQ(changed(Source), "none") << Source.str();
}

} // namespace
