//===- ClangHeaders.h - The compiler's own headers, embedded ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The headers that belong to the Clang that banklint is linked with (stddef.h,
// the intrinsics, the wrappers for CUDA), so that no other version of them, nor
// any at all, has to be installed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PARSE_CLANGHEADERS_H
#define BANKLINT_PARSE_CLANGHEADERS_H

#include "banklint/Support/EmbeddedFile.h"
#include "clang/Basic/Version.inc"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// Where Clang's headers seem to be, below "include". No real directory has
/// this name.
constexpr llvm::StringLiteral ResourceDirectory = "/banklint-clang";
/// Where Debian's Clang looks for them if the disk, which it asks without the
/// layers of FileLayers.h, has no ResourceDirectory. Only systems with this
/// very version of Clang have it.
constexpr llvm::StringLiteral DebianResourceDirectory =
    "/usr/include/clang/" CLANG_VERSION_STRING;

/// The files below these directories, sorted by name. Left out are those for
/// processors that are never the host here.
llvm::ArrayRef<EmbeddedFile> clangHeaders();

} // namespace banklint

#endif // BANKLINT_PARSE_CLANGHEADERS_H
