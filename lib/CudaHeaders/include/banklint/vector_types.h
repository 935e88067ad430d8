//===- vector_types.h - Vector types, dim3 and make_* -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and alignments are CUDA 12's: vectors of two and four are aligned as a
// whole up to 16 bytes, vectors of one and three as their element. A bank
// verdict for float2 or float4 rests on them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_VECTOR_TYPES_H
#define BANKLINT_VECTOR_TYPES_H
#include "attributes.h"

// The bodies are constant expressions so that extents, launch configurations
// and subscripts built with them fold.
#define BANKLINT_VECTOR(__Name, __Scalar, __Align2, __Align4)                  \
  struct __Name##1 { __Scalar x; };                                            \
  struct __align__(__Align2) __Name##2 { __Scalar x, y; };                     \
  struct __Name##3 { __Scalar x, y, z; };                                      \
  struct __align__(__Align4) __Name##4 { __Scalar x, y, z, w; };               \
  BANKLINT_HD constexpr __Name##1 make_##__Name##1(__Scalar x) { return {x}; } \
  BANKLINT_HD constexpr __Name##2 make_##__Name##2(__Scalar x, __Scalar y) {   \
    return {x, y};                                                             \
  }                                                                            \
  BANKLINT_HD constexpr __Name##3 make_##__Name##3(__Scalar x, __Scalar y,     \
                                                   __Scalar z) {               \
    return {x, y, z};                                                          \
  }                                                                            \
  BANKLINT_HD constexpr __Name##4 make_##__Name##4(__Scalar x, __Scalar y,     \
                                                   __Scalar z, __Scalar w) {   \
    return {x, y, z, w};                                                       \
  }

BANKLINT_VECTOR(char, signed char, 2, 4)
BANKLINT_VECTOR(uchar, unsigned char, 2, 4)
BANKLINT_VECTOR(short, short, 4, 8)
BANKLINT_VECTOR(ushort, unsigned short, 4, 8)
BANKLINT_VECTOR(int, int, 8, 16)
BANKLINT_VECTOR(uint, unsigned int, 8, 16)
BANKLINT_VECTOR(long, long, 2 * sizeof(long), 16)
BANKLINT_VECTOR(ulong, unsigned long, 2 * sizeof(long), 16)
BANKLINT_VECTOR(longlong, long long, 16, 16)
BANKLINT_VECTOR(ulonglong, unsigned long long, 16, 16)
BANKLINT_VECTOR(float, float, 8, 16)
BANKLINT_VECTOR(double, double, 16, 16)
#undef BANKLINT_VECTOR

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int __X = 1, unsigned int __Y = 1,
                                     unsigned int __Z = 1)
      : x(__X), y(__Y), z(__Z) {}
  __host__ __device__ constexpr dim3(uint3 __V)
      : x(__V.x), y(__V.y), z(__V.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};

#endif // BANKLINT_VECTOR_TYPES_H
