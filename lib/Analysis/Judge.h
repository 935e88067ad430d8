//===- Judge.h - From events to verdicts ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_JUDGE_H
#define BANKLINT_LIB_ANALYSIS_JUDGE_H

#include "AccessRecord.h"
#include "Compiler/Merging.h"
#include "Compiler/Reuse.h"
#include "Costs/AnyAddress.h"
#include "Costs/ArrayRoom.h"
#include "banklint/Analysis/Verdict.h"

namespace banklint {

struct AnyRequest;

/// What one run of a launch teaches about another.
struct Lessons {
  MergeLessons Merging;
  VaryingAccesses Varying;
  PartedCopies Parted;
  /// Those that matter for merging.
  MovedAccesses Moved;
  /// Loads that may move to sides of branches, which all their lanes take.
  AccessSet Staying;
};

/// Turns the events of one launch into verdicts.
class Judge : public SweepListener {
public:
  /// The run starts with what is \p Known of the launch. It is cut as soon as
  /// more is known when it comes to event number \p Check, four times that, and
  /// so on.
  Judge(const KernelProgram &Program, const Architecture &Arch,
        const LaunchConfig &Launch, llvm::ArrayRef<LayoutOverride> Layout,
        const Lessons &Known, uint64_t Check);

  bool onAccess(const AccessEvent &Event) override;
  void endWarp() override;
  void beginSweep(SweepId Sweep) override;
  void endSweep(SweepId Sweep) override;
  CycleEffect endCycle(Sweeps &Running, SweepId Sweep,
                       unsigned RuntimeRound) override;
  void repeat(SweepId Sweep, uint64_t Cycles) override;
  /// \p Listener gets each request of access number \p Access; it ends the
  /// execution by returning false.
  void listen(unsigned Access, llvm::function_ref<bool(RoundRequest)> Listener);
  /// All events were added.
  void finish();
  /// True if another run would be judged otherwise.
  bool hasLearned() const;
  /// The same, once the execution has ended with \p Summary.
  bool learnFrom(const ExecutionSummary &Summary);
  /// Those that it started with included.
  Lessons lessons() const;
  uint64_t nextCheck() const { return Check; }
  /// The execution was not completed.
  void giveUp(bool IsOutOfTime);
  std::vector<Verdict> verdicts() const;

private:
  void add(const AccessEvent &Event);
  bool staysAligned(const WindowEntry &Request) const;
  void addRequest(const WindowEntry &Request);
  std::optional<RequestCost> costIfJoined(AccessPattern Pattern);
  void addOneCost(const AccessEvent &Event, const AccessPattern &Pattern,
                  const PatternCost &Cost, bool MayVanish);
  void addCopy(const AccessEvent &Event, const AccessPattern &Pattern);
  void addSymbolic(const AccessEvent &Event, const AccessPattern &Pattern);
  void addByCases(const AccessEvent &Event);
  void addAnywhere(const AccessEvent &Event, const AnyRequest &Request,
                   const Reason &Why);
  void addTwoSymbols(const AccessEvent &Event, const AccessPattern &Pattern);
  void addFigure(AccessRecord &Record, const AccessPattern &Pattern,
                 const PatternCost &Cost,
                 llvm::function_ref<void(AccessRecord &)> Add);
  LaneMask lanesInside(const WindowEntry &Request) const;
  void enterRequest(const WindowEntry &Request);
  std::optional<RoomCost> roomOf(const AccessEvent &Event) const;
  RequestCost costOfOneLane(AccessPattern Pattern);
  bool isLeastFigure(MemoryOperation Op, CostKind Kind) const;
  int64_t unitBytes(const Access &A) const;
  MovedAccesses movedAccesses() const;
  std::vector<TracedTotals> totals() const;
  const SymbolicPattern *symbolic(const AccessPattern &Pattern,
                                  const SymbolLimits &Limits);

  const KernelProgram &Program;
  const LaunchConfig &Launch;
  llvm::ArrayRef<LayoutOverride> Layout;
  RequestCosts Costs;
  std::vector<AccessRecord> Records;
  ArrayRoom Room;
  /// By access: a request of which all lanes are outside of the array. It
  /// counts where there is no other.
  std::map<unsigned, WindowEntry> Strays;
  ArrayRoots Roots;
  std::map<std::vector<int64_t>, SymbolicPattern> SymbolicPatterns;
  uint64_t CasesEvaluated = 0;

  /// Of Reuse and of Window.
  using WindowSizes = std::pair<size_t, size_t>;
  /// A sweep that has not ended.
  struct Sweep {
    /// By access: the totals when the cycle began, and what the last one added.
    std::vector<TracedTotals> Before;
    std::vector<TracedTotals> Cycle;
    /// The sizes of the windows when the cycle began, and what they held, if
    /// they were empty or had the same size one cycle before.
    std::optional<WindowSizes> Sizes;
    std::optional<ReuseWindow::Snapshot> Reused;
    std::optional<MergeWindow::Snapshot> Merged;
    /// What the windows had ever held when the sweep began.
    uint64_t Reusing = 0, Merging = 0;
  };
  void note(Sweep &S, const WindowSizes &Sizes);
  std::vector<Sweep> Running;

  const Lessons &Known;
  uint64_t Check;
  uint64_t Events = 0;
  bool IsCut = false;
  /// A listener has enough.
  bool IsEnough = false;
  /// Those that are Known, and those of this run.
  AccessSet Staying;
  ReuseWindow Reuse;
  MergeWindow Window;
};

/// The compiler reduces the values of lanes that it knows to update one word,
/// and lets one lane do it (REDUX, or shuffles if the result is used). Which
/// addresses it knows to be the same depends on more than a program says, but
/// they are the same then. Exchanges are not told apart; loops never combine.
bool mayCombine(const WarpValue &Address, const AccessPattern &Pattern);

/// Runs \p Launch until a run teaches nothing new, and calls \p AtEnd with
/// that one's judge.
void judgeLaunch(
    const KernelProgram &Program, const Architecture &Arch,
    const LaunchConfig &Launch, const InterpreterBudget &Budget,
    llvm::ArrayRef<LayoutOverride> Layout,
    llvm::function_ref<void(Judge &, const ExecutionSummary &)> AtEnd);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_JUDGE_H
