//===- intrinsics.h - Integer intrinsics and bit casts ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a body states the operation exactly it stands here: subscripts are
// built from these.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTRINSICS_H
#define BANKLINT_INTRINSICS_H
#include "vector_types.h"

#define BANKLINT_EXACT BANKLINT_DEVICE constexpr

// The product of the low 24 bits; the low 32 bits of it.
BANKLINT_EXACT int __mul24(int X, int Y) {
  return (int)((unsigned int)((int)((unsigned int)X << 8) >> 8) *
               (unsigned int)((int)((unsigned int)Y << 8) >> 8));
}
BANKLINT_EXACT unsigned int __umul24(unsigned int X, unsigned int Y) {
  return (X & 0xffffffu) * (Y & 0xffffffu);
}
BANKLINT_EXACT int mul24(int X, int Y) { return __mul24(X, Y); }
BANKLINT_EXACT unsigned int umul24(unsigned int X, unsigned int Y) {
  return __umul24(X, Y);
}
BANKLINT_EXACT int __mulhi(int X, int Y) {
  return (int)(((long long)X * Y) >> 32);
}
BANKLINT_EXACT unsigned int __umulhi(unsigned int X, unsigned int Y) {
  return (unsigned int)(((unsigned long long)X * Y) >> 32);
}
BANKLINT_EXACT int mulhi(int X, int Y) { return __mulhi(X, Y); }
BANKLINT_EXACT unsigned int mulhi(unsigned int X, unsigned int Y) {
  return __umulhi(X, Y);
}
BANKLINT_DEVICE long long __mul64hi(long long, long long);
BANKLINT_DEVICE unsigned long long __umul64hi(unsigned long long,
                                              unsigned long long);

BANKLINT_EXACT int __popc(unsigned int X) { return __builtin_popcount(X); }
BANKLINT_EXACT int __popcll(unsigned long long X) {
  return __builtin_popcountll(X);
}
BANKLINT_EXACT int __clz(int X) {
  return X ? __builtin_clz((unsigned int)X) : 32;
}
BANKLINT_EXACT int __clzll(long long X) {
  return X ? __builtin_clzll((unsigned long long)X) : 64;
}
BANKLINT_EXACT int __ffs(int X) { return __builtin_ffs(X); }
BANKLINT_EXACT int __ffsll(long long X) { return __builtin_ffsll(X); }
BANKLINT_EXACT unsigned int __brev(unsigned int X) {
  return __builtin_bitreverse32(X);
}
BANKLINT_EXACT unsigned long long __brevll(unsigned long long X) {
  return __builtin_bitreverse64(X);
}
BANKLINT_DEVICE unsigned int __fns(unsigned int Mask, unsigned int Base,
                                   int Offset);
// One byte of Y:X: bits 0 to 2 of the selector's digit tell which, bit 3 asks
// for its sign instead.
BANKLINT_EXACT unsigned int __banklint_byte(unsigned int X, unsigned int Y,
                                            unsigned int Digit) {
  return (
      Digit & 8
          ? (((((unsigned long long)Y << 32 | X) >> ((Digit & 7) * 8 + 7)) & 1)
                 ? 0xffu
                 : 0u)
          : (unsigned int)(((unsigned long long)Y << 32 | X) >>
                           (Digit & 7) * 8) &
                0xffu);
}
BANKLINT_EXACT unsigned int __byte_perm(unsigned int X, unsigned int Y,
                                        unsigned int Selector) {
  return __banklint_byte(X, Y, Selector & 15) |
         __banklint_byte(X, Y, Selector >> 4 & 15) << 8 |
         __banklint_byte(X, Y, Selector >> 8 & 15) << 16 |
         __banklint_byte(X, Y, Selector >> 12 & 15) << 24;
}

// The high or low word of Hi:Lo, shifted; the plain forms wrap the shift at 32
// and the _c forms clamp it there.
BANKLINT_EXACT unsigned int __funnelshift_l(unsigned int Lo, unsigned int Hi,
                                            unsigned int Shift) {
  return (unsigned int)((((unsigned long long)Hi << 32 | Lo) << (Shift & 31)) >>
                        32);
}
BANKLINT_EXACT unsigned int __funnelshift_r(unsigned int Lo, unsigned int Hi,
                                            unsigned int Shift) {
  return (unsigned int)(((unsigned long long)Hi << 32 | Lo) >> (Shift & 31));
}
BANKLINT_EXACT unsigned int __funnelshift_lc(unsigned int Lo, unsigned int Hi,
                                             unsigned int Shift) {
  return Shift >= 32 ? Lo : __funnelshift_l(Lo, Hi, Shift);
}
BANKLINT_EXACT unsigned int __funnelshift_rc(unsigned int Lo, unsigned int Hi,
                                             unsigned int Shift) {
  return Shift >= 32 ? Hi : __funnelshift_r(Lo, Hi, Shift);
}

// Averages do not overflow; the r forms round up.
BANKLINT_EXACT int __hadd(int X, int Y) {
  return (int)(((long long)X + Y) >> 1);
}
BANKLINT_EXACT int __rhadd(int X, int Y) {
  return (int)(((long long)X + Y + 1) >> 1);
}
BANKLINT_EXACT unsigned int __uhadd(unsigned int X, unsigned int Y) {
  return (unsigned int)(((unsigned long long)X + Y) >> 1);
}
BANKLINT_EXACT unsigned int __urhadd(unsigned int X, unsigned int Y) {
  return (unsigned int)(((unsigned long long)X + Y + 1) >> 1);
}
// |X - Y| + Z.
BANKLINT_EXACT unsigned int __sad(int X, int Y, unsigned int Z) {
  return (X < Y ? (unsigned int)Y - (unsigned int)X
                : (unsigned int)X - (unsigned int)Y) +
         Z;
}
BANKLINT_EXACT unsigned int __usad(unsigned int X, unsigned int Y,
                                   unsigned int Z) {
  return (X < Y ? Y - X : X - Y) + Z;
}

BANKLINT_DEVICE int __float_as_int(float);
BANKLINT_DEVICE unsigned int __float_as_uint(float);
BANKLINT_DEVICE float __int_as_float(int);
BANKLINT_DEVICE float __uint_as_float(unsigned int);
BANKLINT_DEVICE long long __double_as_longlong(double);
BANKLINT_DEVICE double __longlong_as_double(long long);
BANKLINT_DEVICE int __double2hiint(double);
BANKLINT_DEVICE int __double2loint(double);
BANKLINT_DEVICE double __hiloint2double(int Hi, int Lo);
BANKLINT_DEVICE int float_as_int(float);
BANKLINT_DEVICE float int_as_float(int);
BANKLINT_DEVICE unsigned int float_as_uint(float);
BANKLINT_DEVICE float uint_as_float(unsigned int);

// The sum of the products of the bytes, and C.
BANKLINT_EXACT int __dp4a(int A, int B, int C) {
  return (int)((unsigned int)C +
               (unsigned int)((signed char)A * (signed char)B) +
               (unsigned int)((signed char)(A >> 8) * (signed char)(B >> 8)) +
               (unsigned int)((signed char)(A >> 16) * (signed char)(B >> 16)) +
               (unsigned int)((signed char)(A >> 24) * (signed char)(B >> 24)));
}
BANKLINT_EXACT unsigned int __dp4a(unsigned int A, unsigned int B,
                                   unsigned int C) {
  return C + (A & 0xffu) * (B & 0xffu) + (A >> 8 & 0xffu) * (B >> 8 & 0xffu) +
         (A >> 16 & 0xffu) * (B >> 16 & 0xffu) + (A >> 24) * (B >> 24);
}
BANKLINT_DEVICE int __dp4a(char4, char4, int);
BANKLINT_DEVICE unsigned int __dp4a(uchar4, uchar4, unsigned int);
BANKLINT_DEVICE int __dp2a_lo(int, int, int);
BANKLINT_DEVICE int __dp2a_hi(int, int, int);
BANKLINT_DEVICE unsigned int __dp2a_lo(unsigned int, unsigned int,
                                       unsigned int);
BANKLINT_DEVICE unsigned int __dp2a_hi(unsigned int, unsigned int,
                                       unsigned int);

#undef BANKLINT_EXACT

#endif // BANKLINT_INTRINSICS_H
