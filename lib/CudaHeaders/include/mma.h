//===- mma.h - Matrix fragments of a warp -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragments are registers; the number of elements that a lane holds is CUDA's.
// Sub-byte precisions are absent.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_MMA_H
#define BANKLINT_MMA_H
#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
} // namespace precision

template <typename T> struct __banklint_element {
  typedef T Storage;
};
template <> struct __banklint_element<precision::tf32> {
  typedef float Storage;
};

template <typename T, int Count> struct __banklint_fragment {
  enum { num_elements = Count, num_storage_elements = Count };
  T x[Count];
};
template <typename Use, int M, int N, int K, typename T, typename Layout = void>
class fragment;
#define BANKLINT_FRAGMENT(Use, M, N, K, T, Count)                              \
  template <typename Layout>                                                   \
  class fragment<Use, M, N, K, T, Layout>                                      \
      : public __banklint_fragment<typename __banklint_element<T>::Storage,    \
                                   Count> {};
// Elements that a lane holds of A and B, in the three shapes of 16 deep.
#define BANKLINT_FRAGMENTS(T, Square, Tall, Flat)                              \
  BANKLINT_FRAGMENT(matrix_a, 16, 16, 16, T, Square)                           \
  BANKLINT_FRAGMENT(matrix_b, 16, 16, 16, T, Square)                           \
  BANKLINT_FRAGMENT(matrix_a, 32, 8, 16, T, Tall)                              \
  BANKLINT_FRAGMENT(matrix_b, 32, 8, 16, T, Flat)                              \
  BANKLINT_FRAGMENT(matrix_a, 8, 32, 16, T, Flat)                              \
  BANKLINT_FRAGMENT(matrix_b, 8, 32, 16, T, Tall)
#define BANKLINT_ACCUMULATORS(T)                                               \
  BANKLINT_FRAGMENT(accumulator, 16, 16, 16, T, 8)                             \
  BANKLINT_FRAGMENT(accumulator, 32, 8, 16, T, 8)                              \
  BANKLINT_FRAGMENT(accumulator, 8, 32, 16, T, 8)
BANKLINT_FRAGMENTS(__half, 16, 16, 16)
BANKLINT_FRAGMENTS(__nv_bfloat16, 8, 16, 4)
BANKLINT_FRAGMENTS(signed char, 8, 16, 4)
BANKLINT_FRAGMENTS(unsigned char, 8, 16, 4)
BANKLINT_ACCUMULATORS(__half)
BANKLINT_ACCUMULATORS(float)
BANKLINT_ACCUMULATORS(int)
BANKLINT_FRAGMENT(matrix_a, 16, 16, 8, precision::tf32, 4)
BANKLINT_FRAGMENT(matrix_b, 16, 16, 8, precision::tf32, 4)
BANKLINT_FRAGMENT(accumulator, 16, 16, 8, float, 8)
BANKLINT_FRAGMENT(matrix_a, 8, 8, 4, double, 1)
BANKLINT_FRAGMENT(matrix_b, 8, 8, 4, double, 1)
BANKLINT_FRAGMENT(accumulator, 8, 8, 4, double, 2)
#undef BANKLINT_FRAGMENT
#undef BANKLINT_FRAGMENTS
#undef BANKLINT_ACCUMULATORS

// Stride counts elements of what the pointer points to.
template <typename Use, int M, int N, int K, typename T, typename Layout,
          typename V>
__device__ void fill_fragment(fragment<Use, M, N, K, T, Layout> &, const V &);
template <typename Use, int M, int N, int K, typename T, typename Layout,
          typename E>
__device__ void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &,
                                 const E *Source, unsigned int Stride);
template <int M, int N, int K, typename T, typename E>
__device__ void load_matrix_sync(fragment<accumulator, M, N, K, T> &,
                                 const E *Source, unsigned int Stride,
                                 layout_t);
template <int M, int N, int K, typename T, typename E>
__device__ void store_matrix_sync(E *Destination,
                                  const fragment<accumulator, M, N, K, T> &,
                                  unsigned int Stride, layout_t);
template <int M, int N, int K, typename A, typename LayoutA, typename B,
          typename LayoutB, typename C, typename D>
__device__ void mma_sync(fragment<accumulator, M, N, K, D> &,
                         const fragment<matrix_a, M, N, K, A, LayoutA> &,
                         const fragment<matrix_b, M, N, K, B, LayoutB> &,
                         const fragment<accumulator, M, N, K, C> &,
                         bool Saturate = false);
__device__ float __float_to_tf32(float);

} // namespace wmma
} // namespace nvcuda

#endif // BANKLINT_MMA_H
