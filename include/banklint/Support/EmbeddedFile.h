//===- EmbeddedFile.h - A file in the binary --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_EMBEDDEDFILE_H
#define BANKLINT_SUPPORT_EMBEDDEDFILE_H

#include "llvm/ADT/StringRef.h"

namespace banklint {

/// cmake/EmbedFiles.cmake generates lists of these.
struct EmbeddedFile {
  /// Relative to the embedded directory.
  llvm::StringLiteral Name;
  llvm::StringLiteral Text;
};

} // namespace banklint

#endif // BANKLINT_SUPPORT_EMBEDDEDFILE_H
