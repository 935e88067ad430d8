//===- host_vector.h - Thrust's vectors -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What host code calls around a kernel. A vector of the device is copied by its
// constructor and its assignments; nothing is executed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_THRUST_HOST_VECTOR_H
#define BANKLINT_THRUST_HOST_VECTOR_H
#include "device_ptr.h"
#include <vector>

namespace thrust {

template <typename __T> class device_vector;

template <typename __T> class host_vector : public ::std::vector<__T> {
public:
  using ::std::vector<__T>::vector;
  host_vector() {}
  host_vector(const device_vector<__T> &);
  host_vector &operator=(const device_vector<__T> &);
};

template <typename __T> class device_vector {
public:
  using value_type = __T;
  using size_type = ::std::size_t;
  using pointer = device_ptr<__T>;
  using iterator = device_ptr<__T>;
  using const_iterator = device_ptr<const __T>;

  device_vector();
  explicit device_vector(size_type);
  device_vector(size_type, const __T &);
  template <typename __I> device_vector(__I __Begin, __I __End);
  device_vector(const device_vector &);
  device_vector(const ::std::vector<__T> &);
  device_vector &operator=(const device_vector &);
  device_vector &operator=(const ::std::vector<__T> &);
  ~device_vector();

  pointer data();
  device_ptr<const __T> data() const;
  iterator begin();
  const_iterator begin() const;
  iterator end();
  const_iterator end() const;
  size_type size() const;
  bool empty() const;
  __T &operator[](size_type);
  const __T &operator[](size_type) const;
  void resize(size_type);
  void resize(size_type, const __T &);
  void reserve(size_type);
  void clear();
  void shrink_to_fit();
  void push_back(const __T &);
  void swap(device_vector &);
};

} // namespace thrust

#endif // BANKLINT_THRUST_HOST_VECTOR_H
