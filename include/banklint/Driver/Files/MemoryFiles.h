//===- MemoryFiles.h - Files that are not on the disk -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILES_MEMORYFILES_H
#define BANKLINT_DRIVER_FILES_MEMORYFILES_H

#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>

namespace banklint {

/// The disk, where files have \p Texts, by absolute path, if these have one.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
overDisk(const std::map<std::string, std::string> &Texts);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILES_MEMORYFILES_H
