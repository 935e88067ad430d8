//===- Lexer.h - Tokens of the text form ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the text form of a kernel program into tokens, and knows which words
// and which spellings of names are plain identifiers.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_PROGRAM_LEXER_H
#define BANKLINT_LIB_PROGRAM_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace banklint {

/// True if \p Name may stand in the text form without quotes: an identifier
/// that is not a word of the form itself.
bool isPlainName(llvm::StringRef Name);
bool isIdentifier(llvm::StringRef Text);

struct Token {
  enum KindTy { End, Identifier, String, Number, Punctuator, Error };
  KindTy Kind = End;
  /// As spelled; of a number the digits only.
  llvm::StringRef Text;
  /// A number's type: "u32" in 5:u32.
  llvm::StringRef Suffix;
  /// A string without its escapes; the message of an error.
  std::string Value;
  /// 1-based; columns are bytes.
  unsigned Line = 1;
  unsigned Column = 1;

  bool is(llvm::StringRef Spelling) const {
    return (Kind == Identifier || Kind == Punctuator) && Text == Spelling;
  }
};

class Lexer {
public:
  /// \p Text must outlive the tokens.
  explicit Lexer(llvm::StringRef Text) : Rest(Text) {}

  /// The next token; after the last one, End for ever. An Error is not
  /// followed by anything useful.
  Token next();

private:
  void skipSpace();
  void consume(size_t Count);
  void lexString(Token &Result);
  void lexNumber(Token &Result);
  void lexPunctuator(Token &Result);

  llvm::StringRef Rest;
  unsigned Line = 1;
  unsigned Column = 1;
};

} // namespace banklint

#endif // BANKLINT_LIB_PROGRAM_LEXER_H
