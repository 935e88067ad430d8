//===- cuda_awbarrier_primitives.h - Barriers in shared memory --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_AWBARRIER_PRIMITIVES_H
#define BANKLINT_CUDA_AWBARRIER_PRIMITIVES_H
#include "cuda_pipeline_primitives.h"
#endif // BANKLINT_CUDA_AWBARRIER_PRIMITIVES_H
