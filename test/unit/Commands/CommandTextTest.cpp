//===- CommandTextTest.cpp - Words of shells and of nvcc ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CommandText.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {
struct Example {
  const char *Text;
  /// Joined by '|'.
  const char *Expected;
};
} // namespace

// As dash splits them.
static constexpr Example ShellWords[] = {
    {"", ""},
    {"  \t\n", ""},
    {"nvcc -c a.cu", "nvcc|-c|a.cu"},
    {"-DA=\\\"q\\\"", "-DA=\"q\""},
    {"-DS=\"\\\"a b\\\"\"", "-DS=\"a b\""},
    {"'-DS=\\\"a\\\"'", "-DS=\\\"a\\\""},
    {"'a b'\"c d\"e\\ f", "a bc de f"},
    {"\"a\\n\\\\\"", "a\\n\\"},
    {"a '' b", "a||b"},
    {"'open", "open"},
    {"end\\", "end\\"},
    {"a\\\nb", "ab"},
};

TEST(CommandText, ShellWords) {
  for (const Example &E : ShellWords)
    EXPECT_EQ(llvm::join(splitShellWords(E.Text), "|"), E.Expected) << E.Text;
}

// As "nvcc --dryrun" of CUDA 13.0 shows them.
static constexpr Example NvccLists[] = {
    {"", ""},         {"A,B=2", "A|B=2"},         {"S=\"a,b\"", "S=\"a,b\""},
    {"F\\,x", "F,x"}, {"S=\\\"q\\\"", "S=\"q\""}, {"a\\b", "ab"},
    {",,a,", "a"},
};

TEST(CommandText, NvccLists) {
  for (const Example &E : NvccLists)
    EXPECT_EQ(llvm::join(splitNvccList(E.Text), "|"), E.Expected) << E.Text;
}

static constexpr Example OptionsFiles[] = {
    {"-DFROM=\"a b\"", "-DFROM=a b"},
    {"\"-DFROM=a b\"", "-DFROM=a b"},
    {"-DX=\\\"q\\\"", "-DX=q"},
    {"-DX=\\\\\\\"q\\\\\\\"", "-DX=\"q\""},
    {"-DY=a\\ b", "-DY=a b"},
    {"-DX=\\\\a", "-DX=a"},
    {"-DX=\\\\\\\\a", "-DX=\\a"},
    {"-DX=it's", "-DX=it's"},
    {"-I\"x y\"\n-Iz\t-DA#B", "-Ix y|-Iz|-DA#B"},
};

TEST(CommandText, OptionsFiles) {
  for (const Example &E : OptionsFiles)
    EXPECT_EQ(llvm::join(splitOptionsFile(E.Text), "|"), E.Expected) << E.Text;
}
