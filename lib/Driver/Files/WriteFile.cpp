//===- WriteFile.cpp - A file written at once -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Files/WriteFile.h"
#include "llvm/ADT/SmallString.h"
#include <cerrno>
#include <unistd.h>

using namespace banklint;
namespace fs = llvm::sys::fs;

/// Has \p Write write to \p Stream. What it could not write is an error and
/// not the end of the process.
static llvm::Error writeTo(llvm::raw_fd_ostream &Stream, WriteFunction Write) {
  llvm::Error Failure = Write(Stream);
  Stream.flush();
  const std::error_code Code = Stream.error();
  Stream.clear_error();
  return llvm::joinErrors(std::move(Failure), llvm::errorCodeToError(Code));
}

/// Brings the bytes to the disk, so that no crash of the machine leaves an
/// empty file behind. File systems that can't do that are not to blame.
static std::error_code synchronize(int File) {
  if (fsync(File) == 0 || errno == EINVAL || errno == ENOTSUP)
    return {};
  return std::error_code(errno, std::generic_category());
}

llvm::Expected<fs::TempFile> banklint::writeBeside(llvm::StringRef Path,
                                                   WriteFunction Write) {
  llvm::Expected<fs::TempFile> New = fs::TempFile::create(
      Path + ".banklint-%%%%%%%%", fs::all_read | fs::all_write);
  if (!New)
    return New;
  std::error_code Code;
  if (fs::file_status Old; !fs::status(Path, Old)) {
    (void)fs::changeFileOwnership(New->FD, Old.getUser(), Old.getGroup());
    Code = fs::setPermissions(New->FD, Old.permissions());
  }
  llvm::raw_fd_ostream Stream(New->FD, /*shouldClose=*/false);
  llvm::Error Failure =
      llvm::joinErrors(llvm::errorCodeToError(Code), writeTo(Stream, Write));
  if (!Failure)
    Failure = llvm::errorCodeToError(synchronize(New->FD));
  if (!Failure)
    return New;
  llvm::consumeError(New->discard());
  return Failure;
}

// Not by TempFile::keep, which copies where it can't rename: others could see
// half of a copy.
llvm::Error banklint::replaceBy(llvm::StringRef Path, fs::TempFile &New) {
  if (std::error_code Code = fs::rename(New.TmpName, Path)) {
    llvm::consumeError(New.discard());
    return llvm::errorCodeToError(Code);
  }
  return New.keep();
}

/// True if only opening \p Path itself reaches what it stands for: a device, an
/// open file by its number, or what a link will be to.
static bool isOpenedOnly(llvm::StringRef Path) {
  fs::file_status Status, OfLink;
  if (Path.starts_with("/dev/") || Path.starts_with("/proc/"))
    return true;
  if (!fs::status(Path, Status))
    return !fs::is_regular_file(Status);
  return !fs::status(Path, OfLink, /*follow=*/false) &&
         fs::is_symlink_file(OfLink);
}

llvm::Error banklint::writeFile(llvm::StringRef Path, WriteFunction Write) {
  if (isOpenedOnly(Path)) {
    std::error_code Code;
    llvm::raw_fd_ostream Stream(Path, Code, fs::OF_Append);
    if (Code)
      return llvm::errorCodeToError(Code);
    return writeTo(Stream, Write);
  }
  llvm::SmallString<256> Target(Path);
  if (fs::exists(Path)) {
    if (std::error_code Code = fs::real_path(Path, Target))
      return llvm::errorCodeToError(Code);
    // Its folder may be writable though the file itself is not.
    if (std::error_code Code = fs::access(Target, fs::AccessMode::Write))
      return llvm::errorCodeToError(Code);
  }
  llvm::Expected<fs::TempFile> New = writeBeside(Target, Write);
  if (!New)
    return New.takeError();
  return replaceBy(Target, *New);
}
