//===- FileNames.h - Paths relative to other directories --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paths in a compile command are relative to its own directory, so that one
// name may mean different files in two commands. Paths in an #include are
// relative to the file that it is in, so that one file has several names.
// Reports use one name for each file.
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

/// \p Path without symbolic links and dots; without dots only if the file does
/// not exist.
std::string realPath(llvm::StringRef Path);

/// True if \p Files has one file or directory by both absolute paths.
bool isSameFile(llvm::vfs::FileSystem &Files, llvm::StringRef Path,
                llvm::StringRef Other);

/// The name, from the working directory, of what \p Name is as seen from \p
/// Directory, without dots: an absolute path unchanged, others relative if they
/// are below the working directory. A ".." after a symbolic link in \p Files is
/// kept.
std::string nameFromHere(llvm::StringRef Name, llvm::StringRef Directory,
                         llvm::vfs::FileSystem &Files);

} // namespace banklint

#endif // BANKLINT_COMMANDS_FILENAMES_H
