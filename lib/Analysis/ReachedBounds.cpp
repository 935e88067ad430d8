//===- ReachedBounds.cpp - Bounds that a run of the launch reaches --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/ReachedBounds.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// What an integer parameter is in the runs that are tried: more threads than
/// the blocks that are tried have, and a multiple of all usual tiles.
static constexpr int64_t TriedArgument = 4096;

/// Tried runs are small: most that is open is decided in the first rounds,
/// those of loops over the lanes of a warp and a little more.
static InterpreterBudget smaller(InterpreterBudget Budget) {
  Budget.Statements = std::min<uint64_t>(Budget.Statements, 32'000);
  Budget.LoopRounds = std::min<uint64_t>(Budget.LoopRounds, 40);
  return Budget;
}

static bool isOpen(const Verdict &V) {
  return V.IsOnlyFlowOpen && V.Worst.conflicts() &&
         !(V.Sure && V.Sure->conflicts());
}

/// The run of block (\p Index, \p Index, \p Index), as far as the grid has one.
static LaunchConfig runOf(const KernelProgram &Program, LaunchConfig Launch,
                          uint32_t Index) {
  const Dim3 Last = Launch.Grid.value_or(Dim3{Index + 1, Index + 1, Index + 1});
  const Dim3 Block{std::min(Index, Last.X - 1), std::min(Index, Last.Y - 1),
                   std::min(Index, Last.Z - 1)};
  Launch.Blocks = BlockRange{Block, Block};
  Launch.Arguments.resize(Program.Parameters.size());
  for (auto [Argument, Parameter] :
       llvm::zip_equal(Launch.Arguments, Program.Parameters))
    if (!Argument)
      Argument = Parameter.Type.Bits < 16 ? 1 : TriedArgument;
  return Launch;
}

void banklint::findReached(const KernelProgram &Program,
                           const Architecture &Arch, const LaunchConfig &Launch,
                           const InterpreterBudget &Budget,
                           llvm::MutableArrayRef<Verdict> Verdicts) {
  // The first block starts at 0, the next one has neighbours on both sides. It
  // does the same where no condition depends on blockIdx.
  for (uint32_t Index : {0, 1}) {
    if (llvm::none_of(Verdicts, [Index](const Verdict &V) {
          return isOpen(V) && (Index == 0 || V.BlockGuards);
        }))
      return;
    for (const Verdict &Tried :
         judge(Program, Arch, runOf(Program, Launch, Index), smaller(Budget))) {
      if (!Tried.Sure || !Tried.Sure->conflicts())
        continue;
      for (Verdict &V : Verdicts)
        if (V.Access == Tried.Access && isOpen(V))
          V.Sure = Tried.Sure;
    }
  }
}
