//===- Snippet.h - A source line with carets --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows a line as Clang does: tabs stop every 8 columns, bytes that are not
// printable text become <XX>, carets and inserted text are below their
// characters, whatever the width of those in a terminal.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_OUTPUT_SNIPPET_H
#define BANKLINT_LIB_OUTPUT_SNIPPET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// A stretch of a line, in bytes from its start. May reach beyond its end.
struct ColumnRange {
  unsigned First = 0;
  unsigned Length = 0;
};

/// A replacement of a stretch of a line.
struct LineEdit {
  ColumnRange Range;
  llvm::StringRef Text;
};

/// Writes the line numbered \p LineNumber with a caret under the first byte of
/// \p Marked, tildes under the rest and under what \p Edits remove, and the
/// edits' texts below.
void writeSnippet(llvm::StringRef Line, unsigned LineNumber, ColumnRange Marked,
                  llvm::ArrayRef<LineEdit> Edits, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_LIB_OUTPUT_SNIPPET_H
