//===- cuda_fp16.h - Half precision -----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two bytes, aligned to two; pairs take four, aligned to four.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_FP16_H
#define BANKLINT_CUDA_FP16_H
#include "banklint_cuda.h"

#define __CUDA_FP16_TYPES_EXIST__

struct __align__(2) __half_raw {
  unsigned short x;
};
struct __align__(4) __half2_raw {
  unsigned short x, y;
};

struct __align__(2) __half {
protected:
  unsigned short __x;

public:
  __half() = default;
  __host__ __device__ constexpr __half(const __half_raw &Raw) : __x(Raw.x) {}
  __host__ __device__ __half &operator=(const __half_raw &);
  __host__ __device__ operator __half_raw() const;
  __host__ __device__ __half(float);
  __host__ __device__ __half(double);
#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
  __host__ __device__ operator float() const;
  __host__ __device__ __half(short);
  __host__ __device__ __half(unsigned short);
  __host__ __device__ __half(int);
  __host__ __device__ __half(unsigned int);
  __host__ __device__ __half(long);
  __host__ __device__ __half(unsigned long);
  __host__ __device__ __half(long long);
  __host__ __device__ __half(unsigned long long);
  __host__ __device__ __half &operator=(float);
  __host__ __device__ __half &operator=(double);
  __host__ __device__ __half &operator=(short);
  __host__ __device__ __half &operator=(unsigned short);
  __host__ __device__ __half &operator=(int);
  __host__ __device__ __half &operator=(unsigned int);
  __host__ __device__ __half &operator=(long long);
  __host__ __device__ __half &operator=(unsigned long long);
  __host__ __device__ operator char() const;
  __host__ __device__ operator signed char() const;
  __host__ __device__ operator unsigned char() const;
  __host__ __device__ operator short() const;
  __host__ __device__ operator unsigned short() const;
  __host__ __device__ operator int() const;
  __host__ __device__ operator unsigned int() const;
  __host__ __device__ operator long() const;
  __host__ __device__ operator unsigned long() const;
  __host__ __device__ operator long long() const;
  __host__ __device__ operator unsigned long long() const;
  __host__ __device__ constexpr operator bool() const {
    return (__x & 0x7fff) != 0;
  }
#endif
};
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ constexpr __half2(const __half &X, const __half &Y)
      : x(X), y(Y) {}
  __host__ __device__ __half2(const __half2_raw &);
  __host__ __device__ __half2 &operator=(const __half2_raw &);
  __host__ __device__ operator __half2_raw() const;
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#define BANKLINT_OPERATORS(T)                                                  \
  BANKLINT_HD T operator+(const T &, const T &);                               \
  BANKLINT_HD T operator-(const T &, const T &);                               \
  BANKLINT_HD T operator*(const T &, const T &);                               \
  BANKLINT_HD T operator/(const T &, const T &);                               \
  BANKLINT_HD T &operator+=(T &, const T &);                                   \
  BANKLINT_HD T &operator-=(T &, const T &);                                   \
  BANKLINT_HD T &operator*=(T &, const T &);                                   \
  BANKLINT_HD T &operator/=(T &, const T &);                                   \
  BANKLINT_HD T &operator++(T &);                                              \
  BANKLINT_HD T &operator--(T &);                                              \
  BANKLINT_HD T operator++(T &, int);                                          \
  BANKLINT_HD T operator--(T &, int);                                          \
  BANKLINT_HD T operator+(const T &);                                          \
  BANKLINT_HD T operator-(const T &);                                          \
  BANKLINT_HD bool operator==(const T &, const T &);                           \
  BANKLINT_HD bool operator!=(const T &, const T &);                           \
  BANKLINT_HD bool operator<(const T &, const T &);                            \
  BANKLINT_HD bool operator>(const T &, const T &);                            \
  BANKLINT_HD bool operator<=(const T &, const T &);                           \
  BANKLINT_HD bool operator>=(const T &, const T &);
#if !defined(__CUDA_NO_HALF_OPERATORS__)
BANKLINT_OPERATORS(__half)
#endif
#if !defined(__CUDA_NO_HALF2_OPERATORS__)
BANKLINT_OPERATORS(__half2)
#endif
#undef BANKLINT_OPERATORS

// Arithmetic, on one value and on two at once.
#define BANKLINT_UNARY(Name, Vector)                                           \
  BANKLINT_HD __half Name(__half);                                             \
  BANKLINT_HD __half2 Vector(__half2);
#define BANKLINT_BINARY(Name)                                                  \
  BANKLINT_HD __half Name(__half, __half);                                     \
  BANKLINT_HD __half2 Name##2(__half2, __half2);
BANKLINT_UNARY(__habs, __habs2)
BANKLINT_UNARY(__hneg, __hneg2)
BANKLINT_UNARY(hceil, h2ceil)
BANKLINT_UNARY(hcos, h2cos)
BANKLINT_UNARY(hexp, h2exp)
BANKLINT_UNARY(hexp10, h2exp10)
BANKLINT_UNARY(hexp2, h2exp2)
BANKLINT_UNARY(hfloor, h2floor)
BANKLINT_UNARY(hlog, h2log)
BANKLINT_UNARY(hlog10, h2log10)
BANKLINT_UNARY(hlog2, h2log2)
BANKLINT_UNARY(hrcp, h2rcp)
BANKLINT_UNARY(hrint, h2rint)
BANKLINT_UNARY(hrsqrt, h2rsqrt)
BANKLINT_UNARY(hsin, h2sin)
BANKLINT_UNARY(hsqrt, h2sqrt)
BANKLINT_UNARY(htanh, h2tanh)
BANKLINT_UNARY(htanh_approx, h2tanh_approx)
BANKLINT_UNARY(htrunc, h2trunc)
BANKLINT_BINARY(__hadd)
BANKLINT_HD __half __hadd_rn(__half, __half);
BANKLINT_HD __half2 __hadd2_rn(__half2, __half2);
BANKLINT_HD __half __hadd_sat(__half, __half);
BANKLINT_HD __half2 __hadd2_sat(__half2, __half2);
BANKLINT_BINARY(__hsub)
BANKLINT_HD __half __hsub_rn(__half, __half);
BANKLINT_HD __half2 __hsub2_rn(__half2, __half2);
BANKLINT_HD __half __hsub_sat(__half, __half);
BANKLINT_HD __half2 __hsub2_sat(__half2, __half2);
BANKLINT_BINARY(__hmul)
BANKLINT_HD __half __hmul_rn(__half, __half);
BANKLINT_HD __half2 __hmul2_rn(__half2, __half2);
BANKLINT_HD __half __hmul_sat(__half, __half);
BANKLINT_HD __half2 __hmul2_sat(__half2, __half2);
BANKLINT_BINARY(__hmax)
BANKLINT_BINARY(__hmin)
BANKLINT_HD __half __hmax_nan(__half, __half);
BANKLINT_HD __half2 __hmax2_nan(__half2, __half2);
BANKLINT_HD __half __hmin_nan(__half, __half);
BANKLINT_HD __half2 __hmin2_nan(__half2, __half2);
BANKLINT_HD __half __hdiv(__half, __half);
BANKLINT_HD __half2 __h2div(__half2, __half2);
BANKLINT_HD __half __hfma(__half, __half, __half);
BANKLINT_HD __half __hfma_sat(__half, __half, __half);
BANKLINT_DEVICE __half __hfma_relu(__half, __half, __half);
BANKLINT_HD __half2 __hfma2(__half2, __half2, __half2);
BANKLINT_HD __half2 __hfma2_sat(__half2, __half2, __half2);
BANKLINT_DEVICE __half2 __hfma2_relu(__half2, __half2, __half2);
BANKLINT_DEVICE __half2 __hcmadd(__half2, __half2, __half2);
#undef BANKLINT_UNARY
#undef BANKLINT_BINARY

#define BANKLINT_COMPARE(Name)                                                 \
  BANKLINT_HD bool __h##Name(__half, __half);                                  \
  BANKLINT_HD bool __h##Name##u(__half, __half);                               \
  BANKLINT_HD __half2 __h##Name##2(__half2, __half2);                          \
  BANKLINT_HD __half2 __h##Name##u2(__half2, __half2);                         \
  BANKLINT_HD bool __hb##Name##2(__half2, __half2);                            \
  BANKLINT_HD bool __hb##Name##u2(__half2, __half2);                           \
  BANKLINT_HD unsigned int __h##Name##2_mask(__half2, __half2);
BANKLINT_COMPARE(eq)
BANKLINT_COMPARE(ne)
BANKLINT_COMPARE(lt)
BANKLINT_COMPARE(le)
BANKLINT_COMPARE(gt)
BANKLINT_COMPARE(ge)
#undef BANKLINT_COMPARE
BANKLINT_HD bool __hisnan(__half);
BANKLINT_HD int __hisinf(__half);
BANKLINT_HD __half2 __hisnan2(__half2);

#define BANKLINT_SHUFFLE(T)                                                    \
  BANKLINT_DEVICE T __shfl_sync(unsigned int Mask, T, int Lane,                \
                                int Width = 32);                               \
  BANKLINT_DEVICE T __shfl_up_sync(unsigned int Mask, T, unsigned int Delta,   \
                                   int Width = 32);                            \
  BANKLINT_DEVICE T __shfl_down_sync(unsigned int Mask, T, unsigned int Delta, \
                                     int Width = 32);                          \
  BANKLINT_DEVICE T __shfl_xor_sync(unsigned int Mask, T, int LaneMask,        \
                                    int Width = 32);                           \
  BANKLINT_DEVICE T atomicAdd(T *, T);
BANKLINT_SHUFFLE(__half)
BANKLINT_SHUFFLE(__half2)
#undef BANKLINT_SHUFFLE

// Conversions.
#define BANKLINT_INTEGER(T, Short)                                             \
  BANKLINT_HD T __half2##Short##_rn(__half);                                   \
  BANKLINT_HD T __half2##Short##_rz(__half);                                   \
  BANKLINT_HD T __half2##Short##_ru(__half);                                   \
  BANKLINT_HD T __half2##Short##_rd(__half);                                   \
  BANKLINT_HD __half __##Short##2half_rn(T);                                   \
  BANKLINT_HD __half __##Short##2half_rz(T);                                   \
  BANKLINT_HD __half __##Short##2half_ru(T);                                   \
  BANKLINT_HD __half __##Short##2half_rd(T);
BANKLINT_INTEGER(int, int)
BANKLINT_INTEGER(unsigned int, uint)
BANKLINT_INTEGER(short, short)
BANKLINT_INTEGER(unsigned short, ushort)
BANKLINT_INTEGER(long long, ll)
BANKLINT_INTEGER(unsigned long long, ull)
#undef BANKLINT_INTEGER
BANKLINT_HD __half __float2half(float);
BANKLINT_HD __half __float2half_rn(float);
BANKLINT_HD __half __float2half_rz(float);
BANKLINT_HD __half __float2half_ru(float);
BANKLINT_HD __half __float2half_rd(float);
BANKLINT_HD __half __double2half(double);
BANKLINT_HD float __half2float(__half);
BANKLINT_HD __half2 __float2half2_rn(float);
BANKLINT_HD __half2 __floats2half2_rn(float, float);
BANKLINT_HD __half2 __float22half2_rn(float2);
BANKLINT_HD float2 __half22float2(__half2);
BANKLINT_HD __half2 __half2half2(__half);
BANKLINT_HD __half2 __halves2half2(__half, __half);
BANKLINT_HD __half __low2half(__half2);
BANKLINT_HD __half __high2half(__half2);
BANKLINT_HD __half2 __low2half2(__half2);
BANKLINT_HD __half2 __high2half2(__half2);
BANKLINT_HD float __low2float(__half2);
BANKLINT_HD float __high2float(__half2);
BANKLINT_HD __half2 __lowhigh2highlow(__half2);
BANKLINT_HD __half2 __lows2half2(__half2, __half2);
BANKLINT_HD __half2 __highs2half2(__half2, __half2);
BANKLINT_HD short __half_as_short(__half);
BANKLINT_HD unsigned short __half_as_ushort(__half);
BANKLINT_HD __half __short_as_half(short);
BANKLINT_HD __half __ushort_as_half(unsigned short);
BANKLINT_HD __half2 make_half2(__half, __half);

#endif // BANKLINT_CUDA_FP16_H
