//===- TextPositions.cpp - Bytes and the protocol's positions -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/TextPositions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace banklint::lsp;

llvm::StringRef banklint::lsp::spelling(PositionEncoding Encoding) {
  return Encoding == PositionEncoding::Utf8 ? "utf-8" : "utf-16";
}

TextPositions::TextPositions(llvm::StringRef Text, PositionEncoding Encoding)
    : Text(Text), Encoding(Encoding), Starts{0} {
  for (size_t I = 0; I < Text.size(); ++I) {
    const bool IsCrlf =
        Text[I] == '\r' && I + 1 < Text.size() && Text[I + 1] == '\n';
    if (Text[I] == '\n' || (Text[I] == '\r' && !IsCrlf))
      Starts.push_back(I + 1);
  }
}

llvm::StringRef TextPositions::line(size_t Line) const {
  const size_t End = Line + 1 < Starts.size() ? Starts[Line + 1] : Text.size();
  return Text.slice(Starts[Line], End).rtrim("\r\n");
}

size_t TextPositions::lineOf(size_t Offset) const {
  return llvm::upper_bound(Starts, Offset) - Starts.begin() - 1;
}

/// The bytes of the first character of \p Text, which is not empty.
static size_t bytesOfFirst(llvm::StringRef Text) {
  const auto *First = reinterpret_cast<const llvm::UTF8 *>(Text.begin());
  const size_t Bytes = llvm::getNumBytesForUTF8(*First);
  return Bytes <= Text.size() && llvm::isLegalUTF8Sequence(First, First + Bytes)
             ? Bytes
             : 1;
}

/// The units of a character of \p Bytes: beyond the basic plane, a pair.
static unsigned unitsOf(size_t Bytes, PositionEncoding Encoding) {
  if (Encoding == PositionEncoding::Utf8)
    return Bytes;
  return Bytes == 4 ? 2 : 1;
}

size_t TextPositions::offsetOf(const Position &At) const {
  if (size_t(At.Line) >= Starts.size())
    return Text.size();
  const llvm::StringRef Line = line(At.Line);
  if (Encoding == PositionEncoding::Utf8)
    return Starts[At.Line] + std::min(size_t(At.Character), Line.size());
  size_t Byte = 0;
  for (unsigned Units = 0; Byte < Line.size();) {
    const size_t Bytes = bytesOfFirst(Line.drop_front(Byte));
    Units += unitsOf(Bytes, Encoding);
    if (Units > unsigned(At.Character))
      break;
    Byte += Bytes;
  }
  return Starts[At.Line] + Byte;
}

Position TextPositions::positionOf(size_t Offset) const {
  Offset = std::min(Offset, Text.size());
  const size_t Line = lineOf(Offset);
  const llvm::StringRef Before = Text.slice(Starts[Line], Offset);
  unsigned Units = 0;
  for (size_t Byte = 0; Byte < Before.size();) {
    const size_t Bytes = bytesOfFirst(Before.drop_front(Byte));
    Units += unitsOf(Bytes, Encoding);
    Byte += Bytes;
  }
  return {int(Line), int(Units)};
}
