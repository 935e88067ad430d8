//===- CudaHeaders.cpp - CUDA's declarations, embedded --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/CudaHeaders/CudaHeaders.h"

using namespace banklint;

static constexpr EmbeddedFile Headers[] = {
#include "EmbeddedHeaders.inc"
};

llvm::ArrayRef<EmbeddedFile> banklint::cudaHeaders() { return Headers; }
