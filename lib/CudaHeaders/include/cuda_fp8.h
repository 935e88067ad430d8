//===- cuda_fp8.h - Eight-bit floats ----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One byte each; the packed forms are two and four bytes, aligned as a whole.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_FP8_H
#define BANKLINT_CUDA_FP8_H
#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define BANKLINT_FP8(__Name)                                                   \
  struct __align__(1) __nv_fp8_##__Name {                                      \
    __nv_fp8_storage_t __x;                                                    \
    __nv_fp8_##__Name() = default;                                             \
    __host__ __device__ explicit __nv_fp8_##__Name(float);                     \
    __host__ __device__ explicit __nv_fp8_##__Name(double);                    \
    __host__ __device__ explicit __nv_fp8_##__Name(__half);                    \
    __host__ __device__ explicit __nv_fp8_##__Name(__nv_bfloat16);             \
    __host__ __device__ explicit __nv_fp8_##__Name(int);                       \
    __host__ __device__ explicit operator float() const;                       \
    __host__ __device__ explicit operator double() const;                      \
    __host__ __device__ explicit operator __half() const;                      \
    __host__ __device__ explicit operator __nv_bfloat16() const;               \
    __host__ __device__ explicit operator int() const;                         \
    __host__ __device__ explicit operator bool() const;                        \
  };                                                                           \
  struct __align__(2) __nv_fp8x2_##__Name {                                    \
    __nv_fp8x2_storage_t __x;                                                  \
    __nv_fp8x2_##__Name() = default;                                           \
    __host__ __device__ explicit __nv_fp8x2_##__Name(float2);                  \
    __host__ __device__ explicit __nv_fp8x2_##__Name(__half2);                 \
    __host__ __device__ explicit __nv_fp8x2_##__Name(__nv_bfloat162);          \
    __host__ __device__ explicit operator float2() const;                      \
    __host__ __device__ explicit operator __half2() const;                     \
  };                                                                           \
  struct __align__(4) __nv_fp8x4_##__Name {                                    \
    __nv_fp8x4_storage_t __x;                                                  \
    __nv_fp8x4_##__Name() = default;                                           \
    __host__ __device__ explicit __nv_fp8x4_##__Name(float4);                  \
    __host__ __device__ explicit operator float4() const;                      \
  };
BANKLINT_FP8(e4m3)
BANKLINT_FP8(e5m2)
BANKLINT_FP8(e8m0)
#undef BANKLINT_FP8

BANKLINT_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t,
                                                     __nv_fp8_interpretation_t);
BANKLINT_HD
__nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t,
                                              __nv_fp8_interpretation_t);
BANKLINT_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t,
                                               __nv_fp8_interpretation_t);
BANKLINT_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t,
                                                   __nv_fp8_interpretation_t);
BANKLINT_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float, __nv_saturation_t,
                                                      cudaRoundMode);
BANKLINT_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t);

#endif // BANKLINT_CUDA_FP8_H
