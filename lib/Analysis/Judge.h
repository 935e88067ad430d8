//===- Judge.h - From events to verdicts ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_JUDGE_H
#define BANKLINT_LIB_ANALYSIS_JUDGE_H

#include "AccessRecord.h"
#include "Merging.h"
#include "Reuse.h"
#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// Turns the events of one launch into verdicts.
class Judge : public SweepListener {
public:
  Judge(const KernelProgram &Program, const Architecture &Arch,
        const LaunchConfig &Launch, llvm::ArrayRef<LayoutOverride> Layout)
      : Program(Program), Launch(Launch), Layout(Layout), Costs(Arch),
        Records(Program.Accesses.size()),
        ArrayBytes(arrayBytes(Program, Layout)), Reuse(Program),
        Window(Program, Layout) {}

  bool onAccess(const AccessEvent &Event) override;
  void beginSweep(SweepId Sweep) override;
  void endSweep(SweepId Sweep) override;
  CycleEffect endCycle(Sweeps &Running, SweepId Sweep,
                       unsigned RuntimeRound) override;
  void repeat(SweepId Sweep, uint64_t Cycles) override;
  /// All events were added.
  void finish();
  /// The execution was not completed.
  void giveUp(bool IsOutOfTime);
  std::vector<Verdict> verdicts() const;

private:
  void add(const AccessEvent &Event);
  void addRequest(const WindowEntry &Request);
  void addSymbolic(const AccessEvent &Event, const AccessPattern &Pattern);
  void addByCases(const AccessEvent &Event);
  void addTwoSymbols(const AccessEvent &Event, const AccessPattern &Pattern);
  void addFigure(AccessRecord &Record, const AccessPattern &Pattern,
                 const PatternCost &Cost,
                 llvm::function_ref<void(AccessRecord &)> Add);
  RequestCost costOfOneLane(AccessPattern Pattern);
  bool isLeastFigure(MemoryOperation Op, CostKind Kind) const;
  int64_t unitBytes(const Access &A) const;
  std::vector<Totals> totals() const;
  const SymbolicPattern *symbolic(const AccessPattern &Pattern,
                                  bool IsNonNegative);

  const KernelProgram &Program;
  const LaunchConfig &Launch;
  llvm::ArrayRef<LayoutOverride> Layout;
  RequestCosts Costs;
  std::vector<AccessRecord> Records;
  std::vector<uint64_t> ArrayBytes;
  std::map<std::vector<int64_t>, SymbolicPattern> SymbolicPatterns;
  uint64_t CasesEvaluated = 0;
  unsigned PairsEvaluated = 0;

  /// A sweep that has not ended.
  struct Sweep {
    /// By access: the totals when the cycle began, and what the last one added.
    std::vector<Totals> Before;
    std::vector<Totals> Cycle;
    /// The sizes of the windows when the cycle began, and what they held, if
    /// they had the same size one cycle before.
    std::pair<size_t, size_t> Sizes{~size_t(0), ~size_t(0)};
    std::optional<ReuseWindow::Snapshot> Reused;
    std::optional<MergeWindow::Snapshot> Merged;
    /// What the windows had ever held when the sweep began.
    uint64_t Reusing = 0, Merging = 0;
  };
  std::vector<Sweep> Running;

public:
  ReuseWindow Reuse;
  MergeWindow Window;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_JUDGE_H
