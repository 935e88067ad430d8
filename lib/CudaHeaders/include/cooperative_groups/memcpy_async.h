//===- memcpy_async.h - Copies by a group -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The destination is usually shared memory; which lane writes what is left to
// the implementation, so there is no body.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define BANKLINT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#include "../cooperative_groups.h"
#include "../cuda/barrier"

namespace cooperative_groups {

template <typename Group, typename To, typename From, typename Shape>
__device__ void memcpy_async(const Group &, To *, const From *, const Shape &);
template <typename Group, typename To, typename ToLayout, typename From,
          typename FromLayout>
__device__ void memcpy_async(const Group &, To *, const ToLayout &,
                             const From *, const FromLayout &);
template <typename Group> __device__ void wait(const Group &);
template <unsigned int Count, typename Group>
__device__ void wait_prior(const Group &);

} // namespace cooperative_groups

#endif // BANKLINT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
