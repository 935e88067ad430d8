//===- SourcePlaces.cpp - Where things stand in the source ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/SourcePlaces.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;

/// The file range of \p Range: what the user wrote, macro names included.
static CharSourceRange fileRange(SourceRange Range,
                                 const SourceManager &Sources,
                                 const LangOptions &Language) {
  CharSourceRange Exact = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), Sources, Language);
  if (Exact.isValid())
    return Exact;
  // Part of a macro's expansion: its name stands for it.
  CharSourceRange Expansion = Sources.getExpansionRange(Range);
  return Lexer::getAsCharRange(Expansion, Sources, Language);
}

SourceSpan SourcePlaces::spanOf(SourceRange Range) {
  SourceSpan Span;
  if (Range.isInvalid())
    return Span;
  CharSourceRange Chars = fileRange(Range, *Sources, *Language);
  if (Chars.isInvalid())
    return Span;
  auto [File, Offset] = Sources->getDecomposedLoc(Chars.getBegin());
  auto [It, IsNew] = FileNumbers.try_emplace(File, Files.size());
  if (IsNew) {
    OptionalFileEntryRef Entry = Sources->getFileEntryRefForID(File);
    Files.push_back(Entry ? Entry->getName().str() : "<memory>");
  }
  Span.File = It->second;
  Span.Line = Sources->getLineNumber(File, Offset);
  Span.Column = Sources->getColumnNumber(File, Offset);
  Span.Offset = Offset;
  auto [EndFile, EndOffset] = Sources->getDecomposedLoc(Chars.getEnd());
  if (EndFile == File && EndOffset >= Offset) {
    Span.Length = EndOffset - Offset;
    Span.LastLine = Sources->getLineNumber(File, EndOffset);
  }
  return Span;
}

SourceSpan SourcePlaces::knownSpanOf(SourceLocation Loc) {
  if (Loc.isInvalid() ||
      !FileNumbers.contains(Sources->getFileID(Sources->getFileLoc(Loc))))
    return {};
  return spanOf(Loc);
}

std::vector<SourceSpan> SourcePlaces::macroPlaces(SourceLocation Loc) {
  std::vector<SourceSpan> Places;
  for (SourceLocation At = Loc; Loc.isMacroID();
       At = Sources->getImmediateExpansionRange(At).getBegin()) {
    const SourceLocation Spelled = Sources->getSpellingLoc(At);
    // What '##' makes is written nowhere.
    if (Sources->getFileEntryRefForID(Sources->getFileID(Spelled)))
      Places.push_back(spanOf(Spelled));
    if (!At.isMacroID())
      break;
  }
  return Places;
}

/// \p Text in one line, as long as messages may be.
static std::string shortened(llvm::StringRef Text) {
  constexpr unsigned MaxLength = 80;
  std::string Result;
  for (char C : Text) {
    bool IsSpace = isspace(static_cast<unsigned char>(C));
    if (IsSpace && (Result.empty() || Result.back() == ' '))
      continue;
    Result += IsSpace ? ' ' : C;
  }
  if (Result.size() > MaxLength) {
    Result.resize(MaxLength - 3);
    Result += "...";
  }
  return Result;
}

std::string SourcePlaces::textOf(SourceRange Range) const {
  if (Range.isInvalid())
    return "?";
  return shortened(Lexer::getSourceText(fileRange(Range, *Sources, *Language),
                                        *Sources, *Language));
}

std::string SourcePlaces::nameOf(SourceRange Range) const {
  const SourceLocation Begin = Sources->getSpellingLoc(Range.getBegin());
  const SourceLocation End = Sources->getSpellingLoc(Range.getEnd());
  if (Range.isInvalid() || !sourceOf(Range).empty() ||
      Sources->getFileID(Begin) != Sources->getFileID(End) || End < Begin)
    return textOf(Range);
  const llvm::StringRef Text = Lexer::getSourceText(
      CharSourceRange::getTokenRange(Begin, End), *Sources, *Language);
  return Text.empty() ? textOf(Range) : shortened(Text);
}

llvm::StringRef SourcePlaces::sourceOf(SourceRange Range) const {
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), *Sources, *Language);
  if (Chars.isInvalid())
    return "";
  return Lexer::getSourceText(Chars, *Sources, *Language);
}
