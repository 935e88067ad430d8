//===- CudaHeaders.h - CUDA's declarations, embedded ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declarations of CUDA that user code sees when no toolkit is used. Their
// texts are the files of lib/CudaHeaders/include.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDAHEADERS_CUDAHEADERS_H
#define BANKLINT_CUDAHEADERS_CUDAHEADERS_H

#include "banklint/Support/EmbeddedFile.h"
#include "llvm/ADT/ArrayRef.h"

namespace banklint {

/// All of them, sorted by name; each includes others by these names.
llvm::ArrayRef<EmbeddedFile> cudaHeaders();

} // namespace banklint

#endif // BANKLINT_CUDAHEADERS_CUDAHEADERS_H
