//===- AssumedBlocks.h - Blocks that nothing states -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel whose launch nobody sees is judged for a block that is assumed. If
// an access then surely leaves its array, no program launches such a block, and
// what is said of it is false for every launch that there is.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_ASSUMEDBLOCKS_H
#define BANKLINT_ANALYSIS_ASSUMEDBLOCKS_H

#include "banklint/Analysis/Launches.h"
#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// What judgeBlocks says of \p Launch, the only one of \p Program. If its block
/// is a default, or read off flat arrays, and some access surely leaves its
/// array, the first one of usualBlocks that fits replaces the block: no access
/// does, and each that has an answer keeps one.
std::vector<Verdict> judgeFeasible(const KernelProgram &Program,
                                   const Architecture &Arch,
                                   InferredLaunch &Launch,
                                   const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_ASSUMEDBLOCKS_H
