//===- TextRegions.cpp - Places as editors count them ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextRegions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

using namespace banklint;

static constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

static std::vector<size_t> lineStarts(llvm::StringRef Text) {
  std::vector<size_t> Starts = {0};
  for (size_t End = Text.find('\n'); End != llvm::StringRef::npos;
       End = Text.find('\n', End + 1))
    Starts.push_back(End + 1);
  return Starts;
}

/// UTF-16 code units of \p Text, of which what is not UTF-8 is replaced as in
/// the report.
static unsigned codeUnits(llvm::StringRef Text) {
  llvm::SmallVector<llvm::UTF16, 128> Units;
  const bool IsConverted =
      llvm::convertUTF8ToUTF16String(llvm::json::fixUTF8(Text), Units);
  assert(IsConverted && "fixUTF8 gives UTF-8");
  (void)IsConverted;
  return Units.size();
}

const TextRegions::LineTable *TextRegions::tableOf(llvm::StringRef Name) {
  const auto [Known, IsNew] = Tables.try_emplace(Name);
  std::optional<LineTable> &Table = Known->second;
  if (IsNew)
    if (const std::optional<llvm::StringRef> Text = Files.Text(Name))
      Table = {*Text, lineStarts(*Text)};
  return Table ? &*Table : nullptr;
}

/// Number of the line, from 0, that byte \p Offset is in.
static size_t lineAt(llvm::ArrayRef<size_t> Starts, size_t Offset) {
  return llvm::upper_bound(Starts, Offset) - Starts.begin() - 1;
}

const TextRegions::LineTable *TextRegions::tableOf(const Place &At) {
  const SourceSpan &Span = At.Span;
  const LineTable *Table = tableOf(At.File);
  const bool IsOfText =
      Table && Span.Offset + size_t(Span.Length) <= Table->Text.size() &&
      lineAt(Table->Starts, Span.Offset) + 1 == Span.Line;
  return IsOfText ? Table : nullptr;
}

static TextRegion regionOf(llvm::StringRef Text, llvm::ArrayRef<size_t> Starts,
                           size_t Begin, size_t End) {
  const auto ColumnOf = [&](size_t Line, size_t Offset) {
    llvm::StringRef Before = Text.slice(Starts[Line], Offset);
    if (Line == 0)
      Before.consume_front(ByteOrderMark);
    return codeUnits(Before) + 1;
  };
  const size_t First = lineAt(Starts, Begin), Last = lineAt(Starts, End);
  TextRegion Region;
  Region.StartLine = First + 1;
  Region.StartColumn = ColumnOf(First, Begin);
  Region.EndLine = Last + 1;
  Region.EndColumn = ColumnOf(Last, End);
  return Region;
}

TextRegion TextRegions::of(const Place &At) {
  assert(At.Span.isValid());
  TextRegion Region;
  if (const LineTable *Table = tableOf(At)) {
    Region = regionOf(Table->Text, Table->Starts, At.Span.Offset,
                      At.Span.Offset + size_t(At.Span.Length));
    if (At.Span.Length == 0)
      Region.EndLine = Region.EndColumn = 0;
    return Region;
  }
  Region.StartLine = At.Span.Line;
  Region.StartColumn = std::max(At.Span.Column, 1u);
  return Region;
}

std::optional<TextRegion> TextRegions::of(const TextEdit &Edit) {
  const LineTable *Table = tableOf(Edit.File);
  const size_t End = Edit.Offset + size_t(Edit.Length);
  if (!Table || End > Table->Text.size())
    return std::nullopt;
  return regionOf(Table->Text, Table->Starts, Edit.Offset, End);
}

std::optional<std::string> TextRegions::textOf(const Place &At) {
  const LineTable *Table = tableOf(At);
  if (!Table || At.Span.Length == 0)
    return std::nullopt;
  return llvm::json::fixUTF8(
      Table->Text.substr(At.Span.Offset, At.Span.Length));
}

std::optional<std::string> TextRegions::linesOf(const Place &At) {
  const LineTable *Table = tableOf(At);
  if (!Table)
    return std::nullopt;
  const size_t Begin = Table->Starts[At.Span.Line - 1];
  const size_t End =
      Table->Text.find('\n', At.Span.Offset + size_t(At.Span.Length));
  llvm::StringRef Lines = Table->Text.slice(Begin, End).rtrim('\r');
  if (Begin == 0)
    Lines.consume_front(ByteOrderMark);
  return llvm::json::fixUTF8(Lines);
}
