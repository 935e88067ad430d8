//===- SelectFiles.h - Which files an audit is about -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_SELECTFILES_H
#define BANKLINT_LIB_AUDIT_SELECTFILES_H

#include "banklint/Driver/Run/Prepare.h"

namespace banklint {

/// The CUDA files that \p Paths name, sorted within each: files as they are,
/// the `.cu` files below directories, what globs match. Hidden directories and
/// symbolic links to directories are left out. \p Log gets an error for each
/// directory that cannot be read. Fails for what selects nothing.
llvm::Expected<std::vector<std::string>>
findFiles(llvm::ArrayRef<std::string> Paths, MessageLog &Log);

/// Finds headers below directories, which it walks once, when first asked.
class HeaderFinder {
public:
  /// Those of \p Paths that are no directories count for nothing.
  explicit HeaderFinder(llvm::ArrayRef<std::string> Paths) : Paths(Paths) {}

  /// The directories from which an `#include` of \p Header would find a file,
  /// sorted.
  std::vector<std::string> directoriesWith(llvm::StringRef Header);

private:
  llvm::ArrayRef<std::string> Paths;
  std::optional<std::vector<std::string>> Files;
};

/// Drops the units that none of \p Paths selects; all stay if there are none.
/// Fails for what selects nothing.
llvm::Error selectUnits(llvm::ArrayRef<std::string> Paths,
                        std::vector<Unit> &Units);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_SELECTFILES_H
