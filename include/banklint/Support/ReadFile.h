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

/// All bytes of a regular file of \p Files, copied. The error says what \p Path
/// is instead.
llvm::Expected<std::string> readFile(llvm::StringRef Path,
                                     llvm::vfs::FileSystem &Files);

/// Likewise, of the disk.
llvm::Expected<std::string> readFile(llvm::StringRef Path);

} // namespace banklint

#endif // BANKLINT_SUPPORT_READFILE_H
