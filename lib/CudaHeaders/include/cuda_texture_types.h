//===- cuda_texture_types.h - Textures and surfaces -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_TEXTURE_TYPES_H
#define BANKLINT_CUDA_TEXTURE_TYPES_H
#include "banklint/runtime_arrays.h"
#include "banklint_cuda.h"
#endif // BANKLINT_CUDA_TEXTURE_TYPES_H
