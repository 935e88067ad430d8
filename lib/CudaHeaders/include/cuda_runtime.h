//===- cuda_runtime.h - The whole runtime API -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_RUNTIME_H
#define BANKLINT_CUDA_RUNTIME_H
#include "cuda_runtime_api.h"
#include "library_types.h"
#endif // BANKLINT_CUDA_RUNTIME_H
