//===- BlockLimits.h - What limits of a block decide ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No block has more than 1024 threads, or 64 in z, or more than launch bounds
// allow: `threadIdx.x >= 1024` is false in each of them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_BLOCKS_BLOCKLIMITS_H
#define BANKLINT_LIB_ANALYSIS_BLOCKS_BLOCKLIMITS_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// The extents of a block that are known.
using BlockExtents = std::array<std::optional<uint32_t>, 3>;

/// Makes constants of the conditions in \p Program that have the same truth in
/// all blocks of at most \p MostThreads threads that have \p Known extents.
void decideByLimits(KernelProgram &Program, const BlockExtents &Known,
                    uint32_t MostThreads);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_BLOCKS_BLOCKLIMITS_H
