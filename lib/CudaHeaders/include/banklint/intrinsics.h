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
BANKLINT_EXACT int __mul24(int __X, int __Y) {
  return (int)((unsigned int)((int)((unsigned int)__X << 8) >> 8) *
               (unsigned int)((int)((unsigned int)__Y << 8) >> 8));
}
BANKLINT_EXACT unsigned int __umul24(unsigned int __X, unsigned int __Y) {
  return (__X & 0xffffffu) * (__Y & 0xffffffu);
}
BANKLINT_EXACT int mul24(int __X, int __Y) { return __mul24(__X, __Y); }
BANKLINT_EXACT unsigned int umul24(unsigned int __X, unsigned int __Y) {
  return __umul24(__X, __Y);
}
BANKLINT_EXACT int __mulhi(int __X, int __Y) {
  return (int)(((long long)__X * __Y) >> 32);
}
BANKLINT_EXACT unsigned int __umulhi(unsigned int __X, unsigned int __Y) {
  return (unsigned int)(((unsigned long long)__X * __Y) >> 32);
}
BANKLINT_EXACT int mulhi(int __X, int __Y) { return __mulhi(__X, __Y); }
BANKLINT_EXACT unsigned int mulhi(unsigned int __X, unsigned int __Y) {
  return __umulhi(__X, __Y);
}
BANKLINT_DEVICE long long __mul64hi(long long, long long);
BANKLINT_DEVICE unsigned long long __umul64hi(unsigned long long,
                                              unsigned long long);

BANKLINT_EXACT int __popc(unsigned int __X) { return __builtin_popcount(__X); }
BANKLINT_EXACT int __popcll(unsigned long long __X) {
  return __builtin_popcountll(__X);
}
BANKLINT_EXACT int __clz(int __X) {
  return __X ? __builtin_clz((unsigned int)__X) : 32;
}
BANKLINT_EXACT int __clzll(long long __X) {
  return __X ? __builtin_clzll((unsigned long long)__X) : 64;
}
BANKLINT_EXACT int __ffs(int __X) { return __builtin_ffs(__X); }
BANKLINT_EXACT int __ffsll(long long __X) { return __builtin_ffsll(__X); }
BANKLINT_EXACT unsigned int __brev(unsigned int __X) {
  return __builtin_bitreverse32(__X);
}
BANKLINT_EXACT unsigned long long __brevll(unsigned long long __X) {
  return __builtin_bitreverse64(__X);
}
BANKLINT_DEVICE unsigned int __fns(unsigned int __Mask, unsigned int __Base,
                                   int __Offset);
// One byte of Y:X: bits 0 to 2 of the selector's digit tell which, bit 3 asks
// for its sign instead.
BANKLINT_EXACT unsigned int __banklint_byte(unsigned int __X, unsigned int __Y,
                                            unsigned int __Digit) {
  return (__Digit & 8 ? (((((unsigned long long)__Y << 32 | __X) >>
                           ((__Digit & 7) * 8 + 7)) &
                          1)
                             ? 0xffu
                             : 0u)
                      : (unsigned int)(((unsigned long long)__Y << 32 | __X) >>
                                       (__Digit & 7) * 8) &
                            0xffu);
}
BANKLINT_EXACT unsigned int __byte_perm(unsigned int __X, unsigned int __Y,
                                        unsigned int __Selector) {
  return __banklint_byte(__X, __Y, __Selector & 15) |
         __banklint_byte(__X, __Y, __Selector >> 4 & 15) << 8 |
         __banklint_byte(__X, __Y, __Selector >> 8 & 15) << 16 |
         __banklint_byte(__X, __Y, __Selector >> 12 & 15) << 24;
}

// The high or low word of Hi:Lo, shifted; the plain forms wrap the shift at 32
// and the _c forms clamp it there.
BANKLINT_EXACT unsigned int
__funnelshift_l(unsigned int __Lo, unsigned int __Hi, unsigned int __Shift) {
  return (unsigned int)((((unsigned long long)__Hi << 32 | __Lo)
                         << (__Shift & 31)) >>
                        32);
}
BANKLINT_EXACT unsigned int
__funnelshift_r(unsigned int __Lo, unsigned int __Hi, unsigned int __Shift) {
  return (unsigned int)(((unsigned long long)__Hi << 32 | __Lo) >>
                        (__Shift & 31));
}
BANKLINT_EXACT unsigned int
__funnelshift_lc(unsigned int __Lo, unsigned int __Hi, unsigned int __Shift) {
  return __Shift >= 32 ? __Lo : __funnelshift_l(__Lo, __Hi, __Shift);
}
BANKLINT_EXACT unsigned int
__funnelshift_rc(unsigned int __Lo, unsigned int __Hi, unsigned int __Shift) {
  return __Shift >= 32 ? __Hi : __funnelshift_r(__Lo, __Hi, __Shift);
}

// Averages do not overflow; the r forms round up.
BANKLINT_EXACT int __hadd(int __X, int __Y) {
  return (int)(((long long)__X + __Y) >> 1);
}
BANKLINT_EXACT int __rhadd(int __X, int __Y) {
  return (int)(((long long)__X + __Y + 1) >> 1);
}
BANKLINT_EXACT unsigned int __uhadd(unsigned int __X, unsigned int __Y) {
  return (unsigned int)(((unsigned long long)__X + __Y) >> 1);
}
BANKLINT_EXACT unsigned int __urhadd(unsigned int __X, unsigned int __Y) {
  return (unsigned int)(((unsigned long long)__X + __Y + 1) >> 1);
}
// |X - Y| + Z.
BANKLINT_EXACT unsigned int __sad(int __X, int __Y, unsigned int __Z) {
  return (__X < __Y ? (unsigned int)__Y - (unsigned int)__X
                    : (unsigned int)__X - (unsigned int)__Y) +
         __Z;
}
BANKLINT_EXACT unsigned int __usad(unsigned int __X, unsigned int __Y,
                                   unsigned int __Z) {
  return (__X < __Y ? __Y - __X : __X - __Y) + __Z;
}

BANKLINT_DEVICE int __float_as_int(float);
BANKLINT_DEVICE unsigned int __float_as_uint(float);
BANKLINT_DEVICE float __int_as_float(int);
BANKLINT_DEVICE float __uint_as_float(unsigned int);
BANKLINT_DEVICE long long __double_as_longlong(double);
BANKLINT_DEVICE double __longlong_as_double(long long);
BANKLINT_DEVICE int __double2hiint(double);
BANKLINT_DEVICE int __double2loint(double);
BANKLINT_DEVICE double __hiloint2double(int __Hi, int __Lo);
BANKLINT_DEVICE int float_as_int(float);
BANKLINT_DEVICE float int_as_float(int);
BANKLINT_DEVICE unsigned int float_as_uint(float);
BANKLINT_DEVICE float uint_as_float(unsigned int);

// The sum of the products of the bytes, and C.
BANKLINT_EXACT int __dp4a(int __A, int __B, int __C) {
  return (
      int)((unsigned int)__C +
           (unsigned int)((signed char)__A * (signed char)__B) +
           (unsigned int)((signed char)(__A >> 8) * (signed char)(__B >> 8)) +
           (unsigned int)((signed char)(__A >> 16) * (signed char)(__B >> 16)) +
           (unsigned int)((signed char)(__A >> 24) * (signed char)(__B >> 24)));
}
BANKLINT_EXACT unsigned int __dp4a(unsigned int __A, unsigned int __B,
                                   unsigned int __C) {
  return __C + (__A & 0xffu) * (__B & 0xffu) +
         (__A >> 8 & 0xffu) * (__B >> 8 & 0xffu) +
         (__A >> 16 & 0xffu) * (__B >> 16 & 0xffu) + (__A >> 24) * (__B >> 24);
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
