//===- Lexer.cpp - Tokens of the text form --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "banklint/Program/Expr.h"
#include "banklint/Support/MemoryOperation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

namespace {

bool isNameStart(char C) { return llvm::isAlpha(C) || C == '_' || C == '$'; }
bool isNameChar(char C) { return isNameStart(C) || llvm::isDigit(C); }

constexpr llvm::StringLiteral Keywords[] = {
    // Declarations.
    "kernel", "file", "max_threads", "fixed_block", "parse_errors", "param",
    "shared", "var", "launch", "annotation", "body",
    // Statements.
    "loop", "name", "untested", "unroll", "rolled", "weight", "folded",
    "nested", "peelable", "test", "step", "if", "else", "switch", "case",
    "default", "region", "barrier", "fence", "flow", "break", "continue",
    "return",
    // What follows an access.
    "pieces", "elements", "window", "volatile", "apart", "array", "text",
    // Expressions.
    "true", "false", "opaque", "divergent", "elsewhere", "sum", "shuffle"};

/// Words that come from the tables of operators, types and operations.
bool isTableWord(llvm::StringRef Name) {
  if (parseIntType(Name) || parseUnaryOp(Name) || parseBinaryOp(Name))
    return true;
  if (parseBuiltin((Name + ".x").str()))
    return true;
  return llvm::any_of(allMemoryOperations(), [Name](MemoryOperation Op) {
    return spelling(Op).split('-').first == Name;
  });
}

} // namespace

bool banklint::isIdentifier(llvm::StringRef Text) {
  return !Text.empty() && isNameStart(Text[0]) &&
         llvm::all_of(Text, isNameChar);
}

bool banklint::isPlainName(llvm::StringRef Name) {
  return isIdentifier(Name) && !llvm::is_contained(Keywords, Name) &&
         !isTableWord(Name);
}

void Lexer::consume(size_t Count) {
  Rest = Rest.drop_front(Count);
  Column += Count;
}

void Lexer::skipSpace() {
  while (!Rest.empty()) {
    if (Rest[0] == '\n') {
      Rest = Rest.drop_front();
      ++Line;
      Column = 1;
    } else if (llvm::isSpace(Rest[0])) {
      consume(1);
    } else if (Rest.starts_with("//")) {
      consume(std::min(Rest.find('\n'), Rest.size()));
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skipSpace();
  Token Result;
  Result.Line = Line;
  Result.Column = Column;
  if (Rest.empty())
    return Result;
  if (isNameStart(Rest[0])) {
    Result.Kind = Token::Identifier;
    Result.Text = Rest.take_while(isNameChar);
    consume(Result.Text.size());
  } else if (llvm::isDigit(Rest[0])) {
    lexNumber(Result);
  } else if (Rest[0] == '"') {
    lexString(Result);
  } else {
    lexPunctuator(Result);
  }
  return Result;
}

void Lexer::lexNumber(Token &Result) {
  llvm::StringRef Word = Rest.take_while(isNameChar);
  if (!llvm::all_of(Word, llvm::isDigit)) {
    Result.Kind = Token::Error;
    Result.Value = ("'" + Word + "' is not a number").str();
    return;
  }
  Result.Kind = Token::Number;
  Result.Text = Word;
  consume(Word.size());
  // Without space between, so that (c ? 1 : x) has no suffix.
  if (Rest.size() >= 2 && Rest[0] == ':' && isNameStart(Rest[1])) {
    Result.Suffix = Rest.drop_front().take_while(isNameChar);
    consume(1 + Result.Suffix.size());
  }
}

void Lexer::lexString(Token &Result) {
  llvm::StringRef Start = Rest;
  auto Fail = [&](llvm::StringRef Message) {
    Result.Kind = Token::Error;
    Result.Value = Message.str();
  };
  consume(1);
  while (!Rest.starts_with("\"")) {
    if (Rest.empty() || Rest[0] == '\n')
      return Fail("the string does not end on its line");
    if (Rest[0] != '\\') {
      Result.Value += Rest[0];
      consume(1);
      continue;
    }
    unsigned Code;
    if (Rest.starts_with("\\\"") || Rest.starts_with("\\\\")) {
      Result.Value += Rest[1];
      consume(2);
    } else if (Rest.starts_with("\\x") && Rest.size() >= 4 &&
               !Rest.substr(2, 2).getAsInteger(16, Code)) {
      Result.Value += static_cast<char>(Code);
      consume(4);
    } else {
      return Fail("the string has an unknown escape");
    }
  }
  consume(1);
  Result.Kind = Token::String;
  Result.Text = Start.drop_back(Rest.size());
}

void Lexer::lexPunctuator(Token &Result) {
  static constexpr llvm::StringLiteral Long[] = {
      "<<", ">>", "==", "!=", "<=", ">=", "&&", "||"};
  static constexpr llvm::StringLiteral Short = "()[]{},;:?.#&|^~!-+*/%<>=";
  size_t Size = 0;
  if (llvm::is_contained(Long, Rest.take_front(2)))
    Size = 2;
  else if (Short.contains(Rest[0]))
    Size = 1;
  if (Size == 0) {
    Result.Kind = Token::Error;
    Result.Value = "unexpected character";
    return;
  }
  Result.Kind = Token::Punctuator;
  Result.Text = Rest.take_front(Size);
  consume(Size);
}
