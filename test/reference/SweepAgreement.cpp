//===- SweepAgreement.cpp - What is skipped changes nothing ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SweepAgreement.h"
#include "LoopPrograms.h"
#include "RandomPrograms.h"
#include "banklint/Analysis/Verdict.h"
#include "banklint/Program/TextForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;

static void print(llvm::raw_ostream &OS, const char *Name,
                  const RequestCost &Cost) {
  OS << ' ' << Name << ' ' << Cost.Wavefronts << '/' << Cost.Ideal << '/'
     << Cost.Ways;
}

static void print(llvm::raw_ostream &OS, const char *Name, const Totals &T) {
  OS << ' ' << Name << ' ' << T.Requests << '/' << T.Wavefronts << '/'
     << T.Ideal;
}

using LoopValues = std::vector<std::pair<std::string, int64_t>>;

static void print(llvm::raw_ostream &OS, const char *Name, unsigned Warp,
                  const LoopValues &Loops) {
  OS << ' ' << Name << " warp " << Warp;
  for (const auto &[Variable, Value] : Loops)
    OS << ' ' << Variable << '=' << Value;
}

static void print(llvm::raw_ostream &OS, const char *Name,
                  const std::optional<SureAddress> &At) {
  if (!At)
    return;
  print(OS, Name, At->Warp, At->Loops);
  OS << " lane " << At->Lane << " at " << At->Array << ':' << At->OffsetBytes;
}

/// All that a verdict says.
static std::string describe(const Verdict &V) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "access " << V.Access << ": " << spelling(V.Result);
  print(OS, "worst", V.Worst);
  if (V.WorstRequest) {
    print(OS, "in", V.WorstRequest->Warp, V.WorstRequest->Loops);
    for (unsigned Lane : V.WorstRequest->Request.Active)
      OS << ' ' << V.WorstRequest->Request.Address[Lane];
  }
  OS << " fused " << V.FusedBytes;
  if (V.BlockTotal)
    print(OS, "total", *V.BlockTotal);
  print(OS, "traced", V.Traced);
  if (V.IfSpared)
    print(OS, "spared", *V.IfSpared);
  if (V.Sure)
    print(OS, "sure", *V.Sure);
  OS << (V.IsOnlyFlowOpen ? " flow" : "") << ' ' << V.Condition;
  if (V.Why)
    OS << ' ' << V.Why->str();
  OS << V.Rules.ending();
  for (unsigned Array : V.Arrays)
    OS << " array " << Array;
  OS << (V.MayStray ? " stray" : "");
  print(OS, "beyond", V.Faults.Beyond);
  print(OS, "below", V.Faults.Below);
  if (V.Faults.Misaligned) {
    print(OS, "misaligned", V.Faults.Misaligned->At);
    print(OS, "to", V.Faults.Misaligned->Other);
  }
  return OS.str();
}

std::string banklint::describeVerdicts(const KernelProgram &Program,
                                       const LaunchConfig &Launch,
                                       const InterpreterBudget &Budget) {
  std::string Text;
  for (const Verdict &V :
       judge(Program, *findArchitecture("sm_90"), Launch, Budget))
    Text += describe(V) + "\n";
  return Text;
}

namespace {
/// Counts as a listener that can repeat anything.
class Counter : public SweepListener {
public:
  bool onAccess(const AccessEvent &) override { return true; }
  void beginSweep(SweepId) override {}
  void endSweep(SweepId) override {}
  CycleEffect endCycle(Sweeps &, SweepId, unsigned) override {
    return CycleEffect::Repeats;
  }
  void repeat(SweepId, uint64_t) override {}
};
} // namespace

std::optional<std::string>
banklint::findSweepDisagreement(uint64_t Seed, SweepCounts &Counts) {
  RandomNumbers Random(Seed);
  const RandomShape Shape{Random.pick<unsigned>({40, 150, 400}),
                          Random.pick<unsigned>({64, 256, 1024})};
  KernelProgram Program;
  LaunchConfig Launch;
  if (Random.chance(75)) {
    Program = randomLoopProgram(Random, Shape.LoopRounds);
    Launch.Block = randomLoopBlock(Random, Shape.BlockThreads);
    if (Random.chance(50))
      Launch.Arguments = {Random.between(-3, 300)};
  } else {
    Program = randomProgram(Random, Shape);
    Launch = randomLaunch(Program, Random, Shape);
  }
  InterpreterBudget Whole;
  Whole.Statements = 60'000;
  Whole.SliceFrom = Random.chance(50) ? 0 : Whole.SliceFrom;
  InterpreterBudget Skipping = Whole;
  Whole.SkipsRepeats = false;
  Counter Ignored;
  const ExecutionSummary OfWhole = execute(Program, Launch, Whole, Ignored);
  if (OfWhole.BudgetReached || OfWhole.Aborted)
    return std::nullopt;
  const ExecutionSummary OfSkipping =
      execute(Program, Launch, Skipping, Ignored);
  ++Counts.Compared;
  Counts.Skipping +=
      2 * OfSkipping.StatementsExecuted < OfWhole.StatementsExecuted;
  const std::string Expected = describeVerdicts(Program, Launch, Whole);
  const std::string Found = describeVerdicts(Program, Launch, Skipping);
  Counts.Verdicts += llvm::count(Expected, '\n');
  if (Found == Expected)
    return std::nullopt;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "block " << toString(Launch.Block) << "\n";
  for (auto [Number, Argument] : llvm::enumerate(Launch.Arguments))
    if (Argument.isNumber())
      OS << "p" << Number << " = " << Argument.number() << "\n";
  OS << "whole:\n" << Expected << "skipping:\n" << Found;
  print(Program, OS);
  return OS.str();
}
