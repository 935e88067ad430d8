//===- attributes.h - CUDA's specifiers and version macros ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specifiers that Clang 19 lacks expand to nothing, since they do not change
// where a shared array lies, but for __block_size__, which the front end reads.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ATTRIBUTES_H
#define BANKLINT_ATTRIBUTES_H

// Code guarded by these macros is what nvcc would compile, kernels included.
// 12.9 is the last version that still has the APIs of CUDA 12 and knows all
// architectures since sm_50.
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 9
#define __CUDACC_VER_BUILD__ 41
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 9
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define CUDART_VERSION 12090
#define CUDA_VERSION 12090
#define __CUDART_API_VERSION CUDART_VERSION

// Include guards of CUDA's headers, which code tests to know what it may use.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __HOST_DEFINES_H__
#define __DEVICE_TYPES_H__

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Clang knows managed variables for HIP only; for what they hold and where they
// can be named, a device variable is the same.
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __cluster_dims__(...)
#define __block_size__(...)                                                    \
  __attribute__((annotate("banklint_block_size", __VA_ARGS__)))
#define __maxnreg__(...)
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __nv_pure__ __attribute__((pure))

#define __align__(__N) __attribute__((aligned(__N)))
#define __builtin_align__(__N) __attribute__((aligned(__N)))
#define __forceinline__ __inline__ __attribute__((always_inline))
// __noinline__ is a keyword of Clang's CUDA.
#define __inline_hint__
#define __no_return__ __attribute__((noreturn))
#define __thread__ __thread
#define __location__(__A) __attribute__((__A))
#define __device_builtin__
#define __device_builtin_texture_type__                                        \
  __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__                                        \
  __attribute__((device_builtin_surface_type))
#define __cudart_builtin__
#define __CUDA_HOSTDEVICE__ __host__ __device__
#define __host_device__ __host__ __device__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
#define _CUDA_ASM_ asm
#define __assume(__Condition) __builtin_assume(__Condition)

#define BANKLINT_DEVICE static __inline__ __attribute__((device))
#define BANKLINT_HD                                                            \
  static __inline__ __attribute__((host)) __attribute__((device))

// Types of the C headers that CUDA's own headers include.
typedef __SIZE_TYPE__ size_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
// Of device_types.h.
enum cudaRoundMode {
  cudaRoundNearest,
  cudaRoundZero,
  cudaRoundPosInf,
  cudaRoundMinInf
};
#ifndef NULL
#define NULL __null
#endif

#endif // BANKLINT_ATTRIBUTES_H
