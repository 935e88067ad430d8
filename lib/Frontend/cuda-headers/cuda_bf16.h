//===- cuda_bf16.h - bfloat16 -----------------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two bytes, aligned to two; pairs take four, aligned to four.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_BF16_H
#define BANKLINT_CUDA_BF16_H
#include "banklint_cuda.h"

#define __CUDA_BF16_TYPES_EXIST__

struct __align__(2) __nv_bfloat16_raw {
  unsigned short x;
};
struct __align__(4) __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __align__(2) __nv_bfloat16 {
protected:
  unsigned short __x;

public:
  __nv_bfloat16() = default;
  __host__ __device__ constexpr __nv_bfloat16(const __nv_bfloat16_raw &Raw)
      : __x(Raw.x) {}
  __host__ __device__ __nv_bfloat16 &operator=(const __nv_bfloat16_raw &);
  __host__ __device__ operator __nv_bfloat16_raw() const;
  __host__ __device__ __nv_bfloat16(float);
  __host__ __device__ __nv_bfloat16(double);
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
  __host__ __device__ operator float() const;
  __host__ __device__ __nv_bfloat16(short);
  __host__ __device__ __nv_bfloat16(unsigned short);
  __host__ __device__ __nv_bfloat16(int);
  __host__ __device__ __nv_bfloat16(unsigned int);
  __host__ __device__ __nv_bfloat16(long);
  __host__ __device__ __nv_bfloat16(unsigned long);
  __host__ __device__ __nv_bfloat16(long long);
  __host__ __device__ __nv_bfloat16(unsigned long long);
  __host__ __device__ __nv_bfloat16 &operator=(float);
  __host__ __device__ __nv_bfloat16 &operator=(double);
  __host__ __device__ __nv_bfloat16 &operator=(short);
  __host__ __device__ __nv_bfloat16 &operator=(unsigned short);
  __host__ __device__ __nv_bfloat16 &operator=(int);
  __host__ __device__ __nv_bfloat16 &operator=(unsigned int);
  __host__ __device__ __nv_bfloat16 &operator=(long long);
  __host__ __device__ __nv_bfloat16 &operator=(unsigned long long);
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
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ constexpr __nv_bfloat162(const __nv_bfloat16 &X,
                                               const __nv_bfloat16 &Y)
      : x(X), y(Y) {}
  __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw &);
  __host__ __device__ __nv_bfloat162 &operator=(const __nv_bfloat162_raw &);
  __host__ __device__ operator __nv_bfloat162_raw() const;
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

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
#if !defined(__CUDA_NO_BFLOAT16_OPERATORS__)
BANKLINT_OPERATORS(__nv_bfloat16)
#endif
#if !defined(__CUDA_NO_BFLOAT162_OPERATORS__)
BANKLINT_OPERATORS(__nv_bfloat162)
#endif
#undef BANKLINT_OPERATORS

// Arithmetic, on one value and on two at once.
#define BANKLINT_UNARY(Name, Vector)                                           \
  BANKLINT_HD __nv_bfloat16 Name(__nv_bfloat16);                               \
  BANKLINT_HD __nv_bfloat162 Vector(__nv_bfloat162);
#define BANKLINT_BINARY(Name)                                                  \
  BANKLINT_HD __nv_bfloat16 Name(__nv_bfloat16, __nv_bfloat16);                \
  BANKLINT_HD __nv_bfloat162 Name##2(__nv_bfloat162, __nv_bfloat162);
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
BANKLINT_HD __nv_bfloat16 __hadd_rn(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hadd2_rn(__nv_bfloat162, __nv_bfloat162);
BANKLINT_HD __nv_bfloat16 __hadd_sat(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hadd2_sat(__nv_bfloat162, __nv_bfloat162);
BANKLINT_BINARY(__hsub)
BANKLINT_HD __nv_bfloat16 __hsub_rn(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hsub2_rn(__nv_bfloat162, __nv_bfloat162);
BANKLINT_HD __nv_bfloat16 __hsub_sat(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hsub2_sat(__nv_bfloat162, __nv_bfloat162);
BANKLINT_BINARY(__hmul)
BANKLINT_HD __nv_bfloat16 __hmul_rn(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hmul2_rn(__nv_bfloat162, __nv_bfloat162);
BANKLINT_HD __nv_bfloat16 __hmul_sat(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hmul2_sat(__nv_bfloat162, __nv_bfloat162);
BANKLINT_BINARY(__hmax)
BANKLINT_BINARY(__hmin)
BANKLINT_HD __nv_bfloat16 __hmax_nan(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hmax2_nan(__nv_bfloat162, __nv_bfloat162);
BANKLINT_HD __nv_bfloat16 __hmin_nan(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hmin2_nan(__nv_bfloat162, __nv_bfloat162);
BANKLINT_HD __nv_bfloat16 __hdiv(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __h2div(__nv_bfloat162, __nv_bfloat162);
BANKLINT_HD __nv_bfloat16 __hfma(__nv_bfloat16, __nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat16 __hfma_sat(__nv_bfloat16, __nv_bfloat16,
                                     __nv_bfloat16);
BANKLINT_DEVICE __nv_bfloat16 __hfma_relu(__nv_bfloat16, __nv_bfloat16,
                                          __nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hfma2(__nv_bfloat162, __nv_bfloat162,
                                   __nv_bfloat162);
BANKLINT_HD __nv_bfloat162 __hfma2_sat(__nv_bfloat162, __nv_bfloat162,
                                       __nv_bfloat162);
BANKLINT_DEVICE __nv_bfloat162 __hfma2_relu(__nv_bfloat162, __nv_bfloat162,
                                            __nv_bfloat162);
BANKLINT_DEVICE __nv_bfloat162 __hcmadd(__nv_bfloat162, __nv_bfloat162,
                                        __nv_bfloat162);
#undef BANKLINT_UNARY
#undef BANKLINT_BINARY

#define BANKLINT_COMPARE(Name)                                                 \
  BANKLINT_HD bool __h##Name(__nv_bfloat16, __nv_bfloat16);                    \
  BANKLINT_HD bool __h##Name##u(__nv_bfloat16, __nv_bfloat16);                 \
  BANKLINT_HD __nv_bfloat162 __h##Name##2(__nv_bfloat162, __nv_bfloat162);     \
  BANKLINT_HD __nv_bfloat162 __h##Name##u2(__nv_bfloat162, __nv_bfloat162);    \
  BANKLINT_HD bool __hb##Name##2(__nv_bfloat162, __nv_bfloat162);              \
  BANKLINT_HD bool __hb##Name##u2(__nv_bfloat162, __nv_bfloat162);             \
  BANKLINT_HD unsigned int __h##Name##2_mask(__nv_bfloat162, __nv_bfloat162);
BANKLINT_COMPARE(eq)
BANKLINT_COMPARE(ne)
BANKLINT_COMPARE(lt)
BANKLINT_COMPARE(le)
BANKLINT_COMPARE(gt)
BANKLINT_COMPARE(ge)
#undef BANKLINT_COMPARE
BANKLINT_HD bool __hisnan(__nv_bfloat16);
BANKLINT_HD int __hisinf(__nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __hisnan2(__nv_bfloat162);

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
BANKLINT_SHUFFLE(__nv_bfloat16)
BANKLINT_SHUFFLE(__nv_bfloat162)
#undef BANKLINT_SHUFFLE

// Conversions.
#define BANKLINT_INTEGER(T, Short)                                             \
  BANKLINT_HD T __bfloat162##Short##_rn(__nv_bfloat16);                        \
  BANKLINT_HD T __bfloat162##Short##_rz(__nv_bfloat16);                        \
  BANKLINT_HD T __bfloat162##Short##_ru(__nv_bfloat16);                        \
  BANKLINT_HD T __bfloat162##Short##_rd(__nv_bfloat16);                        \
  BANKLINT_HD __nv_bfloat16 __##Short##2bfloat16_rn(T);                        \
  BANKLINT_HD __nv_bfloat16 __##Short##2bfloat16_rz(T);                        \
  BANKLINT_HD __nv_bfloat16 __##Short##2bfloat16_ru(T);                        \
  BANKLINT_HD __nv_bfloat16 __##Short##2bfloat16_rd(T);
BANKLINT_INTEGER(int, int)
BANKLINT_INTEGER(unsigned int, uint)
BANKLINT_INTEGER(short, short)
BANKLINT_INTEGER(unsigned short, ushort)
BANKLINT_INTEGER(long long, ll)
BANKLINT_INTEGER(unsigned long long, ull)
#undef BANKLINT_INTEGER
BANKLINT_HD __nv_bfloat16 __float2bfloat16(float);
BANKLINT_HD __nv_bfloat16 __float2bfloat16_rn(float);
BANKLINT_HD __nv_bfloat16 __float2bfloat16_rz(float);
BANKLINT_HD __nv_bfloat16 __float2bfloat16_ru(float);
BANKLINT_HD __nv_bfloat16 __float2bfloat16_rd(float);
BANKLINT_HD __nv_bfloat16 __double2bfloat16(double);
BANKLINT_HD float __bfloat162float(__nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __float2bfloat162_rn(float);
BANKLINT_HD __nv_bfloat162 __floats2bfloat162_rn(float, float);
BANKLINT_HD __nv_bfloat162 __float22bfloat162_rn(float2);
BANKLINT_HD float2 __bfloat1622float2(__nv_bfloat162);
BANKLINT_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16);
BANKLINT_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
BANKLINT_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162);
BANKLINT_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
BANKLINT_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162);
BANKLINT_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162);
BANKLINT_HD float __low2float(__nv_bfloat162);
BANKLINT_HD float __high2float(__nv_bfloat162);
BANKLINT_HD __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162);
BANKLINT_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162, __nv_bfloat162);
BANKLINT_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162, __nv_bfloat162);
BANKLINT_HD short __bfloat16_as_short(__nv_bfloat16);
BANKLINT_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16);
BANKLINT_HD __nv_bfloat16 __short_as_bfloat16(short);
BANKLINT_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short);
BANKLINT_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);

#endif // BANKLINT_CUDA_BF16_H
