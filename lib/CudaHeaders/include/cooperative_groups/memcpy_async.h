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

template <typename __Group, typename __To, typename __From, typename __Shape>
__device__ void memcpy_async(const __Group &, __To *, const __From *,
                             const __Shape &);
template <typename __Group, typename __To, typename __ToLayout, typename __From,
          typename __FromLayout>
__device__ void memcpy_async(const __Group &, __To *, const __ToLayout &,
                             const __From *, const __FromLayout &);
template <typename __Group> __device__ void wait(const __Group &);
template <unsigned int __Count, typename __Group>
__device__ void wait_prior(const __Group &);

} // namespace cooperative_groups

#endif // BANKLINT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
