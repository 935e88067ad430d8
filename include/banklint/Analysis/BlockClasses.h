//===- BlockClasses.h - Blocks that guards tell apart -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run stands for all blocks of a launch, so a guard such as
// `blockIdx.x * 32 + threadIdx.x < n` is open even if n is known: it holds for
// all lanes of inner blocks and for some of the last one. If the grid is known,
// the blocks are divided into classes in which such guards are decided: the
// first one in a direction, the last one and those between them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_BLOCKCLASSES_H
#define BANKLINT_ANALYSIS_BLOCKCLASSES_H

#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// What judge says of \p Launch. Where that is open because of a condition on
/// blockIdx and is exact in each class of blocks, it is that of all classes
/// together.
std::vector<Verdict> judgeBlocks(const KernelProgram &Program,
                                 const Architecture &Arch,
                                 const LaunchConfig &Launch,
                                 const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_BLOCKCLASSES_H
