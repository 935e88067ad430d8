//===- InjectedTokens.cpp - Tokens that no file has -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InjectedTokens.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;

void banklint::addTokens(const std::string &Text, SourceLocation Place,
                         Preprocessor &Macros,
                         llvm::SmallVectorImpl<Token> &Tokens) {
  Lexer Reader(SourceLocation(), Macros.getLangOpts(), Text.data(), Text.data(),
               Text.data() + Text.size());
  Token T;
  for (Reader.LexFromRawLexer(T); T.isNot(tok::eof);
       Reader.LexFromRawLexer(T)) {
    if (T.is(tok::raw_identifier))
      Macros.LookUpIdentifierInfo(T);
    T.setLocation(Place);
    T.clearFlag(Token::StartOfLine);
    Tokens.push_back(T);
  }
}

void banklint::injectTokens(llvm::ArrayRef<Token> Tokens,
                            Preprocessor &Macros) {
  auto Stream = std::make_unique<Token[]>(Tokens.size());
  llvm::copy(Tokens, Stream.get());
  Macros.EnterTokenStream(std::move(Stream), Tokens.size(),
                          /*DisableMacroExpansion=*/false,
                          /*IsReinject=*/false);
}
