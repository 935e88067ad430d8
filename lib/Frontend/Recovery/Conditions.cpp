//===- Conditions.cpp - What conditions of the preprocessor ask for -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using namespace clang;

using OptionList = std::optional<std::vector<std::string>>;

static const LangOptions &directiveLanguage() {
  static const LangOptions Options = [] {
    LangOptions Result;
    Result.CPlusPlus = Result.LineComment = true;
    return Result;
  }();
  return Options;
}

namespace {

/// What makes a condition hold, and what makes it not hold. Nothing where that
/// is not known, an empty list where nothing has to be done.
struct Answers {
  OptionList ToHold;
  OptionList NotToHold;
};

/// Reads a condition by descent.
class ConditionReader {
public:
  explicit ConditionReader(const std::string &Text)
      : Tokens(SourceLocation(), directiveLanguage(), Text.c_str(),
               Text.c_str(), Text.c_str() + Text.size()) {
    advance();
  }

  Answers read() {
    Answers All = readEither();
    return Next.is(tok::eof) ? All : Answers();
  }

private:
  void advance() { Tokens.LexFromRawLexer(Next); }
  bool skip(tok::TokenKind Kind) {
    const bool Is = Next.is(Kind);
    if (Is)
      advance();
    return Is;
  }

  Answers readEither();
  Answers readBoth();
  Answers readOne();
  Answers readDefined();
  Answers readName();

  Lexer Tokens;
  Token Next;
  /// Parentheses and negations that may still be read: the stack is limited.
  unsigned NestingLeft = 256;
};

} // namespace

/// Both \p A and \p B.
static OptionList both(const OptionList &A, const OptionList &B) {
  if (!A || !B)
    return std::nullopt;
  std::vector<std::string> All = *A;
  for (const std::string &Option : *B)
    if (!llvm::is_contained(All, Option))
      All.push_back(Option);
  return All;
}

static Answers negated(Answers Of) {
  return {std::move(Of.NotToHold), std::move(Of.ToHold)};
}

Answers ConditionReader::readEither() {
  Answers All = readBoth();
  while (skip(tok::pipepipe)) {
    const Answers More = readBoth();
    All = {All.ToHold ? All.ToHold : More.ToHold,
           both(All.NotToHold, More.NotToHold)};
  }
  return All;
}

Answers ConditionReader::readBoth() {
  Answers All = readOne();
  while (skip(tok::ampamp)) {
    const Answers More = readOne();
    All = {both(All.ToHold, More.ToHold),
           All.NotToHold ? All.NotToHold : More.NotToHold};
  }
  return All;
}

Answers ConditionReader::readOne() {
  if (NestingLeft == 0)
    return {};
  if (Next.isOneOf(tok::exclaim, tok::l_paren))
    --NestingLeft;
  if (skip(tok::exclaim))
    return negated(readOne());
  if (skip(tok::l_paren)) {
    Answers Inside = readEither();
    return skip(tok::r_paren) ? Inside : Answers();
  }
  if (Next.isNot(tok::raw_identifier))
    return {};
  return Next.getRawIdentifier() == "defined" ? readDefined() : readName();
}

/// Such names are the compiler's.
static bool isReserved(llvm::StringRef Name) {
  return Name.starts_with("__") ||
         (Name.starts_with("_") && Name.size() > 1 && llvm::isUpper(Name[1]));
}

/// \p Name is defined, as \p Value if there is one.
static Answers ofMacro(llvm::StringRef Name, llvm::StringRef Value) {
  const std::vector<std::string> Nothing;
  if (isReserved(Name))
    return {std::nullopt, Nothing};
  return {
      std::vector{"-D" + Name.str() + (Value.empty() ? "" : "=") + Value.str()},
      Nothing};
}

Answers ConditionReader::readDefined() {
  advance();
  const bool HasParen = skip(tok::l_paren);
  if (Next.isNot(tok::raw_identifier))
    return {};
  const std::string Name = Next.getRawIdentifier().str();
  advance();
  if (HasParen && !skip(tok::r_paren))
    return {};
  return ofMacro(Name, "");
}

/// Of `__cplusplus`, at least \p Value.
static Answers ofStandard(uint64_t Value) {
  for (auto [Least, Option] :
       {std::pair(201402U, "-std=c++14"), std::pair(201703U, "-std=c++17"),
        std::pair(202002U, "-std=c++20"), std::pair(202302U, "-std=c++23")})
    if (Value <= Least)
      return {std::vector<std::string>{Option}, std::nullopt};
  return {};
}

Answers ConditionReader::readName() {
  const std::string Name = Next.getRawIdentifier().str();
  advance();
  const tok::TokenKind Comparison = Next.getKind();
  if (!Next.isOneOf(tok::equalequal, tok::exclaimequal, tok::less,
                    tok::lessequal, tok::greater, tok::greaterequal))
    return ofMacro(Name, "");
  advance();
  if (Next.isNot(tok::numeric_constant))
    return {};
  uint64_t Value = 0;
  if (llvm::StringRef(Next.getLiteralData(), Next.getLength())
          .rtrim("uUlL")
          .getAsInteger(0, Value))
    return {};
  advance();
  Value += Comparison == tok::greater || Comparison == tok::lessequal;
  const bool IsNegated = Comparison == tok::exclaimequal ||
                         Comparison == tok::less ||
                         Comparison == tok::lessequal;
  // Undefined, it is 0.
  if (Value == 0)
    return {};
  const Answers Positive = Name == "__cplusplus"
                               ? ofStandard(Value)
                               : ofMacro(Name, std::to_string(Value));
  return IsNegated ? negated(Positive) : Positive;
}

std::vector<std::string> banklint::optionsFor(llvm::StringRef Directive,
                                              bool Holds) {
  llvm::StringRef Rest = Directive.ltrim('#');
  Rest.consume_front("el");
  if (!Rest.consume_front("if"))
    return {};
  std::string Condition;
  if (Rest.consume_front("ndef"))
    Condition = "!defined(" + Rest.trim().str() + ")";
  else if (Rest.consume_front("def"))
    Condition = "defined(" + Rest.trim().str() + ")";
  else
    Condition = Rest.str();
  Answers All = ConditionReader(Condition).read();
  return (Holds ? All.ToHold : All.NotToHold)
      .value_or(std::vector<std::string>());
}

/// A lexer of the file of \p Place, from there on.
static Lexer lexerAt(SourceLocation Place, const SourceManager &Sources,
                     const LangOptions &Language) {
  const auto [File, Offset] = Sources.getDecomposedLoc(Place);
  const llvm::StringRef Text = Sources.getBufferData(File);
  return Lexer(Sources.getLocForStartOfFile(File), Language, Text.begin(),
               Text.begin() + Offset, Text.end());
}

std::string banklint::directiveAt(SourceLocation Place,
                                  const SourceManager &Sources) {
  Lexer Tokens = lexerAt(Place, Sources, directiveLanguage());
  Token T;
  Tokens.LexFromRawLexer(T);
  if (T.is(tok::hash))
    Tokens.LexFromRawLexer(T);
  std::string Result =
      "#" + Lexer::getSpelling(T, Sources, directiveLanguage());
  Tokens.LexFromRawLexer(T);
  for (bool IsFirst = true; T.isNot(tok::eof) && !T.isAtStartOfLine();
       IsFirst = false) {
    if (IsFirst || T.hasLeadingSpace())
      Result += ' ';
    Result += Lexer::getSpelling(T, Sources, directiveLanguage());
    Tokens.LexFromRawLexer(T);
  }
  return Result;
}

/// True if the directive at \p Place is the `#ifndef` of an include guard.
static bool isGuard(SourceLocation Place, const SourceManager &Sources) {
  Lexer Tokens = lexerAt(Place, Sources, directiveLanguage());
  Token Words[5];
  for (Token &T : Words)
    Tokens.LexFromRawLexer(T);
  const auto Spells = [](const Token &T, llvm::StringRef Word) {
    return T.is(tok::raw_identifier) && T.getRawIdentifier() == Word;
  };
  return Spells(Words[0], "ifndef") && Words[1].is(tok::raw_identifier) &&
         Words[2].is(tok::hash) && Spells(Words[3], "define") &&
         Spells(Words[4], Words[1].getRawIdentifier());
}

Cause OpenConditions::errorDirective(SourceLocation Place,
                                     llvm::StringRef Text) const {
  Cause Result;
  Result.Kind = CauseKind::ErrorDirective;
  Result.Subject = Text.str();
  const PresumedLoc Loc = Sources.getPresumedLoc(Place);
  Result.File = Loc.getFilename();
  Result.Line = Loc.getLine();
  if (Chains.empty() ||
      !Sources.isWrittenInSameFile(Chains.back().front(), Place) ||
      isGuard(Chains.back().front(), Sources))
    return Result;
  // One of the branches before could hold, or else the last not.
  const Chain &Around = Chains.back();
  for (SourceLocation Branch : Around) {
    const bool IsLast = Branch == Around.back();
    const std::string Directive = directiveAt(Branch, Sources);
    std::vector<std::string> Options = optionsFor(Directive, !IsLast);
    if (!Result.Condition.empty() && Options.empty())
      continue;
    Result.Condition = Directive;
    Result.Holds = IsLast;
    Result.Options = std::move(Options);
    if (!Result.Options.empty())
      break;
  }
  return Result;
}

/// True if \p Directive asks for a macro: `#if 0` and `#else` leave out what is
/// not wanted.
static bool asksForMacro(llvm::StringRef Directive) {
  llvm::StringRef Rest = Directive.ltrim('#');
  Rest.consume_front("el");
  if (!Rest.consume_front("if"))
    return false;
  if (Rest.starts_with("def") || Rest.starts_with("ndef"))
    return true;
  const auto IsName = [](char C) { return llvm::isAlpha(C) || C == '_'; };
  return llvm::any_of(Rest, IsName) && Rest.trim() != "false";
}

void banklint::forEachExcluded(
    SourceRange Skipped, const SourceManager &Sources,
    const LangOptions &Language,
    llvm::function_ref<void(const Token &, SourceLocation)> Visit) {
  const unsigned End = Sources.getFileOffset(Skipped.getEnd());
  Lexer Raw = lexerAt(Skipped.getBegin(), Sources, Language);
  int Depth = 0;
  SourceLocation Excluding;
  bool IsDirective = false, IsAfterHash = false, IsDefined = false;
  Token T;
  while (!Raw.LexFromRawLexer(T) && T.isNot(tok::eof)) {
    if (Sources.getFileOffset(T.getLocation()) > End)
      return;
    if (T.isAtStartOfLine())
      IsDirective = T.is(tok::hash);
    if (IsAfterHash && T.is(tok::raw_identifier)) {
      const llvm::StringRef Word = T.getRawIdentifier();
      Depth += Word.starts_with("if");
      Depth -= Word == "endif";
      // What follows a branch that is compiled is an alternative to it.
      if (Depth == 0)
        return;
      if (Depth == 1 && (Word.starts_with("if") || Word.starts_with("el")))
        Excluding = asksForMacro(directiveAt(T.getLocation(), Sources))
                        ? T.getLocation()
                        : SourceLocation();
    }
    const bool IsDefine = IsAfterHash && T.is(tok::raw_identifier) &&
                          T.getRawIdentifier() == "define";
    if ((!IsDirective || IsDefine || IsDefined) && Excluding.isValid())
      Visit(T, Excluding);
    IsAfterHash = T.isAtStartOfLine() && T.is(tok::hash);
    IsDefined = IsDefine;
  }
}
