//===- CheckFile.h - What an editor would show of a file --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For bug reports and tests: every feature on one file, without an editor.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_CHECKFILE_H
#define BANKLINT_LSP_CHECKFILE_H

#include "banklint/Lsp/Settings.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint::lsp {

struct CheckOutcome {
  /// 0 if the file was analyzed, else 2.
  int Status = 0;
  /// The process must end by `_Exit`: a thread still runs, or left things in a
  /// state that nobody knows.
  bool MustExitAtOnce = false;
};

/// Analyzes \p File with the settings \p FromClient (parseSettings) and prints
/// what an editor would show, places counted from 1 in UTF-16.
CheckOutcome checkFile(llvm::StringRef File, llvm::json::Value FromClient,
                       llvm::StringRef DocumentationUrl, llvm::raw_ostream &Out,
                       llvm::raw_ostream &Err);

} // namespace banklint::lsp

#endif // BANKLINT_LSP_CHECKFILE_H
