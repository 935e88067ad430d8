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
// Elements of less than a byte, eight or 32 of them in a register.
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

template <typename __T> struct __banklint_element {
  typedef __T __Storage;
};
template <> struct __banklint_element<precision::tf32> {
  typedef float __Storage;
};

template <> struct __banklint_element<experimental::precision::u4> {
  typedef unsigned __Storage;
};
template <> struct __banklint_element<experimental::precision::s4> {
  typedef int __Storage;
};
template <> struct __banklint_element<experimental::precision::b1> {
  typedef unsigned __Storage;
};

template <typename __T, int __Count> struct __banklint_fragment {
  enum { num_elements = __Count, num_storage_elements = __Count };
  __T x[__Count];
};
template <typename __Use, int __M, int __N, int __K, typename __T,
          typename __Layout = void>
class fragment;
#define BANKLINT_FRAGMENT(__Use, __M, __N, __K, __T, __Count)                  \
  template <typename __Layout>                                                 \
  class fragment<__Use, __M, __N, __K, __T, __Layout>                          \
      : public __banklint_fragment<                                            \
            typename __banklint_element<__T>::__Storage, __Count> {};
// Elements that a lane holds of A and B, in the three shapes of 16 deep.
#define BANKLINT_FRAGMENTS(__T, __Square, __Tall, __Flat)                      \
  BANKLINT_FRAGMENT(matrix_a, 16, 16, 16, __T, __Square)                       \
  BANKLINT_FRAGMENT(matrix_b, 16, 16, 16, __T, __Square)                       \
  BANKLINT_FRAGMENT(matrix_a, 32, 8, 16, __T, __Tall)                          \
  BANKLINT_FRAGMENT(matrix_b, 32, 8, 16, __T, __Flat)                          \
  BANKLINT_FRAGMENT(matrix_a, 8, 32, 16, __T, __Flat)                          \
  BANKLINT_FRAGMENT(matrix_b, 8, 32, 16, __T, __Tall)
#define BANKLINT_ACCUMULATORS(__T)                                             \
  BANKLINT_FRAGMENT(accumulator, 16, 16, 16, __T, 8)                           \
  BANKLINT_FRAGMENT(accumulator, 32, 8, 16, __T, 8)                            \
  BANKLINT_FRAGMENT(accumulator, 8, 32, 16, __T, 8)
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
#define BANKLINT_PACKED(__T, __Depth)                                          \
  BANKLINT_FRAGMENT(matrix_a, 8, 8, __Depth, experimental::precision::__T, 1)  \
  BANKLINT_FRAGMENT(matrix_b, 8, 8, __Depth, experimental::precision::__T, 1)
BANKLINT_PACKED(u4, 32)
BANKLINT_PACKED(s4, 32)
BANKLINT_PACKED(b1, 128)
BANKLINT_FRAGMENT(accumulator, 8, 8, 32, int, 2)
BANKLINT_FRAGMENT(accumulator, 8, 8, 128, int, 2)
#undef BANKLINT_PACKED
#undef BANKLINT_FRAGMENT
#undef BANKLINT_FRAGMENTS
#undef BANKLINT_ACCUMULATORS

// Stride counts elements of what the pointer points to.
template <typename __Use, int __M, int __N, int __K, typename __T,
          typename __Layout, typename __V>
__device__ void fill_fragment(fragment<__Use, __M, __N, __K, __T, __Layout> &,
                              const __V &);
template <typename __Use, int __M, int __N, int __K, typename __T,
          typename __Layout, typename __E>
__device__ void
load_matrix_sync(fragment<__Use, __M, __N, __K, __T, __Layout> &,
                 const __E *__Source, unsigned int __Stride);
template <int __M, int __N, int __K, typename __T, typename __E>
__device__ void load_matrix_sync(fragment<accumulator, __M, __N, __K, __T> &,
                                 const __E *__Source, unsigned int __Stride,
                                 layout_t);
template <int __M, int __N, int __K, typename __T, typename __E>
__device__ void
store_matrix_sync(__E *__Destination,
                  const fragment<accumulator, __M, __N, __K, __T> &,
                  unsigned int __Stride, layout_t);
template <int __M, int __N, int __K, typename __A, typename __LayoutA,
          typename __B, typename __LayoutB, typename __C, typename __D>
__device__ void
mma_sync(fragment<accumulator, __M, __N, __K, __D> &,
         const fragment<matrix_a, __M, __N, __K, __A, __LayoutA> &,
         const fragment<matrix_b, __M, __N, __K, __B, __LayoutB> &,
         const fragment<accumulator, __M, __N, __K, __C> &,
         bool __Saturate = false);
__device__ float __float_to_tf32(float);
template <typename __LayoutA, typename __LayoutB>
__device__ void bmma_sync(
    fragment<accumulator, 8, 8, 128, int> &,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, __LayoutA>
        &,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, __LayoutB>
        &,
    const fragment<accumulator, 8, 8, 128, int> &,
    experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);

} // namespace wmma
} // namespace nvcuda

#endif // BANKLINT_MMA_H
