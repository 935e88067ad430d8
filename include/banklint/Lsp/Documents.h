//===- Documents.h - The texts that editors have open -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_DOCUMENTS_H
#define BANKLINT_LSP_DOCUMENTS_H

#include "banklint/Lsp/TextPositions.h"
#include <map>

namespace banklint::lsp {

struct Document {
  std::string Uri;
  std::string LanguageId;
  /// Where its text seems to be: that of the URI, or a name in a folder of the
  /// workspace for a document without a file.
  std::string Path;
  std::string Text;
  /// The client's.
  int64_t Version = 0;
};

/// \p Text after \p Changes, each of which refers to the text after those
/// before it.
std::string editedText(std::string Text, llvm::ArrayRef<ContentChange> Changes,
                       PositionEncoding Encoding);

/// Where the text of a document without a file seems to be: in \p Folder, under
/// a name that no file has.
std::string pathOfUntitled(llvm::StringRef Uri, llvm::StringRef LanguageId,
                           llvm::StringRef Folder);

/// True if \p Document is CUDA code: by its language, or by its path's
/// extension where the language is that of C++.
bool isCuda(const Document &Of);

} // namespace banklint::lsp

#endif // BANKLINT_LSP_DOCUMENTS_H
