//===- cuda_fp16.h - Half precision ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ORACLE_CUDA_FP16_H
#define ORACLE_CUDA_FP16_H

#include "oracle_cuda.h"

struct __half {
  __half() = default;
  template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
  __half(T Value) : Bits(_Float16(Value)) {}
  operator float() const { return float(Bits); }
  _Float16 Bits;
};
struct alignas(4) __half2 {
  __half x, y;
};
using half = __half;
using half2 = __half2;

inline __half operator+(__half a, __half b) { return float(a) + float(b); }
inline __half operator-(__half a, __half b) { return float(a) - float(b); }
inline __half operator*(__half a, __half b) { return float(a) * float(b); }
inline __half &operator+=(__half &a, __half b) { return a = a + b; }
inline float __half2float(__half a) { return a; }
inline __half __float2half(float a) { return a; }
inline __half __hadd(__half a, __half b) { return a + b; }
inline __half __hmul(__half a, __half b) { return a * b; }
inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }
inline __half2 __floats2half2_rn(float a, float b) { return {a, b}; }
inline __half2 __hadd2(__half2 a, __half2 b) { return {a.x + b.x, a.y + b.y}; }
inline float __low2float(__half2 a) { return a.x; }
inline float __high2float(__half2 a) { return a.y; }

#endif // ORACLE_CUDA_FP16_H
