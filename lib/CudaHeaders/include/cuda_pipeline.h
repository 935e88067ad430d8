//===- cuda_pipeline.h - Copies to shared memory and pipelines --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_PIPELINE_H
#define BANKLINT_CUDA_PIPELINE_H
#include "cuda/pipeline"
#include "cuda_pipeline_primitives.h"
#endif // BANKLINT_CUDA_PIPELINE_H
