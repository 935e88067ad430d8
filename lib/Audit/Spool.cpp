//===- Spool.cpp - Texts that need no memory ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/Spool.h"
#include "llvm/ADT/SmallString.h"
#include <cerrno>
#include <unistd.h>
#include <utility>

using namespace banklint;

static llvm::Error systemError(const char *What) {
  const std::error_code Code(errno, std::generic_category());
  return llvm::createStringError(
      Code, llvm::Twine(What) + " a temporary file: " + Code.message());
}

llvm::Expected<Spool> Spool::create() {
  int File;
  llvm::SmallString<256> Path;
  if (std::error_code Code = llvm::sys::fs::createTemporaryFile(
          "banklint-audit", "json", File, Path))
    return llvm::createStringError(Code, "cannot create a temporary file: " +
                                             Code.message());
  llvm::sys::fs::remove(Path);
  return Spool(File);
}

Spool::Spool(Spool &&Other)
    : File(std::exchange(Other.File, -1)), Size(Other.Size) {}

Spool::~Spool() {
  if (File >= 0)
    close(File);
}

llvm::Expected<SpoolSlice> Spool::append(llvm::StringRef Text) {
  const SpoolSlice Slice = {Size, Text.size()};
  while (!Text.empty()) {
    const ssize_t Written = pwrite(File, Text.data(), Text.size(), Size);
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return systemError("cannot write to");
    Text = Text.drop_front(Written);
    Size += Written;
  }
  return Slice;
}

llvm::Expected<std::string> Spool::read(SpoolSlice Slice) const {
  std::string Text(Slice.Size, '\0');
  uint64_t Done = 0;
  while (Done != Slice.Size) {
    const ssize_t Read =
        pread(File, &Text[Done], Slice.Size - Done, Slice.Offset + Done);
    if (Read < 0 && errno == EINTR)
      continue;
    if (Read <= 0)
      return systemError("cannot read");
    Done += Read;
  }
  return Text;
}
