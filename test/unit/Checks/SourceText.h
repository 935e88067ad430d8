//===- SourceText.h - Source files that only tests see ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_CHECKS_SOURCETEXT_H
#define BANKLINT_TEST_UNIT_CHECKS_SOURCETEXT_H

#include "banklint/Checks/Finding.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint::test {

/// A file by name and text. Places are found by the text that stands there.
struct SourceText {
  std::string File;
  std::string Text;

  /// The span of the occurrence number \p Occurrence, from 0, of \p Needle.
  SourceSpan span(llvm::StringRef Needle, unsigned Occurrence = 0) const {
    size_t At = Text.find(Needle);
    for (unsigned I = 0; I < Occurrence && At != std::string::npos; ++I)
      At = Text.find(Needle, At + 1);
    assert(At != std::string::npos && "the source does not have that text");
    llvm::StringRef Before = llvm::StringRef(Text).take_front(At);
    SourceSpan Span;
    Span.Line = Before.count('\n') + 1;
    Span.Column = At - (Before.rfind('\n') + 1) + 1;
    Span.Offset = At;
    Span.Length = Needle.size();
    return Span;
  }
  Place place(llvm::StringRef Needle, unsigned Occurrence = 0) const {
    return {File, span(Needle, Occurrence)};
  }
  /// Line number \p Line, from 1, without its end.
  std::optional<std::string> line(unsigned Line) const {
    llvm::SmallVector<llvm::StringRef, 16> Lines;
    llvm::StringRef(Text).split(Lines, '\n');
    if (Line == 0 || Line > Lines.size())
      return std::nullopt;
    return Lines[Line - 1].str();
  }
};

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_CHECKS_SOURCETEXT_H
