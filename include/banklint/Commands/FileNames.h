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
// Functions without a file system ask the disk, and those without a directory
// the working directory of the process.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_FILENAMES_H
#define BANKLINT_COMMANDS_FILENAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace banklint {

/// \p Path as seen from \p Directory, with all its dots.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Directory);

/// \p Path as seen from the working directory, with all its dots; unchanged if
/// there is none.
std::string absolutePath(llvm::StringRef Path);

/// \p Path without "." and "..". Only the text counts: where a symbolic link
/// precedes a "..", the result is another file.
std::string withoutDots(llvm::StringRef Path);

/// \p Path without symbolic links and dots. Of a file that does not exist only
/// the dots go.
std::string realPath(llvm::StringRef Path);

/// True if \p Files has one file or directory by both absolute paths.
bool isSameFile(llvm::vfs::FileSystem &Files, llvm::StringRef Path,
                llvm::StringRef Other);

/// What \p Name, as seen from \p Directory, is called in the working directory,
/// without dots: an absolute path as it is, others relative if they are below.
/// A ".." stays where \p Files has a symbolic link in front of it.
std::string nameFromHere(llvm::StringRef Name, llvm::StringRef Directory,
                         llvm::vfs::FileSystem &Files);

} // namespace banklint

#endif // BANKLINT_COMMANDS_FILENAMES_H
