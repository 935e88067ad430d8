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

/// What judgeBlocks says of \p Launch. Its block is replaced by the first one
/// of usualBlocks that fits if it comes from no launch and some access surely
/// leaves its array. A block fits if none does, and each access that has an
/// answer keeps one.
std::vector<Verdict> judgeFeasible(const KernelProgram &Program,
                                   const Architecture &Arch,
                                   InferredLaunch &Launch,
                                   const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_ASSUMEDBLOCKS_H
