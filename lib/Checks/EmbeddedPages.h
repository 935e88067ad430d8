//===- EmbeddedPages.h - The checks' pages in the binary --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of docs/checks, put into the binary by EmbedPages.cmake.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_EMBEDDEDPAGES_H
#define BANKLINT_LIB_CHECKS_EMBEDDEDPAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

struct EmbeddedPage {
  /// The check's.
  llvm::StringRef Name;
  /// Markdown.
  llvm::StringRef Text;
};

llvm::ArrayRef<EmbeddedPage> embeddedPages();

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_EMBEDDEDPAGES_H
