//===- AccessRecord.h - The executions of one access ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Meets the executions of one access, one after another, and adds them up. The
// sums (AccessTally.h) go to the steps that draw the verdict (VerdictSteps.h).
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_ACCESSRECORD_H
#define BANKLINT_LIB_ANALYSIS_ACCESSRECORD_H

#include "AccessTally.h"
#include "Compiler/Reuse.h"
#include "Costs/FaultRecord.h"
#include "banklint/Analysis/RequestTrace.h"
#include "banklint/Program/Removal.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>

namespace banklint {

class AccessRecord {
public:
  /// \p Stays: the compiler makes the load \p A as it is written, wherever it
  /// moves to.
  AccessRecord(const Access &A, bool Stays)
      : Stays(Stays), MaySink(A.MaySink && !Stays && !mayBeRemoved(A)),
        MayBeUnused(A.MayBeUnused && !Stays),
        AreSidesKnown(!A.NeededOn.empty()) {}

  bool isReached() const { return IsReached; }
  /// True if it is judged otherwise where it stays.
  bool mayMove() const {
    return (MaySink || MayBeUnused) && Worst &&
           (Worst->Cost.Cost.conflicts() || Tally.Source.MostThreatened != 0);
  }
  /// The cost of an execution is not known.
  void addUnknown(Reason Because);
  /// \p Listener gets each execution that is added from now on, with the
  /// request that serves it.
  void listen(const KernelProgram &Program, const RequestCosts &Costs,
              std::function<void(RoundRequest)> Listener);
  /// Executions may consist of more requests than one, none worse than it.
  void setMayRepeat() { Tally.Source.MayRepeat = true; }
  /// No more than a lower bound is known of an execution: \p Cost, or nothing
  /// of a figure if it is zero.
  void addLeast(const RequestCost &Cost = {});
  /// Likewise if it is that of \p Pattern with all lanes of \p Event.
  void addLeast(const AccessEvent &Event, const AccessPattern &Pattern,
                const PatternCost &Cost);
  void add(const AccessEvent &Event, const AccessPattern &Pattern,
           const PatternCost &Cost);
  /// \p Cost is the worst that values give which are not known because of
  /// \p Unknown, in \p Pattern with \p SymbolValue.
  void addBound(const AccessEvent &Event, const AccessPattern &Pattern,
                const PatternCost &Cost, int64_t SymbolValue,
                const Reason &Unknown);
  /// The compiler serves the execution by another access's request, of
  /// \p Pattern: it costs nothing of its own.
  void addServed(const AccessEvent &Event, const AccessPattern &Pattern,
                 const PatternCost &Cost);
  /// \p Symbolic must outlive this.
  void add(const AccessEvent &Event, const AccessPattern &Pattern,
           const SymbolicPattern &Symbolic, const SymbolLabel &Label);

  /// Where an execution points to. \p Named is the array that the source names.
  void addPlace(std::optional<unsigned> Pointed, std::optional<unsigned> Named);

  /// \p Why decides about an execution.
  void addGuard(const Reason &Why);

  /// Looks for faults of an execution.
  void addAddresses(const AccessEvent &Event, const KernelProgram &Program,
                    llvm::ArrayRef<uint64_t> ArrayBytes);

  /// The request that was added last and costs \p Alone may come to \p Share of
  /// a wider one, in parts of a wavefront.
  void addShare(const RequestCost &Alone, unsigned Share);
  /// Without a conflict: the compiler may merge executions with neighbours.
  void setMayMerge() { Tally.Merging.MayMerge = true; }
  /// Requests that were added are merged, or may be, by \p Rules.
  void addMergingRules(RuleSet Rules) { Tally.Merging.Rules |= Rules; }
  /// A request with a conflict that costs \p Alone, and \p Merged if the
  /// compiler merges it with its neighbours, as it may. It may be elided if it
  /// \p MayVanish.
  void addMerging(const RequestCost &Alone,
                  const std::optional<RequestCost> &Merged,
                  bool MayVanish = false);
  /// Likewise if the compiler combines the values of lanes that update one
  /// word, so that one lane does it for all.
  void addCombining(const RequestCost &Alone, const RequestCost &Combined) {
    addMerging(Alone, Combined);
    Tally.Merging.MayCombine = true;
    Tally.Merging.Rules |= CompilerRule::M17;
  }

  /// What the compiler may make of an execution that was added, too.
  void addReuse(const SpareEntry &Entry);

  /// What was executed so far, served executions left out.
  const TracedTotals &traced() const { return Tally.Source.Traced; }
  /// Executions that cost \p Of and are like others took place \p Times.
  void repeat(const TracedTotals &Of, uint64_t Times);

  Verdict verdict(unsigned Access, const KernelProgram &Program,
                  const RequestCosts &Costs) const;

private:
  /// An execution with its worst figure.
  struct WorstExecution {
    AccessPattern Pattern;
    int64_t SymbolValue = 0;
    PatternCost Cost;
    unsigned Warp = 0;
    std::vector<LoopPosition> Loops;
    /// The array that Pattern's offsets are in; nothing if some part of the
    /// address is not in them.
    std::optional<unsigned> Array;
  };
  /// How an execution's figure came about.
  struct Origin {
    /// The request is another access's.
    bool IsServed = false;
    int64_t SymbolValue = 0;
    /// Null if no symbol varies between lanes.
    const SymbolicPattern *Symbolic = nullptr;
    const SymbolLabel *Label = nullptr;
    bool IsOneCost = true;
    /// Null unless the figure is a bound because of an unknown.
    const Reason *Bounding = nullptr;
    /// The figure does not depend on the symbol, or there is none.
    bool IsConstant = true;
  };

  void note(const AccessEvent &Event, const AccessPattern &Pattern,
            const PatternCost &Cost, const Origin &From);
  void noteThreat(const AccessEvent &Event, const AccessPattern &Pattern,
                  const PatternCost &Cost, const Origin &From);
  void noteWorst(const AccessEvent &Event, const AccessPattern &Pattern,
                 const PatternCost &Cost, int64_t SymbolValue);
  static WorstExecution executionOf(const AccessEvent &Event,
                                    const AccessPattern &Pattern,
                                    const PatternCost &Cost,
                                    int64_t SymbolValue);
  static Witness witnessOf(const WorstExecution &Of,
                           const KernelProgram &Program,
                           const RequestCosts &Costs);

  AccessTally tally(const Access &A, const KernelProgram &Program) const;
  /// The execution of the largest lower bound that is a conflict, or null if
  /// there may be none.
  const WorstExecution *sureLeast() const;

  const bool Stays;
  /// Executions may have fewer lanes, or not take place; or some may not take
  /// place.
  const bool MaySink, MayBeUnused;
  /// The branches are known that decide about that.
  const bool AreSidesKnown;
  FaultRecord Faults, FaultsIfReached;
  bool IsReached = false;
  std::optional<Reason> Unknown;
  std::optional<RequestCost> Least;
  /// Executions that surely cost what is known of them at least: the largest,
  /// of those that surely take place, too.
  std::optional<WorstExecution> WorstLeast, WorstDefiniteLeast;
  /// All executions of which no more is known are as WorstLeast.
  bool IsLeastOfAll = true;
  std::vector<unsigned> Arrays;
  /// Verdict::BlockGuards, the last reason that was added, and its guards.
  unsigned BlockGuards = 0;
  unsigned LastGuards = 0;
  const Reason *LastGuard = nullptr;
  bool MayStray = false;

  /// All but SourceTally::Worst and MayJoinPieces.
  AccessTally Tally;
  std::optional<WorstExecution> Worst;
  /// No execution rules out that the compiler joins pieces.
  bool MayJoinPieces = true;
  /// Some executions were in pieces that are joined, some in others.
  bool HasJoined = false;
  bool HasUnjoined = false;
  /// What all executions are compared with.
  std::optional<RequestCost> First;
  const SymbolicPattern *FirstSymbolic = nullptr;
  /// The functions that are in the tally.
  llvm::SmallPtrSet<const SymbolicPattern *, 4> Included;
  /// Null if nobody listens.
  std::function<void(const WorstExecution &)> OnExecution;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_ACCESSRECORD_H
