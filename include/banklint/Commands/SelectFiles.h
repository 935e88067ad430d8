//===- SelectFiles.h - Files that directories and globs select --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source of a run may be a directory, which stands for the CUDA files below
// it, or a glob, whose `*` matches any number of directories. A name with
// wildcards that exists is a file.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_SELECTFILES_H
#define BANKLINT_COMMANDS_SELECTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace banklint {

/// Whether \p Path is a directory or a glob.
bool selectsFiles(llvm::StringRef Path);

struct SelectedFiles {
  /// Sorted.
  std::vector<std::string> Paths;
  /// A message for each directory that cannot be read.
  std::vector<std::string> Problems;
};

/// What the directory or glob \p Path selects of the disk: the `.cu` files
/// below a directory, the `.cuh` files if it has none; any files of a glob.
/// Hidden directories and symbolic links to directories are left out. Fails if
/// the glob is invalid.
llvm::Expected<SelectedFiles> selectFiles(llvm::StringRef Path);

/// The files below \p Directory, sorted, but for those in hidden directories
/// and behind links to directories.
std::vector<std::string> filesBelow(llvm::StringRef Directory);

/// Which of the files \p AbsolutePaths the directory or glob \p Path selects.
/// Fails if the glob is invalid.
llvm::Expected<std::vector<bool>>
selectAmong(llvm::ArrayRef<std::string> AbsolutePaths, llvm::StringRef Path);

} // namespace banklint

#endif // BANKLINT_COMMANDS_SELECTFILES_H
