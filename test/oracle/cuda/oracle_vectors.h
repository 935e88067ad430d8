//===- oracle_vectors.h - Vector types ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ORACLE_VECTORS_H
#define ORACLE_VECTORS_H

#define ORACLE_VECTORS(NAME, T, ALIGN2, ALIGN4)                                \
  struct NAME##1 { T x; };                                                     \
  struct alignas(ALIGN2) NAME##2 { T x, y; };                                  \
  struct NAME##3 { T x, y, z; };                                               \
  struct alignas(ALIGN4) NAME##4 { T x, y, z, w; };                            \
  inline NAME##1 make_##NAME##1(T x) { return {x}; }                           \
  inline NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }                   \
  inline NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; }           \
  inline NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }

ORACLE_VECTORS(char, signed char, 2, 4)
ORACLE_VECTORS(uchar, unsigned char, 2, 4)
ORACLE_VECTORS(short, short, 4, 8)
ORACLE_VECTORS(ushort, unsigned short, 4, 8)
ORACLE_VECTORS(int, int, 8, 16)
ORACLE_VECTORS(uint, unsigned, 8, 16)
ORACLE_VECTORS(long, long, 16, 16)
ORACLE_VECTORS(ulong, unsigned long, 16, 16)
ORACLE_VECTORS(longlong, long long, 16, 16)
ORACLE_VECTORS(ulonglong, unsigned long long, 16, 16)
ORACLE_VECTORS(float, float, 8, 16)
ORACLE_VECTORS(double, double, 16, 16)
#undef ORACLE_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

#endif // ORACLE_VECTORS_H
