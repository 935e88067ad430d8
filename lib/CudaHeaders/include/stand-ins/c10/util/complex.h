//===- complex.h - PyTorch's complex numbers --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bodies tell which parts of numbers in shared memory are read. Numbers
// start with no value, so that arrays of them may be in shared memory.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_C10_COMPLEX_H
#define BANKLINT_C10_COMPLEX_H
#define BANKLINT_COMPLEX __host__ __device__ constexpr

namespace c10 {
template <typename __T> struct alignas(2 * sizeof(__T)) complex {
  typedef __T value_type;
  __T real_, imag_;

  complex() = default;
  BANKLINT_COMPLEX complex(const __T &__Real, const __T &__Imag = __T())
      : real_(__Real), imag_(__Imag) {}
  template <typename __U>
  BANKLINT_COMPLEX explicit complex(const complex<__U> &__Z)
      : real_(__Z.real_), imag_(__Z.imag_) {}

  BANKLINT_COMPLEX __T real() const { return real_; }
  BANKLINT_COMPLEX __T imag() const { return imag_; }
  BANKLINT_COMPLEX void real(__T __Value) { real_ = __Value; }
  BANKLINT_COMPLEX void imag(__T __Value) { imag_ = __Value; }

  BANKLINT_COMPLEX complex &operator=(__T __Real) {
    real_ = __Real;
    imag_ = 0;
    return *this;
  }
  BANKLINT_COMPLEX complex &operator+=(__T __Real) {
    real_ += __Real;
    return *this;
  }
  BANKLINT_COMPLEX complex &operator-=(__T __Real) {
    real_ -= __Real;
    return *this;
  }
  BANKLINT_COMPLEX complex &operator*=(__T __Real) {
    real_ *= __Real;
    imag_ *= __Real;
    return *this;
  }
  BANKLINT_COMPLEX complex &operator/=(__T __Real) {
    real_ /= __Real;
    imag_ /= __Real;
    return *this;
  }
  template <typename __U>
  BANKLINT_COMPLEX complex &operator+=(const complex<__U> &__Z) {
    real_ += __Z.real_;
    imag_ += __Z.imag_;
    return *this;
  }
  template <typename __U>
  BANKLINT_COMPLEX complex &operator-=(const complex<__U> &__Z) {
    real_ -= __Z.real_;
    imag_ -= __Z.imag_;
    return *this;
  }
  template <typename __U>
  BANKLINT_COMPLEX complex &operator*=(const complex<__U> &__Z) {
    __T __A = real_, __B = imag_;
    real_ = __A * __Z.real_ - __B * __Z.imag_;
    imag_ = __A * __Z.imag_ + __B * __Z.real_;
    return *this;
  }
  template <typename __U>
  BANKLINT_COMPLEX complex &operator/=(const complex<__U> &__Z) {
    __T __A = real_, __B = imag_;
    __U __Norm = __Z.real_ * __Z.real_ + __Z.imag_ * __Z.imag_;
    real_ = (__A * __Z.real_ + __B * __Z.imag_) / __Norm;
    imag_ = (__B * __Z.real_ - __A * __Z.imag_) / __Norm;
    return *this;
  }
};

#define BANKLINT_COMPLEX_OPERATOR(__Op, __Real, __Imag)                        \
  template <typename __T>                                                      \
  BANKLINT_COMPLEX complex<__T> operator __Op(const complex<__T> &__A,         \
                                              const complex<__T> &__B) {       \
    return complex<__T>(__Real, __Imag);                                       \
  }                                                                            \
  template <typename __T>                                                      \
  BANKLINT_COMPLEX complex<__T> operator __Op(const complex<__T> &__A,         \
                                              const __T & __B) {               \
    return __A __Op complex<__T>(__B);                                         \
  }                                                                            \
  template <typename __T>                                                      \
  BANKLINT_COMPLEX complex<__T> operator __Op(const __T & __A,                 \
                                              const complex<__T> &__B) {       \
    return complex<__T>(__A) __Op __B;                                         \
  }
BANKLINT_COMPLEX_OPERATOR(+, __A.real_ + __B.real_, __A.imag_ + __B.imag_)
BANKLINT_COMPLEX_OPERATOR(-, __A.real_ - __B.real_, __A.imag_ - __B.imag_)
BANKLINT_COMPLEX_OPERATOR(*, __A.real_ *__B.real_ - __A.imag_ * __B.imag_,
                          __A.real_ *__B.imag_ + __A.imag_ * __B.real_)
BANKLINT_COMPLEX_OPERATOR(/,
                          (__A.real_ * __B.real_ + __A.imag_ * __B.imag_) /
                              (__B.real_ * __B.real_ + __B.imag_ * __B.imag_),
                          (__A.imag_ * __B.real_ - __A.real_ * __B.imag_) /
                              (__B.real_ * __B.real_ + __B.imag_ * __B.imag_))
#undef BANKLINT_COMPLEX_OPERATOR
template <typename __T>
BANKLINT_COMPLEX complex<__T> operator+(const complex<__T> &__Z) {
  return __Z;
}
template <typename __T>
BANKLINT_COMPLEX complex<__T> operator-(const complex<__T> &__Z) {
  return complex<__T>(-__Z.real_, -__Z.imag_);
}
template <typename __T>
BANKLINT_COMPLEX bool operator==(const complex<__T> &__A,
                                 const complex<__T> &__B) {
  return __A.real_ == __B.real_ && __A.imag_ == __B.imag_;
}
template <typename __T>
BANKLINT_COMPLEX bool operator!=(const complex<__T> &__A,
                                 const complex<__T> &__B) {
  return !(__A == __B);
}

template <typename __T> BANKLINT_COMPLEX __T real(const complex<__T> &__Z) {
  return __Z.real_;
}
template <typename __T> BANKLINT_COMPLEX __T imag(const complex<__T> &__Z) {
  return __Z.imag_;
}
template <typename __T> BANKLINT_COMPLEX __T norm(const complex<__T> &__Z) {
  return __Z.real_ * __Z.real_ + __Z.imag_ * __Z.imag_;
}
template <typename __T>
BANKLINT_COMPLEX complex<__T> conj(const complex<__T> &__Z) {
  return complex<__T>(__Z.real_, -__Z.imag_);
}
template <typename __T> __host__ __device__ __T abs(const complex<__T> &);
template <typename __T> __host__ __device__ __T arg(const complex<__T> &);
template <typename __T>
__host__ __device__ complex<__T> exp(const complex<__T> &);
template <typename __T>
__host__ __device__ complex<__T> sqrt(const complex<__T> &);
} // namespace c10

namespace std {
using c10::abs;
using c10::arg;
using c10::conj;
using c10::exp;
using c10::imag;
using c10::norm;
using c10::real;
using c10::sqrt;
} // namespace std
#undef BANKLINT_COMPLEX

#endif // BANKLINT_C10_COMPLEX_H
