//===- RawTokens.cpp - Tokens of a file's text ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RawTokens.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;

bool banklint::forEachRawToken(
    const SourceManager &Sources, const LangOptions &Language, FileID File,
    unsigned First,
    llvm::function_ref<bool(const Token &T, bool IsInDirective)> See) {
  bool IsInvalid = false;
  const llvm::StringRef Text = Sources.getBufferData(File, &IsInvalid);
  if (IsInvalid)
    return false;
  // The lexer wants the buffer's end, whatever is asked for.
  Lexer Raw(Sources.getLocForStartOfFile(File), Language, Text.begin(),
            Text.begin() + First, Text.end());
  bool IsInDirective = false;
  Token T;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      break;
    if (T.isAtStartOfLine())
      IsInDirective = T.is(tok::hash);
    if (!See(T, IsInDirective))
      break;
  }
  return true;
}
