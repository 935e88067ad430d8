//===- MixedRounds.h - Lanes in different rounds of a loop ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc makes one of some rounds of a loop, and executes what is left over
// before or after them. Lanes that do different numbers of rounds are in
// different ones then, so that a request has lanes from any of them. Measured:
// triangular loops over columns, free of conflicts as written, take 1.2 to 1.5
// wavefronts. Lanes that waited for other threads go on one by one, too.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_MIXEDROUNDS_H
#define BANKLINT_LIB_ANALYSIS_MIXEDROUNDS_H

#include "banklint/Analysis/Verdict.h"
#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

/// Weakens \p Verdicts of accesses in the MixedLoops of \p Summary: what each
/// lane may access in any round bounds a request, or it is unknown.
void weakenForMixing(std::vector<Verdict> &Verdicts,
                     const KernelProgram &Program, const Architecture &Arch,
                     const LaunchConfig &Launch,
                     const InterpreterBudget &Budget,
                     llvm::ArrayRef<LayoutOverride> Layout,
                     const ExecutionSummary &Summary);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_MIXEDROUNDS_H
