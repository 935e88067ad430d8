//===- AssumedBlocks.h - Blocks that nothing states -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel whose launch nobody sees is judged for a block that is assumed. If
// an access then surely leaves its array, no program launches such a block, and
// what is said of it is false for every launch that there is. If it never
// executes an access that other blocks do, nothing is known of that access.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_ASSUMEDBLOCKS_H
#define BANKLINT_ANALYSIS_ASSUMEDBLOCKS_H

#include "banklint/Analysis/Launches.h"
#include "banklint/Analysis/Verdict.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// The accesses that a launch executes with any block; nothing if that was not
/// looked for.
using AnyBlockAccesses = std::optional<llvm::DenseSet<unsigned>>;

/// What judgeBlocks says of \p Launch; no launch of \p Program is stated. If
/// its block is a default, or read off flat arrays, and some access surely
/// leaves its array or is executed with other blocks only, the first one of
/// usualBlocks that fits replaces the block: no access leaves its array, each
/// that has an answer keeps one, and more are executed. \p OfAny is for
/// addUnexecuted.
std::vector<Verdict> judgeFeasible(const KernelProgram &Program,
                                   const Architecture &Arch,
                                   InferredLaunch &Launch,
                                   const InterpreterBudget &Budget,
                                   AnyBlockAccesses &OfAny);

/// Adds an unknown verdict to \p Verdicts, which are of \p Launch, for each
/// access that its block, which is assumed, does not execute and another one
/// may. Those that \p Answered has are left out. \p OfAny is what judgeFeasible
/// found for the launch.
void addUnexecuted(const KernelProgram &Program, const InferredLaunch &Launch,
                   const InterpreterBudget &Budget,
                   const llvm::DenseSet<unsigned> &Answered,
                   AnyBlockAccesses &OfAny, std::vector<Verdict> &Verdicts);

/// Has \p Verdicts, which are of \p Launch, hold for any block that the launch
/// may have if the block is assumed: the arguments that follow from it decide
/// none. \p OfAny is the launch without them. A conflict that only they make
/// stays.
void openArguments(const KernelProgram &Program, const Architecture &Arch,
                   const LaunchConfig &OfAny, InferredLaunch &Launch,
                   const InterpreterBudget &Budget,
                   std::vector<Verdict> &Verdicts);

/// Makes \p Verdicts, which are of \p Launch, unknown if its block is assumed
/// and the conditions of the launch exclude it.
void refuseExcluded(const KernelProgram &Program, const InferredLaunch &Launch,
                    llvm::MutableArrayRef<Verdict> Verdicts);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_ASSUMEDBLOCKS_H
