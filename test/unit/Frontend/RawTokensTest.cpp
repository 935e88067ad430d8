//===- RawTokensTest.cpp - Tokens of a file as written --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recovery/RawTokens.h"
#include "ParsedText.h"
#include "clang/Lex/Lexer.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

/// The spellings of the tokens from byte \p First on, those of directives with
/// a '#' before; \p Last ends them.
static std::string tokensOf(llvm::StringRef Code, unsigned First = 0,
                            llvm::StringRef Last = "") {
  ParsedText Text(Code);
  const clang::LangOptions &Language = Text.context().getLangOpts();
  std::string Result;
  const bool IsRead = forEachRawToken(
      Text.sources(), Language, Text.sources().getMainFileID(), First,
      [&](const clang::Token &T, bool IsInDirective) {
        const std::string Spelled =
            clang::Lexer::getSpelling(T, Text.sources(), Language);
        Result += (Result.empty() ? "" : " ") +
                  std::string(IsInDirective ? "#" : "") + Spelled;
        return Last.empty() || Spelled != Last;
      });
  EXPECT_TRUE(IsRead);
  return Result;
}

TEST(RawTokens, AreAsWritten) {
  EXPECT_EQ(tokensOf("int a; // b\nint /* c */ d;"), "int a ; int d ;");
  // Macros are names; what is not compiled is there.
  EXPECT_EQ(tokensOf("#define N 3\nint a = N;\n#if 0\nint b;\n#endif\n"),
            "## #define #N #3 int a = N ; ## #if #0 int b ; ## #endif");
  // A directive may have several lines.
  EXPECT_EQ(tokensOf("#define M \\\n 1\nM;"), "## #define #M #1 M ;");
  // The last token needs no end of line.
  EXPECT_EQ(tokensOf("int a"), "int a");
  EXPECT_EQ(tokensOf(""), "");
}

TEST(RawTokens, StartAndEndWhereAsked) {
  EXPECT_EQ(tokensOf("int a; int b;", 7), "int b ;");
  EXPECT_EQ(tokensOf("int a; int b;", 0, ";"), "int a ;");
  EXPECT_EQ(tokensOf("int a;", 6), "");
}
