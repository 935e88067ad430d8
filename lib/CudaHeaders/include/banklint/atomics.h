//===- atomics.h - Atomic functions -----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each exists for the device, and with a suffix for the block and the system.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ATOMICS_H
#define BANKLINT_ATOMICS_H
#include "vector_types.h"

#define BANKLINT_ATOMIC(Name, T)                                               \
  BANKLINT_DEVICE T Name(T *, T);                                              \
  BANKLINT_DEVICE T Name##_block(T *, T);                                      \
  BANKLINT_DEVICE T Name##_system(T *, T);
#define BANKLINT_ATOMIC_WORDS(Name)                                            \
  BANKLINT_ATOMIC(Name, int)                                                   \
  BANKLINT_ATOMIC(Name, unsigned int)                                          \
  BANKLINT_ATOMIC(Name, unsigned long long)
#define BANKLINT_ATOMIC_CAS(T)                                                 \
  BANKLINT_DEVICE T atomicCAS(T *, T Compare, T Value);                        \
  BANKLINT_DEVICE T atomicCAS_block(T *, T Compare, T Value);                  \
  BANKLINT_DEVICE T atomicCAS_system(T *, T Compare, T Value);

BANKLINT_ATOMIC_WORDS(atomicAdd)
BANKLINT_ATOMIC(atomicAdd, float)
BANKLINT_ATOMIC(atomicAdd, double)
BANKLINT_ATOMIC(atomicAdd, float2)
BANKLINT_ATOMIC(atomicAdd, float4)
BANKLINT_ATOMIC(atomicSub, int)
BANKLINT_ATOMIC(atomicSub, unsigned int)
BANKLINT_ATOMIC_WORDS(atomicExch)
BANKLINT_ATOMIC(atomicExch, float)
BANKLINT_ATOMIC_WORDS(atomicMin)
BANKLINT_ATOMIC(atomicMin, long long)
BANKLINT_ATOMIC_WORDS(atomicMax)
BANKLINT_ATOMIC(atomicMax, long long)
BANKLINT_ATOMIC(atomicInc, unsigned int)
BANKLINT_ATOMIC(atomicDec, unsigned int)
BANKLINT_ATOMIC_WORDS(atomicAnd)
BANKLINT_ATOMIC_WORDS(atomicOr)
BANKLINT_ATOMIC_WORDS(atomicXor)
BANKLINT_ATOMIC_CAS(int)
BANKLINT_ATOMIC_CAS(unsigned int)
BANKLINT_ATOMIC_CAS(unsigned long long)
BANKLINT_ATOMIC_CAS(unsigned short)
#undef BANKLINT_ATOMIC
#undef BANKLINT_ATOMIC_WORDS
#undef BANKLINT_ATOMIC_CAS

#endif // BANKLINT_ATOMICS_H
