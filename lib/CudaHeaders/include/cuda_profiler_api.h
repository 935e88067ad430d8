//===- cuda_profiler_api.h - Profiler switches ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_PROFILER_API_H
#define BANKLINT_CUDA_PROFILER_API_H
#include "banklint_cuda.h"

extern "C" {
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
}

#endif // BANKLINT_CUDA_PROFILER_API_H
