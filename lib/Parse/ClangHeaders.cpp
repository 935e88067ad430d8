//===- ClangHeaders.cpp - The compiler's own headers, embedded ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/ClangHeaders.h"

using namespace banklint;

static constexpr EmbeddedFile Headers[] = {
#include "ClangHeaders.inc"
};

llvm::ArrayRef<EmbeddedFile> banklint::clangHeaders() { return Headers; }
