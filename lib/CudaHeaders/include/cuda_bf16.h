//===- cuda_bf16.h - bfloat16 -----------------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_BF16_H
#define BANKLINT_CUDA_BF16_H

#define __CUDA_BF16_TYPES_EXIST__

#define BANKLINT_F16 __nv_bfloat16
#define BANKLINT_F16X2 __nv_bfloat162
#define BANKLINT_RAW __nv_bfloat16_raw
#define BANKLINT_RAWX2 __nv_bfloat162_raw
#define BANKLINT_NAME(__A, __B) __A##bfloat16##__B
#define BANKLINT_NAMES(__A, __B, __C) __A##bfloat16##__B##bfloat16##__C
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define BANKLINT_HAS_CONVERSIONS 0
#else
#define BANKLINT_HAS_CONVERSIONS 1
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define BANKLINT_HAS_OPERATORS 0
#else
#define BANKLINT_HAS_OPERATORS 1
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
#define BANKLINT_HAS_PAIR_OPERATORS 0
#else
#define BANKLINT_HAS_PAIR_OPERATORS 1
#endif
#include "banklint/float16.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif // BANKLINT_CUDA_BF16_H
