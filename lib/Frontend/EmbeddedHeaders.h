//===- EmbeddedHeaders.h - The CUDA declarations in the binary --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of cuda-headers, put into the binary by EmbedHeaders.cmake.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_EMBEDDEDHEADERS_H
#define BANKLINT_LIB_FRONTEND_EMBEDDEDHEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

struct EmbeddedHeader {
  /// Relative to the folder.
  llvm::StringRef Name;
  llvm::StringRef Text;
};

llvm::ArrayRef<EmbeddedHeader> embeddedHeaders();

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_EMBEDDEDHEADERS_H
