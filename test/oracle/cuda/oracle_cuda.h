//===- oracle_cuda.h - CUDA's words for a CPU ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels need to be compiled as plain C++ and run by the oracle's
// runtime. Independent of banklint's own CUDA declarations: it is these that
// are checked, too.
//
//===----------------------------------------------------------------------===//
#ifndef ORACLE_CUDA_H
#define ORACLE_CUDA_H

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#define __CUDACC__ 1
#define __CUDA_ARCH__ 900

#define __device__
#define __host__
#define __global__ __attribute__((annotate("oracle_kernel")))
// nvcc places arrays so where those in front are multiples of 16 bytes; where
// an odd one is in front, banklint's answers hold for this place as well.
#define __shared__ static __attribute__((section("oracle_shared"), aligned(16)))
// 'extern __shared__' is rewritten to this.
#define __oracle_dynamic__ __thread
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __oracle_silent __attribute__((annotate("oracle_silent"))) inline

#include "oracle_vectors.h"

extern "C" {
extern const uint3 oracle_threadIdx, oracle_blockIdx;
extern const dim3 oracle_blockDim, oracle_gridDim;
void oracle_launch(dim3 Grid, dim3 Block, size_t DynamicBytes,
                   void (*Thread)(void *), void *Data);
long oracle_barrier(long Value);
const void *oracle_exchange(uint32_t Mask, const void *Value, size_t Bytes);
uint32_t oracle_present();
void oracle_atomic(const volatile void *Address, size_t Bytes, int Kind);
void *oracle_scratch();
}

#define threadIdx oracle_threadIdx
#define blockIdx oracle_blockIdx
#define blockDim oracle_blockDim
#define gridDim oracle_gridDim
static const int warpSize = 32;

inline void __syncthreads() { oracle_barrier(0); }
inline int __syncthreads_count(int p) { return oracle_barrier(p != 0); }
inline int __syncthreads_or(int p) { return oracle_barrier(p != 0) != 0; }
inline int __syncthreads_and(int p) { return oracle_barrier(p == 0) == 0; }
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

#include "oracle_atomics.h"
#include "oracle_host.h"
#include "oracle_math.h"
#include "oracle_warp.h"

#endif // ORACLE_CUDA_H
