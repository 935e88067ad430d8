//===- LoadSinking.h - Loads that move to where they are used ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is needed on one side of a branch only may be computed there,
// and so may the loads that it is made of, if nothing keeps them in front: a
// barrier, a loop that stays one, a store to their array.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_COMPILER_LOADSINKING_H
#define BANKLINT_LIB_COMPILER_LOADSINKING_H

#include "FlowGraph.h"
#include "banklint/Compiler/LoadUses.h"

namespace banklint {

/// The loads of \p Program, of which \p Graph is the flow, that may move to a
/// side of a branch or be left out in some of their rounds.
std::vector<LoadUses::Sunk> findSunkLoads(const KernelProgram &Program,
                                          const FlowGraph &Graph);

} // namespace banklint

#endif // BANKLINT_LIB_COMPILER_LOADSINKING_H
