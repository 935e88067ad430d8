//===- OtherBlocks.h - What blocks of other shapes execute ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_BLOCKS_OTHERBLOCKS_H
#define BANKLINT_LIB_ANALYSIS_BLOCKS_OTHERBLOCKS_H

#include "Blocks/BlockLimits.h"
#include "banklint/Interpreter/Interpreter.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// The accesses of \p Program that \p Launch may execute if its block has any
/// shape that has \p Known extents and that a GPU and the launch bounds allow.
/// What else the launch states decides conditions as usual.
llvm::DenseSet<unsigned> executedInAnyBlock(const KernelProgram &Program,
                                            LaunchConfig Launch,
                                            const BlockExtents &Known,
                                            InterpreterBudget Budget);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_BLOCKS_OTHERBLOCKS_H
