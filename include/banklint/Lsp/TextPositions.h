//===- TextPositions.h - Bytes and the protocol's positions -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// banklint counts bytes, the protocol lines and characters. A character is a
// UTF-16 code unit unless the client offers bytes of UTF-8. Lines end with LF,
// CRLF or CR. This is the only place that converts.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_TEXTPOSITIONS_H
#define BANKLINT_LSP_TEXTPOSITIONS_H

#include "banklint/Lsp/Protocol.h"
#include "llvm/ADT/StringRef.h"

namespace banklint::lsp {

enum class PositionEncoding { Utf8, Utf16 };

/// "utf-8", "utf-16".
llvm::StringRef spelling(PositionEncoding Encoding);

/// The lines of a text, which must outlive it. Bytes that are not UTF-8 count
/// as one character each.
class TextPositions {
public:
  TextPositions(llvm::StringRef Text, PositionEncoding Encoding);

  /// Never fails: a line behind the last one stands for the end of the text, a
  /// character behind the end of its line for that end, as the protocol says,
  /// and one inside of a surrogate pair for the pair's start.
  size_t offsetOf(const Position &At) const;
  /// \p Offset may be up to the size of the text.
  Position positionOf(size_t Offset) const;
  Range rangeOf(size_t Offset, size_t Length) const {
    return {positionOf(Offset), positionOf(Offset + Length)};
  }

  size_t lineCount() const { return Starts.size(); }
  /// Line \p Line, from 0, without its end.
  llvm::StringRef line(size_t Line) const;
  size_t lineStart(size_t Line) const { return Starts[Line]; }
  /// The number of the line, from 0, that \p Offset is in.
  size_t lineOf(size_t Offset) const;

private:
  llvm::StringRef Text;
  PositionEncoding Encoding;
  std::vector<size_t> Starts;
};

} // namespace banklint::lsp

#endif // BANKLINT_LSP_TEXTPOSITIONS_H
