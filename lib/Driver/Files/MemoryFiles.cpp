//===- MemoryFiles.cpp - Files that are not on the disk -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Files/MemoryFiles.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace banklint;

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
banklint::overDisk(const std::map<std::string, std::string> &Texts) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[Path, Text] : Texts)
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}
