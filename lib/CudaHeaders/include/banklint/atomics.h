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

#define BANKLINT_ATOMIC(__Name, __T)                                           \
  BANKLINT_DEVICE __T __Name(__T *, __T);                                      \
  BANKLINT_DEVICE __T __Name##_block(__T *, __T);                              \
  BANKLINT_DEVICE __T __Name##_system(__T *, __T);
#define BANKLINT_ATOMIC_WORDS(__Name)                                          \
  BANKLINT_ATOMIC(__Name, int)                                                 \
  BANKLINT_ATOMIC(__Name, unsigned int)                                        \
  BANKLINT_ATOMIC(__Name, unsigned long long)
#define BANKLINT_ATOMIC_CAS(__T)                                               \
  BANKLINT_DEVICE __T atomicCAS(__T *, __T __Compare, __T __Value);            \
  BANKLINT_DEVICE __T atomicCAS_block(__T *, __T __Compare, __T __Value);      \
  BANKLINT_DEVICE __T atomicCAS_system(__T *, __T __Compare, __T __Value);

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

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};
template <typename __T>
__device__ __T __nv_atomic_load_n(__T *, int __Order,
                                  int __Scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename __T>
__device__ void __nv_atomic_store_n(__T *, __T, int __Order,
                                    int __Scope = __NV_THREAD_SCOPE_SYSTEM);
template <typename __T>
__device__ __T __nv_atomic_fetch_add(__T *, __T, int __Order,
                                     int __Scope = __NV_THREAD_SCOPE_SYSTEM);

#endif // BANKLINT_ATOMICS_H
