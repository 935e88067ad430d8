//===- reduce.h - Reductions over a group -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COOPERATIVE_GROUPS_REDUCE_H
#define BANKLINT_COOPERATIVE_GROUPS_REDUCE_H
#include "../cooperative_groups.h"

namespace cooperative_groups {

#define BANKLINT_FUNCTION_OBJECT(__Name)                                       \
  template <typename __T> struct __Name {                                      \
    __device__ __T operator()(__T, __T) const;                                 \
  };
BANKLINT_FUNCTION_OBJECT(plus)
BANKLINT_FUNCTION_OBJECT(less)
BANKLINT_FUNCTION_OBJECT(greater)
BANKLINT_FUNCTION_OBJECT(bit_and)
BANKLINT_FUNCTION_OBJECT(bit_or)
BANKLINT_FUNCTION_OBJECT(bit_xor)
#undef BANKLINT_FUNCTION_OBJECT

template <typename __Group, typename __T, typename __Operation>
__device__ auto reduce(const __Group &, __T &&__Value, __Operation &&__Op)
    -> decltype(__Op(__Value, __Value));
template <typename __Group, typename __T, typename __Operation>
__device__ void reduce_update_async(const __Group &, __T &, __T,
                                    __Operation &&);
template <typename __Group, typename __T, typename __Operation>
__device__ void reduce_store_async(const __Group &, __T *, __T, __Operation &&);

} // namespace cooperative_groups

#endif // BANKLINT_COOPERATIVE_GROUPS_REDUCE_H
