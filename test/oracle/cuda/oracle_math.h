//===- oracle_math.h - Integer and floating-point intrinsics ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ORACLE_MATH_H
#define ORACLE_MATH_H

template <class A, class B>
constexpr typename std::common_type<A, B>::type min(A a, B b) {
  using T = typename std::common_type<A, B>::type;
  return T(b) < T(a) ? T(b) : T(a);
}
template <class A, class B>
constexpr typename std::common_type<A, B>::type max(A a, B b) {
  using T = typename std::common_type<A, B>::type;
  return T(a) < T(b) ? T(b) : T(a);
}
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }

inline int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
inline unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
inline int __mulhi(int a, int b) { return (long(a) * b) >> 32; }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return ((unsigned long)a * b) >> 32;
}
inline int __popc(unsigned a) { return __builtin_popcount(a); }
inline int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
inline int __clz(int a) { return a ? __builtin_clz(a) : 32; }
inline int __clzll(long long a) { return a ? __builtin_clzll(a) : 64; }
inline int __ffs(int a) { return __builtin_ffs(a); }
inline int __ffsll(long long a) { return __builtin_ffsll(a); }
inline unsigned __brev(unsigned a) { return __builtin_bitreverse32(a); }
inline unsigned long long __brevll(unsigned long long a) {
  return __builtin_bitreverse64(a);
}
inline int __sad(int a, int b, unsigned c) {
  return (a < b ? b - a : a - b) + c;
}
inline int __float_as_int(float a) { return __builtin_bit_cast(int, a); }
inline unsigned __float_as_uint(float a) {
  return __builtin_bit_cast(unsigned, a);
}
inline float __int_as_float(int a) { return __builtin_bit_cast(float, a); }
inline float __uint_as_float(unsigned a) {
  return __builtin_bit_cast(float, a);
}
inline int __float2int_rd(float a) { return int(floorf(a)); }
inline int __float2int_rn(float a) { return int(rintf(a)); }
inline int __float2int_ru(float a) { return int(ceilf(a)); }
inline int __float2int_rz(float a) { return int(a); }
inline unsigned __float2uint_ru(float a) { return unsigned(ceilf(a)); }
inline unsigned __float2uint_rz(float a) { return unsigned(a); }
inline long long __float2ll_rd(float a) { return (long long)floorf(a); }
inline int __double2int_rn(double a) { return int(rint(a)); }
inline float __int2float_rn(int a) { return float(a); }
inline float rsqrtf(float a) { return 1 / sqrtf(a); }
inline double rsqrt(double a) { return 1 / sqrt(a); }
inline float __fdividef(float a, float b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline float __saturatef(float a) { return a < 0 ? 0 : a > 1 ? 1 : a; }

// The C library's headers declare these names and do not define them.
#define __sinf sinf
#define __cosf cosf
#define __tanf tanf
#define __expf expf
#define __logf logf
#define __log2f log2f
#define __log10f log10f
#define __powf powf

template <class T> inline T __ldg(const T *Place) { return *Place; }
template <class T> inline T __ldcs(const T *Place) { return *Place; }
template <class T> inline T __ldcg(const T *Place) { return *Place; }
template <class T> inline void __stcs(T *Place, T Value) { *Place = Value; }

inline size_t __cvta_generic_to_shared(const void *Place) {
  return reinterpret_cast<size_t>(Place);
}
inline void *__cvta_shared_to_generic(size_t Place) {
  return reinterpret_cast<void *>(Place);
}

#endif // ORACLE_MATH_H
