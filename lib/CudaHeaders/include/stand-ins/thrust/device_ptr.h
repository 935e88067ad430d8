//===- device_ptr.h - Thrust's pointers to device memory --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_THRUST_DEVICE_PTR_H
#define BANKLINT_THRUST_DEVICE_PTR_H
#include <cstddef>
#include <iterator>

namespace thrust {

template <typename __T> class device_ptr {
public:
  using value_type = __T;
  using pointer = device_ptr;
  using reference = __T &;
  using difference_type = ::std::ptrdiff_t;
  using iterator_category = ::std::random_access_iterator_tag;

  __host__ __device__ device_ptr() {}
  __host__ __device__ explicit device_ptr(__T *__P) : __Raw(__P) {}
  template <typename __U>
  __host__ __device__ device_ptr(const device_ptr<__U> &__O)
      : __Raw(__O.get()) {}
  __host__ __device__ __T *get() const { return __Raw; }
  __host__ __device__ __T &operator*() const { return *__Raw; }
  __host__ __device__ __T &operator[](difference_type __N) const {
    return __Raw[__N];
  }
  __host__ __device__ device_ptr operator+(difference_type __N) const {
    return device_ptr(__Raw + __N);
  }
  __host__ __device__ device_ptr operator-(difference_type __N) const {
    return device_ptr(__Raw - __N);
  }
  __host__ __device__ difference_type operator-(device_ptr __O) const {
    return __Raw - __O.__Raw;
  }
  __host__ __device__ device_ptr &operator++() { return ++__Raw, *this; }
  __host__ __device__ device_ptr &operator+=(difference_type __N) {
    return __Raw += __N, *this;
  }
  __host__ __device__ bool operator==(device_ptr __O) const {
    return __Raw == __O.__Raw;
  }
  __host__ __device__ bool operator!=(device_ptr __O) const {
    return __Raw != __O.__Raw;
  }

private:
  __T *__Raw;
};

template <typename __T>
__host__ __device__ device_ptr<__T> device_pointer_cast(__T *__P) {
  return device_ptr<__T>(__P);
}
template <typename __T>
__host__ __device__ __T *raw_pointer_cast(const device_ptr<__T> &__P) {
  return __P.get();
}
template <typename __T> __host__ __device__ __T *raw_pointer_cast(__T *__P) {
  return __P;
}

} // namespace thrust

#endif // BANKLINT_THRUST_DEVICE_PTR_H
