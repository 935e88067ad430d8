//===- WriteFile.cpp - A file written at once -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Files/WriteFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace banklint;

llvm::Error banklint::writeFile(
    llvm::StringRef Path,
    llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write) {
  llvm::SmallString<256> Target(Path);
  llvm::sys::fs::file_status Status;
  if (!llvm::sys::fs::status(Path, Status)) {
    if (!llvm::sys::fs::is_regular_file(Status)) {
      std::error_code Code;
      llvm::raw_fd_ostream Stream(Path, Code);
      if (Code)
        return llvm::errorCodeToError(Code);
      llvm::Error Failure = Write(Stream);
      Stream.flush();
      Code = Stream.error();
      Stream.clear_error();
      return llvm::joinErrors(std::move(Failure), llvm::errorCodeToError(Code));
    }
    if (std::error_code Code = llvm::sys::fs::real_path(Path, Target))
      return llvm::errorCodeToError(Code);
  }
  return llvm::writeToOutput(Target, Write);
}
