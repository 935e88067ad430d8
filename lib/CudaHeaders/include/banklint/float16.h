//===- float16.h - Floating point in two bytes ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included once for each format, by the header that CUDA names for it, so it
// has no guard. Before that are defined:
//
//   BANKLINT_F16, BANKLINT_F16X2    the type, and the pair of it
//   BANKLINT_RAW, BANKLINT_RAWX2    their bits
//   BANKLINT_NAME(A, B)             A and B with the format's name between
//   BANKLINT_NAMES(A, B, C)         likewise, twice
//   BANKLINT_HAS_CONVERSIONS, BANKLINT_HAS_OPERATORS,
//   BANKLINT_HAS_PAIR_OPERATORS     1, or 0 if the program turns them off
//
// Two bytes, aligned to two; pairs take four, aligned to four.
//
//===----------------------------------------------------------------------===//
#include "../banklint_cuda.h"

struct __align__(2) BANKLINT_RAW {
  unsigned short x;
};
struct __align__(4) BANKLINT_RAWX2 {
  unsigned short x, y;
};

struct __align__(2) BANKLINT_F16 {
protected:
  unsigned short __x;

public:
  BANKLINT_F16() = default;
  __host__ __device__ constexpr BANKLINT_F16(const BANKLINT_RAW &__Raw)
      : __x(__Raw.x) {}
  __host__ __device__ BANKLINT_F16 &operator=(const BANKLINT_RAW &);
  __host__ __device__ operator BANKLINT_RAW() const;
  __host__ __device__ BANKLINT_F16(float);
  __host__ __device__ BANKLINT_F16(double);
#if BANKLINT_HAS_CONVERSIONS
  __host__ __device__ operator float() const;
  __host__ __device__ BANKLINT_F16(short);
  __host__ __device__ BANKLINT_F16(unsigned short);
  __host__ __device__ BANKLINT_F16(int);
  __host__ __device__ BANKLINT_F16(unsigned int);
  __host__ __device__ BANKLINT_F16(long);
  __host__ __device__ BANKLINT_F16(unsigned long);
  __host__ __device__ BANKLINT_F16(long long);
  __host__ __device__ BANKLINT_F16(unsigned long long);
  __host__ __device__ BANKLINT_F16 &operator=(float);
  __host__ __device__ BANKLINT_F16 &operator=(double);
  __host__ __device__ BANKLINT_F16 &operator=(short);
  __host__ __device__ BANKLINT_F16 &operator=(unsigned short);
  __host__ __device__ BANKLINT_F16 &operator=(int);
  __host__ __device__ BANKLINT_F16 &operator=(unsigned int);
  __host__ __device__ BANKLINT_F16 &operator=(long long);
  __host__ __device__ BANKLINT_F16 &operator=(unsigned long long);
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
struct __align__(4) BANKLINT_F16X2 {
  BANKLINT_F16 x, y;
  BANKLINT_F16X2() = default;
  __host__ __device__ constexpr BANKLINT_F16X2(const BANKLINT_F16 &__X,
                                               const BANKLINT_F16 &__Y)
      : x(__X), y(__Y) {}
  __host__ __device__ BANKLINT_F16X2(const BANKLINT_RAWX2 &);
  __host__ __device__ BANKLINT_F16X2 &operator=(const BANKLINT_RAWX2 &);
  __host__ __device__ operator BANKLINT_RAWX2() const;
};
#define BANKLINT_OPERATORS(__T)                                                \
  BANKLINT_HD __T operator+(const __T &, const __T &);                         \
  BANKLINT_HD __T operator-(const __T &, const __T &);                         \
  BANKLINT_HD __T operator*(const __T &, const __T &);                         \
  BANKLINT_HD __T operator/(const __T &, const __T &);                         \
  BANKLINT_HD __T &operator+=(__T &, const __T &);                             \
  BANKLINT_HD __T &operator-=(__T &, const __T &);                             \
  BANKLINT_HD __T &operator*=(__T &, const __T &);                             \
  BANKLINT_HD __T &operator/=(__T &, const __T &);                             \
  BANKLINT_HD __T &operator++(__T &);                                          \
  BANKLINT_HD __T &operator--(__T &);                                          \
  BANKLINT_HD __T operator++(__T &, int);                                      \
  BANKLINT_HD __T operator--(__T &, int);                                      \
  BANKLINT_HD __T operator+(const __T &);                                      \
  BANKLINT_HD __T operator-(const __T &);                                      \
  BANKLINT_HD bool operator==(const __T &, const __T &);                       \
  BANKLINT_HD bool operator!=(const __T &, const __T &);                       \
  BANKLINT_HD bool operator<(const __T &, const __T &);                        \
  BANKLINT_HD bool operator>(const __T &, const __T &);                        \
  BANKLINT_HD bool operator<=(const __T &, const __T &);                       \
  BANKLINT_HD bool operator>=(const __T &, const __T &);
#if BANKLINT_HAS_OPERATORS
BANKLINT_OPERATORS(BANKLINT_F16)
#endif
#if BANKLINT_HAS_PAIR_OPERATORS
BANKLINT_OPERATORS(BANKLINT_F16X2)
#endif
#undef BANKLINT_OPERATORS

// Arithmetic, on one value and on two at once.
#define BANKLINT_UNARY(__Name, __Vector)                                       \
  BANKLINT_HD BANKLINT_F16 __Name(BANKLINT_F16);                               \
  BANKLINT_HD BANKLINT_F16X2 __Vector(BANKLINT_F16X2);
#define BANKLINT_BINARY(__Name)                                                \
  BANKLINT_HD BANKLINT_F16 __Name(BANKLINT_F16, BANKLINT_F16);                 \
  BANKLINT_HD BANKLINT_F16X2 __Name##2(BANKLINT_F16X2, BANKLINT_F16X2);
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
BANKLINT_HD BANKLINT_F16 __hadd_rn(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hadd2_rn(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16 __hadd_sat(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hadd2_sat(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_BINARY(__hsub)
BANKLINT_HD BANKLINT_F16 __hsub_rn(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hsub2_rn(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16 __hsub_sat(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hsub2_sat(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_BINARY(__hmul)
BANKLINT_HD BANKLINT_F16 __hmul_rn(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hmul2_rn(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16 __hmul_sat(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hmul2_sat(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_BINARY(__hmax)
BANKLINT_BINARY(__hmin)
BANKLINT_HD BANKLINT_F16 __hmax_nan(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hmax2_nan(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16 __hmin_nan(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hmin2_nan(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16 __hdiv(BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __h2div(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16 __hfma(BANKLINT_F16, BANKLINT_F16, BANKLINT_F16);
BANKLINT_HD BANKLINT_F16 __hfma_sat(BANKLINT_F16, BANKLINT_F16, BANKLINT_F16);
BANKLINT_DEVICE BANKLINT_F16 __hfma_relu(BANKLINT_F16, BANKLINT_F16,
                                         BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hfma2(BANKLINT_F16X2, BANKLINT_F16X2,
                                   BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16X2 __hfma2_sat(BANKLINT_F16X2, BANKLINT_F16X2,
                                       BANKLINT_F16X2);
BANKLINT_DEVICE BANKLINT_F16X2 __hfma2_relu(BANKLINT_F16X2, BANKLINT_F16X2,
                                            BANKLINT_F16X2);
BANKLINT_DEVICE BANKLINT_F16X2 __hcmadd(BANKLINT_F16X2, BANKLINT_F16X2,
                                        BANKLINT_F16X2);
#undef BANKLINT_UNARY
#undef BANKLINT_BINARY

#define BANKLINT_COMPARE(__Name)                                               \
  BANKLINT_HD bool __h##__Name(BANKLINT_F16, BANKLINT_F16);                    \
  BANKLINT_HD bool __h##__Name##u(BANKLINT_F16, BANKLINT_F16);                 \
  BANKLINT_HD BANKLINT_F16X2 __h##__Name##2(BANKLINT_F16X2, BANKLINT_F16X2);   \
  BANKLINT_HD BANKLINT_F16X2 __h##__Name##u2(BANKLINT_F16X2, BANKLINT_F16X2);  \
  BANKLINT_HD bool __hb##__Name##2(BANKLINT_F16X2, BANKLINT_F16X2);            \
  BANKLINT_HD bool __hb##__Name##u2(BANKLINT_F16X2, BANKLINT_F16X2);           \
  BANKLINT_HD unsigned int __h##__Name##2_mask(BANKLINT_F16X2, BANKLINT_F16X2);
BANKLINT_COMPARE(eq)
BANKLINT_COMPARE(ne)
BANKLINT_COMPARE(lt)
BANKLINT_COMPARE(le)
BANKLINT_COMPARE(gt)
BANKLINT_COMPARE(ge)
#undef BANKLINT_COMPARE
BANKLINT_HD bool __hisnan(BANKLINT_F16);
BANKLINT_HD int __hisinf(BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 __hisnan2(BANKLINT_F16X2);

#define BANKLINT_SHUFFLE(__T)                                                  \
  BANKLINT_DEVICE __T __shfl_sync(unsigned int __Mask, __T, int __Lane,        \
                                  int __Width = 32);                           \
  BANKLINT_DEVICE __T __shfl_up_sync(unsigned int __Mask, __T,                 \
                                     unsigned int __Delta, int __Width = 32);  \
  BANKLINT_DEVICE __T __shfl_down_sync(                                        \
      unsigned int __Mask, __T, unsigned int __Delta, int __Width = 32);       \
  BANKLINT_DEVICE __T __shfl_xor_sync(unsigned int __Mask, __T,                \
                                      int __LaneMask, int __Width = 32);       \
  BANKLINT_DEVICE __T atomicAdd(__T *, __T);
BANKLINT_SHUFFLE(BANKLINT_F16)
BANKLINT_SHUFFLE(BANKLINT_F16X2)
#undef BANKLINT_SHUFFLE

// Conversions.
#define BANKLINT_INTEGER(__T, __Short)                                         \
  BANKLINT_HD __T BANKLINT_NAME(__, 2##__Short##_rn)(BANKLINT_F16);            \
  BANKLINT_HD __T BANKLINT_NAME(__, 2##__Short##_rz)(BANKLINT_F16);            \
  BANKLINT_HD __T BANKLINT_NAME(__, 2##__Short##_ru)(BANKLINT_F16);            \
  BANKLINT_HD __T BANKLINT_NAME(__, 2##__Short##_rd)(BANKLINT_F16);            \
  BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__##__Short##2, _rn)(__T);            \
  BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__##__Short##2, _rz)(__T);            \
  BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__##__Short##2, _ru)(__T);            \
  BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__##__Short##2, _rd)(__T);
BANKLINT_INTEGER(int, int)
BANKLINT_INTEGER(unsigned int, uint)
BANKLINT_INTEGER(short, short)
BANKLINT_INTEGER(unsigned short, ushort)
BANKLINT_INTEGER(long long, ll)
BANKLINT_INTEGER(unsigned long long, ull)
#undef BANKLINT_INTEGER
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__float2, )(float);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__float2, _rn)(float);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__float2, _rz)(float);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__float2, _ru)(float);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__float2, _rd)(float);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__double2, )(double);
BANKLINT_HD float BANKLINT_NAME(__, 2float)(BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(__float2, 2_rn)(float);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(__floats2, 2_rn)(float, float);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(__float22, 2_rn)(float2);
BANKLINT_HD float2 BANKLINT_NAME(__, 22float2)(BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAMES(__, 2, 2)(BANKLINT_F16);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(__halves2, 2)(BANKLINT_F16,
                                                       BANKLINT_F16);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__low2, )(BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__high2, )(BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(__low2, 2)(BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(__high2, 2)(BANKLINT_F16X2);
BANKLINT_HD float __low2float(BANKLINT_F16X2);
BANKLINT_HD float __high2float(BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16X2 __lowhigh2highlow(BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(__lows2, 2)(BANKLINT_F16X2,
                                                     BANKLINT_F16X2);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(__highs2, 2)(BANKLINT_F16X2,
                                                      BANKLINT_F16X2);
BANKLINT_HD short BANKLINT_NAME(__, _as_short)(BANKLINT_F16);
BANKLINT_HD unsigned short BANKLINT_NAME(__, _as_ushort)(BANKLINT_F16);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__short_as_, )(short);
BANKLINT_HD BANKLINT_F16 BANKLINT_NAME(__ushort_as_, )(unsigned short);
BANKLINT_HD BANKLINT_F16X2 BANKLINT_NAME(make_, 2)(BANKLINT_F16, BANKLINT_F16);

#undef BANKLINT_F16
#undef BANKLINT_F16X2
#undef BANKLINT_RAW
#undef BANKLINT_RAWX2
#undef BANKLINT_NAME
#undef BANKLINT_NAMES
#undef BANKLINT_HAS_CONVERSIONS
#undef BANKLINT_HAS_OPERATORS
#undef BANKLINT_HAS_PAIR_OPERATORS
