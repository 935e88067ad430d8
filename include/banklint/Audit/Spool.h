//===- Spool.h - Texts that need no memory -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_AUDIT_SPOOL_H
#define BANKLINT_AUDIT_SPOOL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <string>

namespace banklint {

/// A place in a spool.
struct SpoolSlice {
  uint64_t Offset = 0;
  uint64_t Size = 0;
};

/// A temporary file that takes the texts of a run, so that memory does not grow
/// with them. It has no name, and is gone when the process ends, however it
/// ends.
class Spool {
public:
  /// In the directory for temporary files.
  static llvm::Expected<Spool> create();
  Spool(Spool &&Other);
  ~Spool();

  llvm::Expected<SpoolSlice> append(llvm::StringRef Text);
  llvm::Expected<std::string> read(SpoolSlice Slice) const;

private:
  explicit Spool(int File) : File(File) {}

  int File;
  uint64_t Size = 0;
};

} // namespace banklint

#endif // BANKLINT_AUDIT_SPOOL_H
