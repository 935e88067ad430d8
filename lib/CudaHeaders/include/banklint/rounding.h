//===- rounding.h - Arithmetic and conversions by rounding mode -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names end in the mode: nearest, towards zero, up, down.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ROUNDING_H
#define BANKLINT_ROUNDING_H
#include "attributes.h"

#define BANKLINT_MODES(__Result, __Name, ...)                                  \
  BANKLINT_DEVICE __Result __Name##_rn(__VA_ARGS__);                           \
  BANKLINT_DEVICE __Result __Name##_rz(__VA_ARGS__);                           \
  BANKLINT_DEVICE __Result __Name##_ru(__VA_ARGS__);                           \
  BANKLINT_DEVICE __Result __Name##_rd(__VA_ARGS__);

BANKLINT_MODES(float, __fadd, float, float)
BANKLINT_MODES(float, __fsub, float, float)
BANKLINT_MODES(float, __fmul, float, float)
BANKLINT_MODES(float, __fdiv, float, float)
BANKLINT_MODES(float, __fmaf, float, float, float)
BANKLINT_MODES(float, __frcp, float)
BANKLINT_MODES(float, __fsqrt, float)
BANKLINT_MODES(double, __dadd, double, double)
BANKLINT_MODES(double, __dsub, double, double)
BANKLINT_MODES(double, __dmul, double, double)
BANKLINT_MODES(double, __ddiv, double, double)
BANKLINT_MODES(double, __fma, double, double, double)
BANKLINT_MODES(double, __drcp, double)
BANKLINT_MODES(double, __dsqrt, double)
BANKLINT_DEVICE float __frsqrt_rn(float);

BANKLINT_MODES(int, __float2int, float)
BANKLINT_MODES(unsigned int, __float2uint, float)
BANKLINT_MODES(long long, __float2ll, float)
BANKLINT_MODES(unsigned long long, __float2ull, float)
BANKLINT_MODES(int, __double2int, double)
BANKLINT_MODES(unsigned int, __double2uint, double)
BANKLINT_MODES(long long, __double2ll, double)
BANKLINT_MODES(unsigned long long, __double2ull, double)
BANKLINT_MODES(float, __double2float, double)
BANKLINT_MODES(float, __int2float, int)
BANKLINT_MODES(float, __uint2float, unsigned int)
BANKLINT_MODES(float, __ll2float, long long)
BANKLINT_MODES(float, __ull2float, unsigned long long)
BANKLINT_MODES(double, __ll2double, long long)
BANKLINT_MODES(double, __ull2double, unsigned long long)
#undef BANKLINT_MODES
BANKLINT_DEVICE double __int2double_rn(int);
BANKLINT_DEVICE double __uint2double_rn(unsigned int);

// Fast approximations.
BANKLINT_DEVICE float __fdividef(float, float);
BANKLINT_DEVICE float __cosf(float);
BANKLINT_DEVICE float __sinf(float);
BANKLINT_DEVICE float __tanf(float);
BANKLINT_DEVICE float __tanhf(float);
BANKLINT_DEVICE float __expf(float);
BANKLINT_DEVICE float __exp10f(float);
BANKLINT_DEVICE float __logf(float);
BANKLINT_DEVICE float __log2f(float);
BANKLINT_DEVICE float __log10f(float);
BANKLINT_DEVICE float __powf(float, float);
BANKLINT_DEVICE float __saturatef(float);
BANKLINT_DEVICE void __sincosf(float, float *__Sine, float *__Cosine);

#endif // BANKLINT_ROUNDING_H
