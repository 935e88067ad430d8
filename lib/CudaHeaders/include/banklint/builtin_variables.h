//===- builtin_variables.h - threadIdx and its family -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain variables, so that the syntax tree names them as the source does.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_BUILTIN_VARIABLES_H
#define BANKLINT_BUILTIN_VARIABLES_H
#include "vector_types.h"

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
const __device__ int warpSize = 32;

#endif // BANKLINT_BUILTIN_VARIABLES_H
