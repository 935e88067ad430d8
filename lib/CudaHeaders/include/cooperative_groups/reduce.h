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

#define BANKLINT_FUNCTION_OBJECT(Name)                                         \
  template <typename T> struct Name {                                          \
    __device__ T operator()(T, T) const;                                       \
  };
BANKLINT_FUNCTION_OBJECT(plus)
BANKLINT_FUNCTION_OBJECT(less)
BANKLINT_FUNCTION_OBJECT(greater)
BANKLINT_FUNCTION_OBJECT(bit_and)
BANKLINT_FUNCTION_OBJECT(bit_or)
BANKLINT_FUNCTION_OBJECT(bit_xor)
#undef BANKLINT_FUNCTION_OBJECT

template <typename Group, typename T, typename Operation>
__device__ auto reduce(const Group &, T &&Value, Operation &&Op)
    -> decltype(Op(Value, Value));
template <typename Group, typename T, typename Operation>
__device__ void reduce_update_async(const Group &, T &, T, Operation &&);
template <typename Group, typename T, typename Operation>
__device__ void reduce_store_async(const Group &, T *, T, Operation &&);

} // namespace cooperative_groups

#endif // BANKLINT_COOPERATIVE_GROUPS_REDUCE_H
