//===- EditedLines.h - A fix as changed lines ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_EDITEDLINES_H
#define BANKLINT_OUTPUT_EDITEDLINES_H

#include "banklint/Checks/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// Whole lines of one file before and after edits, without their ends and in
/// UTF-8.
struct EditedLines {
  std::string File;
  /// The number of the first one, from 1.
  unsigned Line = 0;
  std::vector<std::string> Before;
  std::vector<std::string> After;
};

/// The lines that the edits of \p F change, with \p Context unchanged ones
/// before and behind; by file and line. Nothing if \p TextOf does not know the
/// text of one of the files.
std::vector<EditedLines> editedLines(
    const Fix &F, unsigned Context,
    llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef File)>
        TextOf);

} // namespace banklint

#endif // BANKLINT_OUTPUT_EDITEDLINES_H
