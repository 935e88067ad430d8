//===- SureAddress.h - Addresses that are surely accessed -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The evidence for faults: lanes that access a known place whenever the kernel
// is launched so. An access that may not be executed, or by lanes that are not
// known, is no evidence.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_SUREADDRESS_H
#define BANKLINT_ANALYSIS_SUREADDRESS_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// One lane of a request that surely takes place.
struct SureAddress {
  /// Index of the program's array that the lane's pointer was made from.
  unsigned Array = 0;
  /// From the start of the array.
  int64_t OffsetBytes = 0;
  unsigned Warp = 0;
  unsigned Lane = 0;
  /// As in Witness.
  std::vector<std::pair<std::string, int64_t>> Loops;
};

/// An address that is no multiple of its access's width.
struct SureMisalignment {
  SureAddress At;
  /// Set if the array may start anywhere, such that At alone could be aligned:
  /// then this one of the same array is not.
  std::optional<SureAddress> Other;
};

/// What the requests of one access that surely take place come to.
struct SureFaults {
  /// The lane that gets furthest beyond the end of its array. A dynamic array's
  /// end is found by the launch: the lane that gets furthest.
  std::optional<SureAddress> Beyond;
  /// The lane that gets furthest below the start of its array.
  std::optional<SureAddress> Below;
  std::optional<SureMisalignment> Misaligned;
};

/// The lane of \p Faults, which are those of access \p A, that leaves its
/// array, or null. A dynamic array has \p DynamicBytes, if they are known.
const SureAddress *strayLane(const SureFaults &Faults,
                             const KernelProgram &Program, const Access &A,
                             std::optional<uint64_t> DynamicBytes);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_SUREADDRESS_H
