//===- math.h - Device math functions ---------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Overloads with internal linkage, so that they stand beside the host functions
// that <math.h> and <cmath> declare. Integer arguments of common functions
// convert to double, as with the C++ library's templates. The host functions
// themselves are declared, too, for files that rely on CUDA to include
// <math.h>.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_MATH_H
#define BANKLINT_MATH_H
#include "attributes.h"

namespace banklint {
template <bool __Condition, typename __T> struct __EnableIf {};
template <typename __T> struct __EnableIf<true, __T> {
  typedef __T __Type;
};
} // namespace banklint

#define BANKLINT_IF_INTEGRAL(__Result)                                         \
  typename banklint::__EnableIf<__is_integral(__T), __Result>::__Type
#define BANKLINT_IF_MIXED                                                      \
  typename banklint::__EnableIf<                                               \
      __is_arithmetic(__T) && __is_arithmetic(__U) && !__is_same(__T, __U),    \
      double>::__Type
#define BANKLINT_HOST(__Result, __Name, ...)                                   \
  extern "C" __Result __Name(__VA_ARGS__) noexcept(true);
#define BANKLINT_UNARY(__Name)                                                 \
  BANKLINT_HOST(double, __Name, double)                                        \
  BANKLINT_HOST(float, __Name##f, float)                                       \
  BANKLINT_DEVICE double __Name(double);                                       \
  BANKLINT_DEVICE float __Name(float);                                         \
  BANKLINT_DEVICE float __Name##f(float);
#define BANKLINT_UNARY_INTEGRAL(__Name)                                        \
  BANKLINT_UNARY(__Name)                                                       \
  template <typename __T>                                                      \
  BANKLINT_DEVICE BANKLINT_IF_INTEGRAL(double) __Name(__T);
#define BANKLINT_BINARY(__Name)                                                \
  BANKLINT_HOST(double, __Name, double, double)                                \
  BANKLINT_HOST(float, __Name##f, float, float)                                \
  BANKLINT_DEVICE double __Name(double, double);                               \
  BANKLINT_DEVICE float __Name(float, float);                                  \
  BANKLINT_DEVICE float __Name##f(float, float);
#define BANKLINT_BINARY_MIXED(__Name)                                          \
  BANKLINT_BINARY(__Name)                                                      \
  template <typename __T, typename __U>                                        \
  BANKLINT_DEVICE BANKLINT_IF_MIXED __Name(__T, __U);

BANKLINT_UNARY_INTEGRAL(acos)
BANKLINT_UNARY(acosh)
BANKLINT_UNARY_INTEGRAL(asin)
BANKLINT_UNARY(asinh)
BANKLINT_UNARY_INTEGRAL(atan)
BANKLINT_UNARY(atanh)
BANKLINT_UNARY(cbrt)
BANKLINT_UNARY_INTEGRAL(ceil)
BANKLINT_UNARY_INTEGRAL(cos)
BANKLINT_UNARY(cosh)
BANKLINT_UNARY(cospi)
BANKLINT_UNARY(cyl_bessel_i0)
BANKLINT_UNARY(cyl_bessel_i1)
BANKLINT_UNARY(erf)
BANKLINT_UNARY(erfc)
BANKLINT_UNARY(erfcinv)
BANKLINT_UNARY(erfcx)
BANKLINT_UNARY(erfinv)
BANKLINT_UNARY_INTEGRAL(exp)
BANKLINT_UNARY(exp10)
BANKLINT_UNARY_INTEGRAL(exp2)
BANKLINT_UNARY(expm1)
BANKLINT_UNARY_INTEGRAL(fabs)
BANKLINT_UNARY_INTEGRAL(floor)
BANKLINT_UNARY(j0)
BANKLINT_UNARY(j1)
BANKLINT_UNARY(lgamma)
BANKLINT_UNARY_INTEGRAL(log)
BANKLINT_UNARY_INTEGRAL(log10)
BANKLINT_UNARY(log1p)
BANKLINT_UNARY_INTEGRAL(log2)
BANKLINT_UNARY(logb)
BANKLINT_UNARY(nearbyint)
BANKLINT_UNARY(normcdf)
BANKLINT_UNARY(normcdfinv)
BANKLINT_UNARY(rcbrt)
BANKLINT_UNARY(rint)
BANKLINT_UNARY_INTEGRAL(round)
BANKLINT_UNARY_INTEGRAL(rsqrt)
BANKLINT_UNARY_INTEGRAL(sin)
BANKLINT_UNARY(sinh)
BANKLINT_UNARY(sinpi)
BANKLINT_UNARY_INTEGRAL(sqrt)
BANKLINT_UNARY_INTEGRAL(tan)
BANKLINT_UNARY_INTEGRAL(tanh)
BANKLINT_UNARY(tgamma)
BANKLINT_UNARY(trunc)
BANKLINT_UNARY(y0)
BANKLINT_UNARY(y1)
BANKLINT_BINARY_MIXED(atan2)
BANKLINT_BINARY(copysign)
BANKLINT_BINARY(fdim)
BANKLINT_BINARY_MIXED(fmax)
BANKLINT_BINARY_MIXED(fmin)
BANKLINT_BINARY_MIXED(fmod)
BANKLINT_BINARY_MIXED(hypot)
BANKLINT_BINARY(nextafter)
BANKLINT_BINARY_MIXED(pow)
BANKLINT_BINARY(remainder)
BANKLINT_BINARY(rhypot)
#undef BANKLINT_UNARY
#undef BANKLINT_UNARY_INTEGRAL
#undef BANKLINT_BINARY
#undef BANKLINT_BINARY_MIXED

BANKLINT_DEVICE float pow(float, int);
BANKLINT_DEVICE double pow(double, int);
BANKLINT_DEVICE double pow(int, int);
BANKLINT_DEVICE float powi(float, int);
BANKLINT_DEVICE double powi(double, int);
BANKLINT_DEVICE float fdividef(float, float);
BANKLINT_DEVICE double fdivide(double, double);
BANKLINT_DEVICE float fma(float, float, float);
BANKLINT_DEVICE double fma(double, double, double);
BANKLINT_DEVICE float fmaf(float, float, float);

BANKLINT_DEVICE float frexp(float, int *);
BANKLINT_DEVICE double frexp(double, int *);
BANKLINT_DEVICE float frexpf(float, int *);
BANKLINT_DEVICE float ldexp(float, int);
BANKLINT_DEVICE double ldexp(double, int);
BANKLINT_DEVICE float ldexpf(float, int);
BANKLINT_DEVICE float scalbn(float, int);
BANKLINT_DEVICE double scalbn(double, int);
BANKLINT_DEVICE float scalbnf(float, int);
BANKLINT_DEVICE float scalbln(float, long);
BANKLINT_DEVICE double scalbln(double, long);
BANKLINT_DEVICE float scalblnf(float, long);
BANKLINT_DEVICE float modf(float, float *);
BANKLINT_DEVICE double modf(double, double *);
BANKLINT_DEVICE float modff(float, float *);
BANKLINT_DEVICE float remquo(float, float, int *);
BANKLINT_DEVICE double remquo(double, double, int *);
BANKLINT_DEVICE float remquof(float, float, int *);
BANKLINT_DEVICE void sincos(float, float *, float *);
BANKLINT_DEVICE void sincos(double, double *, double *);
BANKLINT_DEVICE void sincosf(float, float *, float *);
BANKLINT_DEVICE void sincospi(float, float *, float *);
BANKLINT_DEVICE void sincospi(double, double *, double *);
BANKLINT_DEVICE void sincospif(float, float *, float *);
BANKLINT_DEVICE int ilogb(float);
BANKLINT_DEVICE int ilogb(double);
BANKLINT_DEVICE int ilogbf(float);
BANKLINT_DEVICE long lrint(float);
BANKLINT_DEVICE long lrint(double);
BANKLINT_DEVICE long lrintf(float);
BANKLINT_DEVICE long lround(float);
BANKLINT_DEVICE long lround(double);
BANKLINT_DEVICE long lroundf(float);
BANKLINT_DEVICE long long llrint(float);
BANKLINT_DEVICE long long llrint(double);
BANKLINT_DEVICE long long llrintf(float);
BANKLINT_DEVICE long long llround(float);
BANKLINT_DEVICE long long llround(double);
BANKLINT_DEVICE long long llroundf(float);
BANKLINT_DEVICE float nanf(const char *);
BANKLINT_DEVICE double nan(const char *);
BANKLINT_DEVICE float jnf(int, float);
BANKLINT_DEVICE double jn(int, double);
BANKLINT_DEVICE float ynf(int, float);
BANKLINT_DEVICE double yn(int, double);
BANKLINT_DEVICE float norm3df(float, float, float);
BANKLINT_DEVICE double norm3d(double, double, double);
BANKLINT_DEVICE float rnorm3df(float, float, float);
BANKLINT_DEVICE double rnorm3d(double, double, double);
BANKLINT_DEVICE float norm4df(float, float, float, float);
BANKLINT_DEVICE double norm4d(double, double, double, double);
BANKLINT_DEVICE float rnorm4df(float, float, float, float);
BANKLINT_DEVICE double rnorm4d(double, double, double, double);
BANKLINT_DEVICE float normf(int, const float *);
BANKLINT_DEVICE double norm(int, const double *);
BANKLINT_DEVICE float rnormf(int, const float *);
BANKLINT_DEVICE double rnorm(int, const double *);
BANKLINT_DEVICE float saturate(float);

BANKLINT_HOST(double, fma, double, double, double)
BANKLINT_HOST(float, fmaf, float, float, float)
BANKLINT_HOST(double, frexp, double, int *)
BANKLINT_HOST(float, frexpf, float, int *)
BANKLINT_HOST(double, ldexp, double, int)
BANKLINT_HOST(float, ldexpf, float, int)
BANKLINT_HOST(double, scalbn, double, int)
BANKLINT_HOST(float, scalbnf, float, int)
BANKLINT_HOST(double, modf, double, double *)
BANKLINT_HOST(float, modff, float, float *)
BANKLINT_HOST(void, sincos, double, double *, double *)
BANKLINT_HOST(void, sincosf, float, float *, float *)
BANKLINT_HOST(long, lrint, double)
BANKLINT_HOST(long, lrintf, float)
BANKLINT_HOST(long, lround, double)
BANKLINT_HOST(long, lroundf, float)
BANKLINT_HOST(long long, llrint, double)
BANKLINT_HOST(long long, llround, double)
BANKLINT_HOST(double, nan, const char *)
BANKLINT_HOST(float, nanf, const char *)

// <math.h> takes the names from namespace std. These are templates, because
// functions of the same types would clash with those.
#define BANKLINT_IF_FLOATING(__Result)                                         \
  typename banklint::__EnableIf<                                               \
      __is_same(__T, float) || __is_same(__T, double), __Result>::__Type
#define BANKLINT_CLASSIFY(__Name)                                              \
  template <typename __T> BANKLINT_IF_FLOATING(bool) __Name(__T);              \
  BANKLINT_DEVICE bool __Name(float);                                          \
  BANKLINT_DEVICE bool __Name(double);                                         \
  template <typename __T>                                                      \
  BANKLINT_DEVICE BANKLINT_IF_INTEGRAL(bool) __Name(__T);
BANKLINT_CLASSIFY(isfinite)
BANKLINT_CLASSIFY(isinf)
BANKLINT_CLASSIFY(isnan)
BANKLINT_CLASSIFY(isnormal)
BANKLINT_CLASSIFY(signbit)
template <typename __T> BANKLINT_IF_FLOATING(__T) abs(__T);
template <typename __T>
typename banklint::__EnableIf<__is_same(__T, long) || __is_same(__T, long long),
                              __T>::__Type abs(__T);
BANKLINT_HOST(int, abs, int)
BANKLINT_HOST(long, labs, long)
BANKLINT_HOST(long long, llabs, long long)
#undef BANKLINT_CLASSIFY
#undef BANKLINT_IF_FLOATING
#undef BANKLINT_HOST
#undef BANKLINT_IF_INTEGRAL
#undef BANKLINT_IF_MIXED

// Bodies, because subscripts use these: what is exact here is known there.
#define BANKLINT_MIN_MAX(__Result, __A, __B)                                   \
  BANKLINT_HD constexpr __Result min(__A __X, __B __Y) {                       \
    return (__Result)__X < (__Result)__Y ? (__Result)__X : (__Result)__Y;      \
  }                                                                            \
  BANKLINT_HD constexpr __Result max(__A __X, __B __Y) {                       \
    return (__Result)__X < (__Result)__Y ? (__Result)__Y : (__Result)__X;      \
  }
BANKLINT_MIN_MAX(int, int, int)
BANKLINT_MIN_MAX(unsigned int, unsigned int, unsigned int)
BANKLINT_MIN_MAX(unsigned int, int, unsigned int)
BANKLINT_MIN_MAX(unsigned int, unsigned int, int)
BANKLINT_MIN_MAX(long, long, long)
BANKLINT_MIN_MAX(unsigned long, unsigned long, unsigned long)
BANKLINT_MIN_MAX(unsigned long, long, unsigned long)
BANKLINT_MIN_MAX(unsigned long, unsigned long, long)
BANKLINT_MIN_MAX(long long, long long, long long)
BANKLINT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
BANKLINT_MIN_MAX(unsigned long long, long long, unsigned long long)
BANKLINT_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef BANKLINT_MIN_MAX
#define BANKLINT_FLOAT_MIN_MAX(__Result, __A, __B)                             \
  BANKLINT_HD __Result min(__A, __B);                                          \
  BANKLINT_HD __Result max(__A, __B);
// NaN makes these more than a comparison.
BANKLINT_FLOAT_MIN_MAX(float, float, float)
BANKLINT_FLOAT_MIN_MAX(double, double, double)
BANKLINT_FLOAT_MIN_MAX(double, float, double)
BANKLINT_FLOAT_MIN_MAX(double, double, float)
#undef BANKLINT_FLOAT_MIN_MAX

#define BANKLINT_NAMED_MIN_MAX(__Min, __Max, __T)                              \
  BANKLINT_DEVICE constexpr __T __Min(__T __X, __T __Y) {                      \
    return __X < __Y ? __X : __Y;                                              \
  }                                                                            \
  BANKLINT_DEVICE constexpr __T __Max(__T __X, __T __Y) {                      \
    return __X < __Y ? __Y : __X;                                              \
  }
BANKLINT_NAMED_MIN_MAX(umin, umax, unsigned int)
BANKLINT_NAMED_MIN_MAX(llmin, llmax, long long)
BANKLINT_NAMED_MIN_MAX(ullmin, ullmax, unsigned long long)
#undef BANKLINT_NAMED_MIN_MAX

BANKLINT_DEVICE constexpr int abs(int __X) { return __X < 0 ? -__X : __X; }
BANKLINT_DEVICE constexpr long abs(long __X) { return __X < 0 ? -__X : __X; }
BANKLINT_DEVICE constexpr long long abs(long long __X) {
  return __X < 0 ? -__X : __X;
}
BANKLINT_DEVICE constexpr long labs(long __X) { return __X < 0 ? -__X : __X; }
BANKLINT_DEVICE constexpr long long llabs(long long __X) {
  return __X < 0 ? -__X : __X;
}
BANKLINT_DEVICE float abs(float);
BANKLINT_DEVICE double abs(double);

// CUDA includes <cmath>, too.
namespace std {
using ::ceil;
using ::cos;
using ::exp;
using ::fabs;
using ::floor;
using ::log;
using ::pow;
using ::sin;
using ::sqrt;
} // namespace std

#endif // BANKLINT_MATH_H
