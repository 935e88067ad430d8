//===- irange.h - A range of numbers ----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_C10_IRANGE_H
#define BANKLINT_C10_IRANGE_H

namespace c10 {
template <typename __I> struct __Range {
  struct __Iterator {
    __I __Value;
    __host__ __device__ __I operator*() const { return __Value; }
    __host__ __device__ __Iterator &operator++() {
      ++__Value;
      return *this;
    }
    __host__ __device__ bool operator!=(const __Iterator &__Other) const {
      return __Value < __Other.__Value;
    }
  };
  __I __Begin, __End;
  __host__ __device__ __Iterator begin() const { return {__Begin}; }
  __host__ __device__ __Iterator end() const { return {__End}; }
};
template <typename __B, typename __E>
__host__ __device__ __Range<__E> irange(__B __Begin, __E __End) {
  return {__E(__Begin), __End};
}
template <typename __I> __host__ __device__ __Range<__I> irange(__I __End) {
  return {__I(0), __End};
}
} // namespace c10

#endif // BANKLINT_C10_IRANGE_H
