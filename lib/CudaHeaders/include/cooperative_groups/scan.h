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

template <typename __Group, typename __T>
__device__ auto inclusive_scan(const __Group &, __T &&__Value)
    -> decltype(__Value + __Value);
template <typename __Group, typename __T, typename __Operation>
__device__ auto inclusive_scan(const __Group &, __T &&__Value,
                               __Operation &&__Op)
    -> decltype(__Op(__Value, __Value));
template <typename __Group, typename __T>
__device__ auto exclusive_scan(const __Group &, __T &&__Value)
    -> decltype(__Value + __Value);
template <typename __Group, typename __T, typename __Operation>
__device__ auto exclusive_scan(const __Group &, __T &&__Value,
                               __Operation &&__Op)
    -> decltype(__Op(__Value, __Value));

} // namespace cooperative_groups

#endif // BANKLINT_COOPERATIVE_GROUPS_SCAN_H
