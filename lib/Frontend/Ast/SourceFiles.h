//===- SourceFiles.h - The files that a parse has read ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_AST_SOURCEFILES_H
#define BANKLINT_LIB_FRONTEND_AST_SOURCEFILES_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// A file and its text.
struct SourceText {
  clang::FileEntryRef File;
  llvm::StringRef Text;
};

/// The files whose text \p Sources holds, in no order. It is a copy, since
/// questions about a place may load precompiled files, which adds to the files
/// of \p Sources.
inline llvm::SmallVector<SourceText>
loadedFiles(const clang::SourceManager &Sources) {
  llvm::SmallVector<SourceText> Result;
  for (auto It = Sources.fileinfo_begin(); It != Sources.fileinfo_end(); ++It)
    if (std::optional<llvm::StringRef> Text =
            It->second->getBufferDataIfLoaded())
      Result.push_back({It->first, *Text});
  return Result;
}

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_AST_SOURCEFILES_H
