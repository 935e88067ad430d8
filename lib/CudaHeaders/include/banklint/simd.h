//===- simd.h - Intrinsics on packed bytes and half-words -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A 32-bit register taken as four bytes or two half-words.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SIMD_H
#define BANKLINT_SIMD_H
#include "attributes.h"

#define BANKLINT_SIMD1(__Name)                                                 \
  BANKLINT_DEVICE unsigned int __Name##2(unsigned int);                        \
  BANKLINT_DEVICE unsigned int __Name##4(unsigned int);
#define BANKLINT_SIMD2(__Name)                                                 \
  BANKLINT_DEVICE unsigned int __Name##2(unsigned int, unsigned int);          \
  BANKLINT_DEVICE unsigned int __Name##4(unsigned int, unsigned int);

BANKLINT_SIMD1(__vabs)
BANKLINT_SIMD1(__vabsss)
BANKLINT_SIMD1(__vneg)
BANKLINT_SIMD1(__vnegss)
BANKLINT_SIMD2(__vabsdiffs)
BANKLINT_SIMD2(__vabsdiffu)
BANKLINT_SIMD2(__vadd)
BANKLINT_SIMD2(__vaddss)
BANKLINT_SIMD2(__vaddus)
BANKLINT_SIMD2(__vavgs)
BANKLINT_SIMD2(__vavgu)
BANKLINT_SIMD2(__vhaddu)
BANKLINT_SIMD2(__vmaxs)
BANKLINT_SIMD2(__vmaxu)
BANKLINT_SIMD2(__vmins)
BANKLINT_SIMD2(__vminu)
BANKLINT_SIMD2(__vsads)
BANKLINT_SIMD2(__vsadu)
BANKLINT_SIMD2(__vsub)
BANKLINT_SIMD2(__vsubss)
BANKLINT_SIMD2(__vsubus)

#define BANKLINT_SIMD_COMPARE(__Suffix)                                        \
  BANKLINT_SIMD2(__vcmp##__Suffix)                                             \
  BANKLINT_SIMD2(__vset##__Suffix)
BANKLINT_SIMD_COMPARE(eq)
BANKLINT_SIMD_COMPARE(ne)
BANKLINT_SIMD_COMPARE(ges)
BANKLINT_SIMD_COMPARE(geu)
BANKLINT_SIMD_COMPARE(gts)
BANKLINT_SIMD_COMPARE(gtu)
BANKLINT_SIMD_COMPARE(les)
BANKLINT_SIMD_COMPARE(leu)
BANKLINT_SIMD_COMPARE(lts)
BANKLINT_SIMD_COMPARE(ltu)
#undef BANKLINT_SIMD_COMPARE
#undef BANKLINT_SIMD1
#undef BANKLINT_SIMD2

#endif // BANKLINT_SIMD_H
