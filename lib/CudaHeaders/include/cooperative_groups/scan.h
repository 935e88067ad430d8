//===- scan.h - Scans over a group ------------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COOPERATIVE_GROUPS_SCAN_H
#define BANKLINT_COOPERATIVE_GROUPS_SCAN_H
#include "reduce.h"

namespace cooperative_groups {

template <typename Group, typename T>
__device__ auto inclusive_scan(const Group &, T &&Value)
    -> decltype(Value + Value);
template <typename Group, typename T, typename Operation>
__device__ auto inclusive_scan(const Group &, T &&Value, Operation &&Op)
    -> decltype(Op(Value, Value));
template <typename Group, typename T>
__device__ auto exclusive_scan(const Group &, T &&Value)
    -> decltype(Value + Value);
template <typename Group, typename T, typename Operation>
__device__ auto exclusive_scan(const Group &, T &&Value, Operation &&Op)
    -> decltype(Op(Value, Value));

} // namespace cooperative_groups

#endif // BANKLINT_COOPERATIVE_GROUPS_SCAN_H
