//===- ReadFile.h - The bytes of a file -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_READFILE_H
#define BANKLINT_SUPPORT_READFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace banklint {

/// All bytes of the regular file \p Path in \p Files. The error does not repeat
/// the name.
llvm::Expected<std::string> readFile(llvm::StringRef Path,
                                     llvm::vfs::FileSystem &Files);

/// Likewise, from the disk.
llvm::Expected<std::string> readFile(llvm::StringRef Path);

} // namespace banklint

#endif // BANKLINT_SUPPORT_READFILE_H
