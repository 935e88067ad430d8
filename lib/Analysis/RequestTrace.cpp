//===- RequestTrace.cpp - The requests of one access ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/RequestTrace.h"
#include "Judge.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

std::vector<RoundRequest> banklint::traceRequests(
    const KernelProgram &Program, const Architecture &Arch,
    const LaunchConfig &Launch, unsigned Access, unsigned Warp, unsigned Most,
    const InterpreterBudget &Budget, llvm::ArrayRef<LayoutOverride> Layout) {
  std::vector<RoundRequest> Result;
  if (Most == 0)
    return Result;
  // What the compiler merges depends on all warps. Without repetitions they are
  // executed soon.
  WorkLimit LimitOfAll(Budget.Statements);
  InterpreterBudget OfAll = Budget;
  OfAll.Together = &LimitOfAll;
  Lessons Known;
  judgeLaunch(Program, Arch, Launch, OfAll, Layout,
              [&](Judge &J, const ExecutionSummary &) { Known = J.lessons(); });

  // The rounds behind a limit are not executed for real, so that there are no
  // requests of theirs to show: the execution ends there.
  WorkLimit LimitOfOne(Budget.Statements);
  InterpreterBudget OfOne = Budget;
  OfOne.Together = &LimitOfOne;
  OfOne.SkipsRepeats = false;
  LaunchConfig OneWarp = Launch;
  OneWarp.Warp = Warp;
  Judge J(Program, Arch, OneWarp, Layout, Known, /*Check=*/0);
  const auto IsEarlier = [](const RoundRequest &A, const RoundRequest &B) {
    return A.Rounds < B.Rounds;
  };
  // Some come late: they waited for neighbors that they may be merged with.
  const auto Add = [&](RoundRequest Request) {
    Result.insert(llvm::upper_bound(Result, Request, IsEarlier),
                  std::move(Request));
    return Result.size() != Most;
  };
  J.listen(Access, Add);
  execute(Program, OneWarp, OfOne, J, Layout);
  J.finish();
  return Result;
}
