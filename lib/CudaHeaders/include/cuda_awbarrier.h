//===- cuda_awbarrier.h - Barriers in shared memory -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_AWBARRIER_H
#define BANKLINT_CUDA_AWBARRIER_H
#include "cuda/barrier"
#include "cuda_awbarrier_primitives.h"
#endif // BANKLINT_CUDA_AWBARRIER_H
