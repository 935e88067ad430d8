//===- cuda_runtime_api.h - The whole runtime API ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_RUNTIME_API_H
#define BANKLINT_CUDA_RUNTIME_API_H
#include "banklint/runtime_graphs.h"
#include "banklint_cuda.h"
#endif // BANKLINT_CUDA_RUNTIME_API_H
