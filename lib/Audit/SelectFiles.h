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

/// The files below \p Directory, sorted, but for those in hidden directories
/// and behind links to directories.
std::vector<std::string> filesBelow(llvm::StringRef Directory);

/// Drops the units that none of \p Paths selects; all stay if there are none.
/// Fails for what selects nothing.
llvm::Error selectUnits(llvm::ArrayRef<std::string> Paths,
                        std::vector<Unit> &Units);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_SELECTFILES_H
