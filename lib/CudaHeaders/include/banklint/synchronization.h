//===- synchronization.h - Barriers, fences, votes and shuffles -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __shfl, __any, __all and __ballot without a mask are those of CUDA before 9,
// which older code still calls.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SYNCHRONIZATION_H
#define BANKLINT_SYNCHRONIZATION_H
#include "attributes.h"

__device__ void __syncthreads();
BANKLINT_DEVICE int __syncthreads_count(int);
BANKLINT_DEVICE int __syncthreads_and(int);
BANKLINT_DEVICE int __syncthreads_or(int);
BANKLINT_DEVICE void __barrier_sync(unsigned int);
BANKLINT_DEVICE void __barrier_sync_count(unsigned int, unsigned int);
BANKLINT_DEVICE void __syncwarp(unsigned int __Mask = 0xffffffff);
BANKLINT_DEVICE void __threadfence();
BANKLINT_DEVICE void __threadfence_block();
BANKLINT_DEVICE void __threadfence_system();
// Of a grid on the one before it in the stream; no barrier of the block.
BANKLINT_DEVICE void cudaGridDependencySynchronize();
BANKLINT_DEVICE void cudaTriggerProgrammaticLaunchCompletion();

BANKLINT_DEVICE unsigned int __activemask();
BANKLINT_DEVICE int __all_sync(unsigned int __Mask, int);
BANKLINT_DEVICE int __any_sync(unsigned int __Mask, int);
BANKLINT_DEVICE int __uni_sync(unsigned int __Mask, int);
BANKLINT_DEVICE unsigned int __ballot_sync(unsigned int __Mask, int);
BANKLINT_DEVICE int __all(int);
BANKLINT_DEVICE int __any(int);
BANKLINT_DEVICE unsigned int __ballot(int);

#define BANKLINT_SHUFFLE(__T)                                                  \
  BANKLINT_DEVICE __T __shfl_sync(unsigned int __Mask, __T, int __Lane,        \
                                  int __Width = 32);                           \
  BANKLINT_DEVICE __T __shfl_up_sync(unsigned int __Mask, __T,                 \
                                     unsigned int __Delta, int __Width = 32);  \
  BANKLINT_DEVICE __T __shfl_down_sync(                                        \
      unsigned int __Mask, __T, unsigned int __Delta, int __Width = 32);       \
  BANKLINT_DEVICE __T __shfl_xor_sync(unsigned int __Mask, __T,                \
                                      int __LaneMask, int __Width = 32);
#define BANKLINT_MATCH(__T)                                                    \
  BANKLINT_DEVICE unsigned int __match_any_sync(unsigned int __Mask, __T);     \
  BANKLINT_DEVICE unsigned int __match_all_sync(unsigned int __Mask, __T,      \
                                                int *);
#define BANKLINT_WORDS(__Macro)                                                \
  __Macro(int) __Macro(unsigned int) __Macro(long) __Macro(unsigned long)      \
      __Macro(long long) __Macro(unsigned long long) __Macro(float)            \
          __Macro(double)
BANKLINT_WORDS(BANKLINT_SHUFFLE)
BANKLINT_WORDS(BANKLINT_MATCH)
#undef BANKLINT_WORDS
#undef BANKLINT_SHUFFLE
#undef BANKLINT_MATCH
template <typename __T>
BANKLINT_DEVICE __T __shfl(__T, int __Lane, int __Width = 32);
template <typename __T>
BANKLINT_DEVICE __T __shfl_up(__T, unsigned int __Delta, int __Width = 32);
template <typename __T>
BANKLINT_DEVICE __T __shfl_down(__T, unsigned int __Delta, int __Width = 32);
template <typename __T>
BANKLINT_DEVICE __T __shfl_xor(__T, int __LaneMask, int __Width = 32);

#define BANKLINT_REDUCE(__T)                                                   \
  BANKLINT_DEVICE __T __reduce_add_sync(unsigned int __Mask, __T);             \
  BANKLINT_DEVICE __T __reduce_min_sync(unsigned int __Mask, __T);             \
  BANKLINT_DEVICE __T __reduce_max_sync(unsigned int __Mask, __T);
BANKLINT_REDUCE(int)
BANKLINT_REDUCE(unsigned int)
#undef BANKLINT_REDUCE
BANKLINT_DEVICE unsigned int __reduce_and_sync(unsigned int __Mask,
                                               unsigned int);
BANKLINT_DEVICE unsigned int __reduce_or_sync(unsigned int __Mask,
                                              unsigned int);
BANKLINT_DEVICE unsigned int __reduce_xor_sync(unsigned int __Mask,
                                               unsigned int);

#endif // BANKLINT_SYNCHRONIZATION_H
