//===- FileNames.h - From one folder's paths to another's -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compile command spells files from its own folder; two commands may mean
// different files by one name. Reports name them from the working directory.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILENAMES_H
#define BANKLINT_DRIVER_FILENAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace banklint {

/// \p Path as seen from \p Folder, with all its dots.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Folder);

/// What \p Name, as seen from \p Folder, is called in the working directory: an
/// absolute path as it is; else without dots, and relative if it is below.
std::string nameFromHere(llvm::StringRef Name, llvm::StringRef Folder);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILENAMES_H
