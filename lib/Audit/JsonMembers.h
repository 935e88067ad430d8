//===- JsonMembers.h - Members of JSON objects -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_JSONMEMBERS_H
#define BANKLINT_LIB_AUDIT_JSONMEMBERS_H

#include "llvm/Support/JSON.h"
#include <string>

namespace banklint {

// Members of objects that may be missing or null.
inline std::string text(const llvm::json::Object &O, llvm::StringRef Key) {
  return O.getString(Key).value_or("").str();
}

inline uint64_t number(const llvm::json::Object &O, llvm::StringRef Key) {
  const llvm::json::Value *Value = O.get(Key);
  if (!Value)
    return 0;
  if (std::optional<uint64_t> Whole = Value->getAsUINT64())
    return *Whole;
  return 0;
}

inline bool isTrue(const llvm::json::Object &O, llvm::StringRef Key) {
  return O.getBoolean(Key).value_or(false);
}

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_JSONMEMBERS_H
