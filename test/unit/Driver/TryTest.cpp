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
  EXPECT_THAT(Range.Values, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(llvm::cantFail(parseTriedPadding("a:0;4;8..9")).Values,
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

} // namespace
