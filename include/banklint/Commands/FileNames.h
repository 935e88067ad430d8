//===- FileNames.h - From one folder's paths to another's -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compile command spells files from its own folder, so that two commands may
// mean different files by one name, and an #include spells them from the file
// that it is in, so that one has several names. Reports have one for each.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_FILENAMES_H
#define BANKLINT_COMMANDS_FILENAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace banklint {

/// \p Path as seen from \p Folder, with all its dots.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Folder);

/// What \p Name, as seen from \p Folder, is called in the working directory,
/// without dots: an absolute path as it is, others relative if they are below.
std::string nameFromHere(llvm::StringRef Name, llvm::StringRef Folder);

} // namespace banklint

#endif // BANKLINT_COMMANDS_FILENAMES_H
