//===- ThreadExtents.h - What a kernel says of its block --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_BLOCKS_THREADEXTENTS_H
#define BANKLINT_LIB_ANALYSIS_BLOCKS_THREADEXTENTS_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// One entry each for x, y and z.
struct ThreadExtents {
  /// threadIdx of this direction occurs in what the kernel executes.
  std::array<bool, 3> IsUsed{};
  /// The threads of this direction that arrays speak for.
  std::array<std::optional<uint32_t>, 3> Evidence{};
};

/// Reads the block's shape off what is done with threadIdx. An extent that
/// plain threadIdx.x subscripts suggests that many threads. The subscript may
/// be a variable that is assigned once, to threadIdx.x alone.
///
/// - threadIdx.y * 16 + threadIdx.x, computed by all threads, speaks for 16 of
///   them in x: with more, two threads would have one number. Pitches of at
///   least a warp are no evidence, since the block may well be narrower; nor
///   are pitches that disagree. Extents of 8 and more are better evidence.
/// - An extent that is slightly larger than another one of the array counts as
///   that one, padded: [32][33] speaks for 32.
/// - In x, extents of 32 and more are rounded down to whole warps: the rest is
///   padding or a border.
/// - Extents that disagree are no evidence, unless one has most of the votes;
///   each address in the program has one.
ThreadExtents threadExtents(const KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_BLOCKS_THREADEXTENTS_H
