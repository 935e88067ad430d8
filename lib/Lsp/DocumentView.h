//===- DocumentView.h - The part of an analysis in a document ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_LSP_DOCUMENTVIEW_H
#define BANKLINT_LIB_LSP_DOCUMENTVIEW_H

#include "banklint/Checks/ShortNames.h"
#include "banklint/Lsp/DocumentAnalysis.h"

namespace banklint::lsp {

/// An analysis as its document sees it. It refers to both.
class DocumentView {
public:
  DocumentView(const Analysis &A, const AnalysisInput &Input)
      : A(A), Input(Input), Names(A.Result) {}

  const Analysis &A;
  const AnalysisInput &Input;
  const ShortNames Names;

  /// The lines of the document.
  const TextPositions &positions() const { return positionsIn(Input.Path); }
  /// True if reports call the document \p File.
  bool isOwn(llvm::StringRef File) const {
    return A.Sources.pathOf(File) == Input.Path;
  }
  Range rangeOf(const SourceSpan &Span) const {
    return positions().rangeOf(Span.Offset, Span.Length);
  }
  /// The lines of a file that was read; those of an empty text if it is not
  /// known.
  const TextPositions &positionsIn(llvm::StringRef File) const {
    const auto Known = Lines.find(File.str());
    if (Known != Lines.end())
      return Known->second;
    const SourceTexts::Source *Found = A.Sources.find(File);
    return Lines
        .try_emplace(File.str(),
                     Found ? llvm::StringRef(Found->Text) : llvm::StringRef(),
                     Input.Encoding)
        .first->second;
  }

private:
  mutable std::map<std::string, TextPositions> Lines;
};

} // namespace banklint::lsp

#endif // BANKLINT_LIB_LSP_DOCUMENTVIEW_H
