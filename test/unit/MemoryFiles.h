//===- MemoryFiles.h - Files of a test that are in memory -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_MEMORYFILES_H
#define BANKLINT_TEST_UNIT_MEMORYFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace banklint::test {

struct MemoryFile {
  std::string Path;
  /// Outlives the file system.
  llvm::StringRef Text;
};

/// \p Files over the disk.
inline llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
inMemory(llvm::ArrayRef<MemoryFile> Files) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const MemoryFile &File : Files)
    Memory->addFile(File.Path, 0, llvm::MemoryBuffer::getMemBuffer(File.Text));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_MEMORYFILES_H
