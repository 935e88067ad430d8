//===- ReadFile.cpp - The bytes of a file ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Support/ReadFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace banklint;

static llvm::Error fileError(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

llvm::Expected<std::string> banklint::readFile(llvm::StringRef Path,
                                               llvm::vfs::FileSystem &Files) {
  const llvm::ErrorOr<llvm::vfs::Status> Status = Files.status(Path);
  if (std::error_code Code = Status.getError())
    return fileError("cannot be read: " + Code.message());
  if (Status->isDirectory())
    return fileError("is a directory");
  if (!Status->isRegularFile())
    return fileError("is not a regular file");
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Buffer =
      Files.getBufferForFile(Path, /*FileSize=*/-1,
                             /*RequiresNullTerminator=*/false,
                             /*IsVolatile=*/true);
  if (std::error_code Code = Buffer.getError())
    return fileError("cannot be read: " + Code.message());
  return (*Buffer)->getBuffer().str();
}

llvm::Expected<std::string> banklint::readFile(llvm::StringRef Path) {
  return readFile(Path, *llvm::vfs::getRealFileSystem());
}
