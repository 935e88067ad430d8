//===- cuda_fp16.h - Half precision ---------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_FP16_H
#define BANKLINT_CUDA_FP16_H

#define __CUDA_FP16_TYPES_EXIST__

#define BANKLINT_F16 __half
#define BANKLINT_F16X2 __half2
#define BANKLINT_RAW __half_raw
#define BANKLINT_RAWX2 __half2_raw
#define BANKLINT_NAME(__A, __B) __A##half##__B
#define BANKLINT_NAMES(__A, __B, __C) __A##half##__B##half##__C
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define BANKLINT_HAS_CONVERSIONS 0
#else
#define BANKLINT_HAS_CONVERSIONS 1
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define BANKLINT_HAS_OPERATORS 0
#else
#define BANKLINT_HAS_OPERATORS 1
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define BANKLINT_HAS_PAIR_OPERATORS 0
#else
#define BANKLINT_HAS_PAIR_OPERATORS 1
#endif
#include "banklint/float16.h"

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#endif // BANKLINT_CUDA_FP16_H
