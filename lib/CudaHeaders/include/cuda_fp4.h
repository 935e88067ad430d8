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

BANKLINT_HD __nv_fp4_storage_t __nv_cvt_float_to_fp4(float,
                                                     __nv_fp4_interpretation_t,
                                                     cudaRoundMode);
BANKLINT_HD __nv_fp4_storage_t __nv_cvt_double_to_fp4(double,
                                                      __nv_fp4_interpretation_t,
                                                      cudaRoundMode);
BANKLINT_HD __nv_fp4x2_storage_t
    __nv_cvt_float2_to_fp4x2(float2, __nv_fp4_interpretation_t, cudaRoundMode);
BANKLINT_HD __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(
    __half_raw, __nv_fp4_interpretation_t, cudaRoundMode);
BANKLINT_HD __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(
    __half2_raw, __nv_fp4_interpretation_t, cudaRoundMode);
BANKLINT_HD __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(
    __nv_bfloat16_raw, __nv_fp4_interpretation_t, cudaRoundMode);
BANKLINT_HD __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(
    __nv_bfloat162_raw, __nv_fp4_interpretation_t, cudaRoundMode);
BANKLINT_HD __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t,
                                               __nv_fp4_interpretation_t);
BANKLINT_HD __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t,
                                                   __nv_fp4_interpretation_t);

#endif // BANKLINT_CUDA_FP4_H
