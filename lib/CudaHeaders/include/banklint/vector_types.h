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
#define BANKLINT_VECTOR(Name, Scalar, Align2, Align4)                          \
  struct Name##1 { Scalar x; };                                                \
  struct __align__(Align2) Name##2 { Scalar x, y; };                           \
  struct Name##3 { Scalar x, y, z; };                                          \
  struct __align__(Align4) Name##4 { Scalar x, y, z, w; };                     \
  BANKLINT_HD constexpr Name##1 make_##Name##1(Scalar x) { return {x}; }       \
  BANKLINT_HD constexpr Name##2 make_##Name##2(Scalar x, Scalar y) {           \
    return {x, y};                                                             \
  }                                                                            \
  BANKLINT_HD constexpr Name##3 make_##Name##3(Scalar x, Scalar y, Scalar z) { \
    return {x, y, z};                                                          \
  }                                                                            \
  BANKLINT_HD constexpr Name##4 make_##Name##4(Scalar x, Scalar y, Scalar z,   \
                                               Scalar w) {                     \
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
  __host__ __device__ constexpr dim3(unsigned int X = 1, unsigned int Y = 1,
                                     unsigned int Z = 1)
      : x(X), y(Y), z(Z) {}
  __host__ __device__ constexpr dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};

#endif // BANKLINT_VECTOR_TYPES_H
