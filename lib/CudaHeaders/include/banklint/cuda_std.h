//===- cuda_std.h - What headers of cuda/std share --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuda::std has the names of the host's standard library. Device code may call
// what is constexpr there, and what is declared here.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_STD_H
#define BANKLINT_CUDA_STD_H

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
template <typename __T>
__host__ __device__ constexpr void swap(__T &__A, __T &__B) {
  __T __C = static_cast<__T &&>(__A);
  __A = static_cast<__T &&>(__B);
  __B = static_cast<__T &&>(__C);
}
} // namespace std
} // namespace cuda

#endif // BANKLINT_CUDA_STD_H
