//===- OtherBlocks.cpp - What blocks of other shapes execute --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks/OtherBlocks.h"
#include "banklint/Analysis/Launches.h"

using namespace banklint;

/// Statements of one warp that are executed; each of them is the first one.
static constexpr uint64_t MostOfOtherBlock = 32'000;
/// Rounds of a loop: what decides whether code is reached at all is known then.
static constexpr uint64_t MostRounds = 40;

/// True for what is known of a block only by its shape.
static bool isOfBlock(const Expr &E) {
  if (E.Kind != ExprKind::Builtin)
    return false;
  switch (E.Special) {
  case Builtin::ThreadIdxX:
  case Builtin::ThreadIdxY:
  case Builtin::ThreadIdxZ:
  case Builtin::BlockDimX:
  case Builtin::BlockDimY:
  case Builtin::BlockDimZ:
    return true;
  default:
    return false;
  }
}

/// \p Program with a number that is not known for each one that the block's
/// shape gives, where its limits decide nothing.
static KernelProgram withoutBlock(KernelProgram Program,
                                  const BlockExtents &Known) {
  decideByLimits(Program, Known, threadLimit(Program));
  for (Expr &E : Program.Exprs) {
    if (!isOfBlock(E))
      continue;
    OpaqueValue Any;
    Any.Why = {ReasonCode::UnknownCondition, "the block is assumed"};
    Any.Divergent = true;
    E.Kind = ExprKind::Opaque;
    E.Special = Expr().Special;
    E.Index = Program.Opaques.size();
    Program.Opaques.push_back(std::move(Any));
  }
  return Program;
}

llvm::DenseSet<unsigned>
banklint::executedInAnyBlock(const KernelProgram &Program, LaunchConfig Launch,
                             const BlockExtents &Known,
                             InterpreterBudget Budget) {
  Launch.Warp = 0;
  Budget.Statements = std::min(Budget.Statements, MostOfOtherBlock);
  Budget.LoopRounds = std::min(Budget.LoopRounds, MostRounds);
  Budget.Together = nullptr;
  Budget.Known = nullptr;
  llvm::DenseSet<unsigned> Result;
  const ExecutionSummary Summary =
      execute(withoutBlock(Program, Known), Launch, Budget,
              [&Result](const AccessEvent &Event) {
                Result.insert(Event.Access);
                return true;
              });
  if (Summary.Aborted)
    for (unsigned Access = 0; Access != Program.Accesses.size(); ++Access)
      Result.insert(Access);
  return Result;
}
