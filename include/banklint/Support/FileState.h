//===- FileState.h - What a result depends on -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_FILESTATE_H
#define BANKLINT_SUPPORT_FILESTATE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"
#include <optional>
#include <string>

namespace banklint {

/// A name as it was when a result was computed.
struct FileState {
  std::string Path;
  /// contentHash of the file's bytes; nothing if no such file existed.
  std::optional<uint64_t> Hash;
  /// It was read more than once with different bytes, or not as a whole: what
  /// depends on it cannot be reproduced.
  bool IsUnsteady = false;
};

inline uint64_t contentHash(llvm::StringRef Text) {
  return llvm::xxh3_64bits(Text);
}

} // namespace banklint

#endif // BANKLINT_SUPPORT_FILESTATE_H
