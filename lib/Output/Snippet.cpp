//===- Snippet.cpp - A source line with carets ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snippet.h"
#include "ColorScope.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Locale.h"
#include <algorithm>

using namespace banklint;

namespace {

constexpr unsigned TabStop = 8;

/// A line as a terminal shows it.
struct ShownLine {
  std::string Text;
  /// The column, from 0, where each byte of the source is shown; the last
  /// entry is the column after the text.
  llvm::SmallVector<unsigned, 128> ColumnOfByte;

  explicit ShownLine(llvm::StringRef Source);
  unsigned columnOf(unsigned Byte) const {
    return ColumnOfByte[std::min<size_t>(Byte, ColumnOfByte.size() - 1)];
  }
};

} // namespace

/// Bytes of the character that \p Rest starts with, 1 if it is not UTF-8.
static unsigned characterBytes(llvm::StringRef Rest) {
  unsigned Bytes = llvm::getNumBytesForUTF8(Rest[0]);
  if (Bytes > Rest.size())
    return 1;
  const auto *Start = reinterpret_cast<const llvm::UTF8 *>(Rest.data());
  return llvm::isLegalUTF8Sequence(Start, Start + Bytes) ? Bytes : 1;
}

ShownLine::ShownLine(llvm::StringRef Source) {
  unsigned Column = 0;
  while (!Source.empty()) {
    llvm::StringRef Character = Source.take_front(characterBytes(Source));
    ColumnOfByte.append(Character.size(), Column);
    int Width = llvm::sys::locale::columnWidth(Character);
    if (Character == "\t") {
      unsigned Spaces = TabStop - Column % TabStop;
      Text.append(Spaces, ' ');
      Column += Spaces;
    } else if (Width >= 0) {
      Text += Character;
      Column += Width;
    } else {
      for (unsigned char Byte : Character)
        Text += "<" + llvm::utohexstr(Byte, /*LowerCase=*/false, 2) + ">";
      Column += 4 * Character.size();
    }
    Source = Source.drop_front(Character.size());
  }
  ColumnOfByte.push_back(Column);
}

/// Puts \p Text at \p Column of \p Line, or as near behind it as is free.
static void place(std::string &Line, unsigned Column, llvm::StringRef Text) {
  if (Line.size() > Column)
    Line += ' ';
  else
    Line.append(Column - Line.size(), ' ');
  Line += Text;
}

static void underline(std::string &Line, const ShownLine &Shown,
                      ColumnRange Range) {
  unsigned First = Shown.columnOf(Range.First);
  unsigned End = Shown.columnOf(Range.First + Range.Length);
  if (Line.size() < End)
    Line.append(End - Line.size(), ' ');
  for (unsigned Column = First; Column < End; ++Column)
    Line[Column] = '~';
}

/// Clang gives line numbers four columns, more if need be.
static void writeGutter(std::string Number, llvm::raw_ostream &OS) {
  OS << ' ' << llvm::right_justify(Number, 4) << " | ";
}

void banklint::writeSnippet(llvm::StringRef Line, unsigned LineNumber,
                            ColumnRange Marked, llvm::ArrayRef<LineEdit> Edits,
                            llvm::raw_ostream &OS) {
  ShownLine Shown(Line);
  std::string Carets;
  underline(Carets, Shown, Marked);
  for (const LineEdit &Edit : Edits)
    underline(Carets, Shown, Edit.Range);
  unsigned CaretColumn = Shown.columnOf(Marked.First);
  if (Carets.size() <= CaretColumn)
    Carets.append(CaretColumn + 1 - Carets.size(), ' ');
  Carets[CaretColumn] = '^';

  std::string Number = std::to_string(LineNumber);
  std::string NoNumber(Number.size(), ' ');
  writeGutter(Number, OS);
  OS << llvm::StringRef(Shown.Text).rtrim() << '\n';
  writeGutter(NoNumber, OS);
  {
    ColorScope Green(OS, llvm::raw_ostream::GREEN);
    OS << llvm::StringRef(Carets).rtrim() << '\n';
  }
  if (Edits.empty())
    return;
  std::string Insertions;
  for (const LineEdit &Edit : Edits)
    place(Insertions, Shown.columnOf(Edit.Range.First), printable(Edit.Text));
  writeGutter(NoNumber, OS);
  ColorScope Green(OS, llvm::raw_ostream::GREEN, /*Bold=*/false);
  OS << Insertions << '\n';
}
