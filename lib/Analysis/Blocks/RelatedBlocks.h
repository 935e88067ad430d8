//===- RelatedBlocks.h - Blocks that fit what a launch says -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_BLOCKS_RELATEDBLOCKS_H
#define BANKLINT_LIB_ANALYSIS_BLOCKS_RELATEDBLOCKS_H

#include "banklint/Analysis/Launches.h"

namespace banklint {

/// A block that \p Site may have, near to \p Guess; nothing if none was found.
std::optional<Dim3> relatedBlock(const LaunchSite &Site, const Dim3 &Guess);

/// True if the conditions of \p Launch exclude its block, which is assumed.
bool isExcluded(const KernelProgram &Program, const InferredLaunch &Launch);

/// True if the kernel, for which the parameters \p IsUsed matter, does the same
/// in \p A and \p B, which are equal with their assumed blocks, whatever blocks
/// they have.
bool isSameInAnyBlock(const KernelProgram &Program, const InferredLaunch &A,
                      const InferredLaunch &B, const std::vector<bool> &IsUsed);

/// Gives \p Launch the arguments that follow from its block.
void bindArguments(const KernelProgram &Program, InferredLaunch &Launch);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_BLOCKS_RELATEDBLOCKS_H
