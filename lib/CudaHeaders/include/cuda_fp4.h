//===- cuda_fp4.h - 4-bit floating-point types ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_FP4_H
#define BANKLINT_CUDA_FP4_H
#include "cuda_fp8.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };

struct __align__(1) __nv_fp4_e2m1 {
  __nv_fp4_storage_t __x;
  __nv_fp4_e2m1() = default;
  __host__ __device__ explicit __nv_fp4_e2m1(float);
  __host__ __device__ explicit __nv_fp4_e2m1(__half);
  __host__ __device__ explicit __nv_fp4_e2m1(__nv_bfloat16);
  __host__ __device__ explicit operator float() const;
  __host__ __device__ explicit operator __half() const;
};
struct __align__(1) __nv_fp4x2_e2m1 {
  __nv_fp4x2_storage_t __x;
  __nv_fp4x2_e2m1() = default;
  __host__ __device__ explicit __nv_fp4x2_e2m1(float2);
  __host__ __device__ explicit __nv_fp4x2_e2m1(__half2);
  __host__ __device__ explicit __nv_fp4x2_e2m1(__nv_bfloat162);
  __host__ __device__ explicit operator float2() const;
  __host__ __device__ explicit operator __half2() const;
};
struct __align__(2) __nv_fp4x4_e2m1 {
  __nv_fp4x4_storage_t __x;
  __nv_fp4x4_e2m1() = default;
  __host__ __device__ explicit __nv_fp4x4_e2m1(float4);
  __host__ __device__ explicit operator float4() const;
};

#endif // BANKLINT_CUDA_FP4_H
