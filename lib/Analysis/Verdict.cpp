//===- Verdict.cpp - What an access costs ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/Verdict.h"
#include "Judge.h"
#include "MixedRounds.h"
#include "banklint/Interpreter/KnownResults.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

llvm::StringRef banklint::spelling(Certainty Result) {
  switch (Result) {
  case Certainty::Exact:
    return "exact";
  case Certainty::UpperBound:
    return "upper-bound";
  case Certainty::Depends:
    return "depends";
  case Certainty::Unknown:
    return "unknown";
  }
  llvm_unreachable("covered switch");
}

bool Verdict::reaches(unsigned Array) const {
  return llvm::is_contained(Arrays, Array);
}

void banklint::judgeLaunch(
    const KernelProgram &Program, const Architecture &Arch,
    const LaunchConfig &Launch, const InterpreterBudget &Budget,
    llvm::ArrayRef<LayoutOverride> Layout,
    llvm::function_ref<void(Judge &, const ExecutionSummary &)> AtEnd) {
  // What a later iteration or warp refutes, an earlier one has taken for
  // neighbors: run again, knowing better. This ends: a run starts with all that
  // those before have learned, only adds to it, and is followed by another only
  // if it has added something. There are finitely many pairs of accesses,
  // accesses, and copies of code with four bits each, because the launch
  // executes the same code in each run.
  constexpr uint64_t FirstCheck = 256;
  uint64_t Check = FirstCheck;
  for (Lessons Known;;) {
    Judge J(Program, Arch, Launch, Layout, Known, Check);
    ExecutionSummary Summary = execute(Program, Launch, Budget, J, Layout);
    J.finish();
    if (!J.learnFrom(Summary))
      return AtEnd(J, Summary);
    Known = J.lessons();
    Check = J.nextCheck();
  }
}

static std::vector<Verdict> judgeAnew(const KernelProgram &Program,
                                      const Architecture &Arch,
                                      const LaunchConfig &Launch,
                                      const InterpreterBudget &Budget,
                                      llvm::ArrayRef<LayoutOverride> Layout) {
  std::vector<Verdict> Result;
  judgeLaunch(Program, Arch, Launch, Budget, Layout,
              [&](Judge &J, const ExecutionSummary &Summary) {
                if (Summary.Aborted)
                  J.giveUp(Budget.Together && Budget.Together->isOutOfTime());
                Result = J.verdicts();
                weakenForMixing(Result, Program, Arch, Launch, Budget, Layout,
                                Summary);
                const ArrayRoom Room(Program, Arch, Launch, Layout);
                for (Verdict &V : Result)
                  Room.limit(V);
              });
  return Result;
}

std::vector<Verdict> banklint::judge(const KernelProgram &Program,
                                     const Architecture &Arch,
                                     const LaunchConfig &Launch,
                                     const InterpreterBudget &Budget,
                                     llvm::ArrayRef<LayoutOverride> Layout) {
  const auto Find = [&] {
    return judgeAnew(Program, Arch, Launch, Budget, Layout);
  };
  if (!Budget.Known)
    return Find();
  KnownResults::Question Asked(*Budget.Known, "judge", &Arch, Budget);
  Asked.add(Program).add(Launch);
  for (const LayoutOverride &Each : Layout)
    Asked.add(uint64_t(Each.Array)).add(Each.Change);
  return Budget.Known->ask(Asked, Budget.Together, Find);
}

std::optional<Totals> banklint::gridTotal(const Verdict &V,
                                          const LaunchConfig &Launch) {
  if (V.GridTotal)
    return V.GridTotal;
  if (!V.BlockTotal || !Launch.Grid)
    return std::nullopt;
  // blockIdx is a symbol, so a block's total is only given if it is the same
  // for every block.
  uint64_t Blocks = Launch.Grid->count();
  return Totals{llvm::SaturatingMultiply(V.BlockTotal->Requests, Blocks),
                llvm::SaturatingMultiply(V.BlockTotal->Wavefronts, Blocks),
                llvm::SaturatingMultiply(V.BlockTotal->Ideal, Blocks)};
}
