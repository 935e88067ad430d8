//===- cache_hints.h - Global memory with cache hints -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA has an overload for each scalar and vector type, 300 in all; as
// templates they cost a thirtieth of the time.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CACHE_HINTS_H
#define BANKLINT_CACHE_HINTS_H

template <typename __T> __device__ __T __ldca(const __T *);
template <typename __T> __device__ __T __ldcg(const __T *);
template <typename __T> __device__ __T __ldcs(const __T *);
template <typename __T> __device__ __T __ldcv(const __T *);
template <typename __T> __device__ __T __ldlu(const __T *);
template <typename __T> __device__ void __stwb(__T *, __T);
template <typename __T> __device__ void __stcg(__T *, __T);
template <typename __T> __device__ void __stcs(__T *, __T);
template <typename __T> __device__ void __stwt(__T *, __T);

#endif // BANKLINT_CACHE_HINTS_H
