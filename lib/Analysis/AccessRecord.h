//===- AccessRecord.h - The executions of one access ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers what the executions of one access cost, and draws the verdict. An
// execution is *sure* if it takes place exactly once and its figure is exact.
// The verdict is exact if all executions cost the same, or if one that is sure
// is at least as bad as any other can be.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_ACCESSRECORD_H
#define BANKLINT_LIB_ANALYSIS_ACCESSRECORD_H

#include "FaultRecord.h"
#include "Reuse.h"
#include "SymbolicCost.h"
#include "banklint/Analysis/Verdict.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace banklint {

class AccessRecord {
public:
  bool isReached() const { return IsReached; }
  /// The cost of an execution is not known.
  void addUnknown(Reason Because);
  /// Executions may consist of more requests than one, none worse than it.
  void setMayRepeat() { MayRepeat = true; }
  /// No more than a least figure is known of an execution.
  void addLeast(const RequestCost &Cost);
  void add(const AccessEvent &Event, const AccessPattern &Pattern,
           const PatternCost &Cost);
  /// \p Cost is the worst that the values of what is called \p Unknown give,
  /// in \p Pattern with \p SymbolValue.
  void addBound(const AccessEvent &Event, const AccessPattern &Pattern,
                const PatternCost &Cost, int64_t SymbolValue,
                const std::string &Unknown);
  /// The compiler serves the execution by another access's request, of
  /// \p Pattern: it costs nothing of its own.
  void addServed(const AccessEvent &Event, const AccessPattern &Pattern,
                 const PatternCost &Cost);
  /// \p Symbolic must outlive this.
  void add(const AccessEvent &Event, const AccessPattern &Pattern,
           const SymbolicPattern &Symbolic, const SymbolLabel &Label);

  /// Where an execution points to. \p Named is the array that the source names.
  void addPlace(std::optional<unsigned> Pointed, std::optional<unsigned> Named);

  /// Looks for faults of an execution.
  void addAddresses(const AccessEvent &Event, const KernelProgram &Program,
                    llvm::ArrayRef<uint64_t> ArrayBytes) {
    Faults.add(Event, Program, ArrayBytes);
  }

  /// Without a conflict: the compiler may merge executions with neighbours.
  void setMayMerge() { MayMerge = true; }
  /// A request with a conflict that costs \p Alone, and \p Merged if the
  /// compiler merges it with its neighbours, as it may.
  void addMerging(const RequestCost &Alone,
                  const std::optional<RequestCost> &Merged);
  /// Likewise if the compiler combines the values of lanes that update one
  /// word, so that one lane does it for all.
  void addCombining(const RequestCost &Alone, const RequestCost &Combined) {
    addMerging(Alone, Combined);
    MayCombine = true;
  }

  /// What the compiler may make of an execution that was added, too.
  void addReuse(const SpareEntry &Entry);

  Verdict verdict(unsigned Access, const KernelProgram &Program,
                  const RequestCosts &Costs) const;

private:
  /// The execution with the worst figure.
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
  /// What an execution that is not sure may cost.
  struct Threat {
    RequestCost Cost;
    /// With some lanes missing, a wide load may join: its wavefronts do not
    /// rise, but its ideal may fall, to 1 at least. A figure that no excess
    /// reaches.
    unsigned ExcessBelow = 0;
    Reason Why;
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
    /// Null unless the figure is a bound because of an unknown: its name.
    const std::string *Bounding = nullptr;
    /// The figure does not depend on the symbol, or there is none.
    bool IsConstant = true;
  };

  void note(const AccessEvent &Event, const AccessPattern &Pattern,
            const PatternCost &Cost, const Origin &From);
  void noteThreat(const AccessEvent &Event, const AccessPattern &Pattern,
                  const RequestCost &Cost, const Origin &From);
  void noteWorst(const AccessEvent &Event, const AccessPattern &Pattern,
                 const PatternCost &Cost, int64_t SymbolValue);
  bool isWorstSure() const;
  /// All executions surely cost the same.
  bool isOneFigure() const { return AllAlike && AllFiguresExact; }
  void settle(Verdict &V) const;
  void settleMerging(Verdict &V) const;
  void settleReuse(Verdict &V) const;
  void settleJoining(Verdict &V) const;
  std::optional<SymbolicCost> dependence() const;
  std::optional<RequestCost> sureCost(const Verdict &V, bool WasExact) const;
  Witness witness(const KernelProgram &Program,
                  const RequestCosts &Costs) const;

  FaultRecord Faults;
  bool IsReached = false;
  bool MayRepeat = false;
  bool MayCombine = false;
  bool MayMerge = false;
  std::optional<Reason> Unknown;
  std::optional<RequestCost> Least;
  std::vector<unsigned> Arrays;
  bool MayStray = false;

  std::optional<WorstExecution> Worst;
  std::optional<RequestCost> WorstSure;
  std::optional<Threat> WorstThreat;
  /// The most wavefronts of wide requests that may lack some lanes.
  unsigned MostThreatened = 0;
  /// Over all executions.
  bool AllSure = true;
  bool AllFiguresExact = true;
  bool AllAlike = true;
  /// No figure hangs on a value that is not known.
  bool AllKnown = true;
  /// No execution rules out that the compiler joins pieces.
  bool MayJoinPieces = true;
  /// The worst request with a conflict that can't be merged, and the worst that
  /// others would become.
  std::optional<RequestCost> WorstUnmergeable;
  std::optional<RequestCost> WorstMerged;
  /// Some execution may vanish; the worst of those that stay.
  bool MayVanish = false;
  std::optional<RequestCost> WorstKept;
  /// The worst that an execution may be together with another branch's.
  std::optional<RequestCost> WorstJoined;
  std::optional<RequestCost> First;
  Totals Traced;
  unsigned WidestBytes = 0;

  /// Executions whose cost depends on a symbol, all of one label.
  std::optional<SymbolicCost> Dependence;
  SymbolLabel Label;
  bool HasManyLabels = false;
  std::optional<RequestCost> WorstIndependent;
  const SymbolicPattern *FirstSymbolic = nullptr;
  llvm::SmallPtrSet<const SymbolicPattern *, 4> Included;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_ACCESSRECORD_H
