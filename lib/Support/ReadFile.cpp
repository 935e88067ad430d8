//===- ReadFile.cpp - The bytes of a file ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Support/ReadFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace banklint;
namespace fs = llvm::sys::fs;

static llvm::Error fileError(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

llvm::Expected<std::string> banklint::readFile(llvm::StringRef Path) {
  fs::file_status Status;
  if (std::error_code Code = fs::status(Path, Status))
    return fileError("cannot be read: " + Code.message());
  if (fs::is_directory(Status))
    return fileError("is a folder");
  if (!fs::is_regular_file(Status))
    return fileError("is not a regular file");
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Buffer =
      llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false,
                                  /*IsVolatile=*/true);
  if (std::error_code Code = Buffer.getError())
    return fileError("cannot be read: " + Code.message());
  return (*Buffer)->getBuffer().str();
}
