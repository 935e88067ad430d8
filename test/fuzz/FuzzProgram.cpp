//===- FuzzProgram.cpp - Arbitrary text as a kernel program ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Verdicts.h"
#include "banklint/Analysis/Launches.h"
#include "banklint/Analysis/ReachedBounds.h"
#include "banklint/Program/TextForm.h"

using namespace banklint;
using fuzz::require;

/// Small enough that an input takes milliseconds.
static InterpreterBudget smallBudget() {
  InterpreterBudget Budget;
  Budget.Statements = 4000;
  Budget.LoopRounds = 512;
  Budget.SliceFrom = 4;
  return Budget;
}

/// The claims of \p V. Its worst request is none of them: where only the low
/// bits of an address are known, the others are made up.
static std::string claims(const KernelProgram &Program, const Verdict &V) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const auto AddCost = [&OS](llvm::StringRef Name, const RequestCost &Cost) {
    OS << ", " << Name << ' ' << Cost.Wavefronts << '/' << Cost.Ideal << '/'
       << Cost.Ways;
  };
  OS << Program.Accesses[V.Access].Text << ": " << spelling(V.Result);
  AddCost("worst", V.Worst);
  if (V.IfSpared)
    AddCost("spared", *V.IfSpared);
  if (V.Sure)
    AddCost("sure", *V.Sure);
  if (V.BlockTotal)
    OS << ", total " << V.BlockTotal->Requests << '/'
       << V.BlockTotal->Wavefronts << '/' << V.BlockTotal->Ideal;
  OS << ' ' << V.Condition << (V.Why ? V.Why->str() : "") << '\n';
  return Text;
}

static std::string claims(const KernelProgram &Program,
                          const LaunchConfig &Launch,
                          const InterpreterBudget &Budget) {
  std::string Text;
  for (const Verdict &V :
       judge(Program, *findArchitecture(defaultArchitectureName()), Launch,
             Budget))
    Text += claims(Program, V);
  return Text;
}

/// What is left out because it repeats must not be seen in the verdicts.
static void checkSkipping(const KernelProgram &Program,
                          const LaunchConfig &Launch) {
  InterpreterBudget Whole = smallBudget();
  Whole.SkipsRepeats = false;
  const ExecutionSummary Summary =
      execute(Program, Launch, Whole, [](const AccessEvent &) { return true; });
  require(Summary.StatementsExecuted <= Whole.Statements * 4,
          "the budget was exceeded");
  // Where it ends differs otherwise. Verdicts execute more than that.
  if (Summary.BudgetReached || Summary.Aborted ||
      Summary.StatementsExecuted > Whole.Statements / 4)
    return;
  const std::string Skipped = claims(Program, Launch, smallBudget());
  const std::string All = claims(Program, Launch, Whole);
  require(Skipped == All, "verdicts differ if repetitions are left out:\n" +
                              Skipped + "\nand\n" + All);
}

static void judgeLaunches(const KernelProgram &Program) {
  const Architecture &Arch = *findArchitecture(defaultArchitectureName());
  std::vector<InferredLaunch> Launches = inferLaunches(Program, {});
  require(!Launches.empty(), "a program without a launch");
  Launches.resize(std::min<size_t>(Launches.size(), 2));
  for (const InferredLaunch &Launch : Launches) {
    WorkLimit Limit(20'000);
    InterpreterBudget Budget = smallBudget();
    Budget.Together = &Limit;
    std::vector<Verdict> Verdicts = judge(Program, Arch, Launch.Config, Budget);
    findReached(Program, Arch, Launch.Config, Budget, Verdicts);
    fuzz::checkVerdicts(Program, Verdicts);
    checkSkipping(Program, Launch.Config);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<KernelProgram> Program =
      parseProgram(fuzz::textOf(Data, Size));
  if (!Program) {
    fuzz::rejected(Program.takeError());
    return 0;
  }
  fuzz::checkProgram(*Program);
  judgeLaunches(*Program);
  return 0;
}
