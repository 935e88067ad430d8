//===- AccessRecord.cpp - The executions of one access --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRecord.h"
#include "VerdictSteps.h"
#include "banklint/Program/Removal.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

static void makeWorse(std::optional<RequestCost> &Into,
                      const RequestCost &Cost) {
  if (!Into || isWorse(Cost, *Into))
    Into = Cost;
}

void AccessRecord::addUnknown(Reason Because) {
  IsReached = true;
  if (!Unknown)
    Unknown = std::move(Because);
}

void AccessRecord::addGuard(const Reason &Why) {
  // One reason stands for all executions under a guard.
  if (std::exchange(LastGuard, &Why) == &Why)
    return;
  LastGuards = 0;
  constexpr Builtin Directions[] = {Builtin::BlockIdxX, Builtin::BlockIdxY,
                                    Builtin::BlockIdxZ};
  for (auto [Bit, Index] : llvm::enumerate(Directions))
    if (llvm::StringRef(Why.Detail)
            .contains(("'" + spelling(Index) + "'").str()))
      LastGuards |= 1u << Bit;
  BlockGuards |= LastGuards;
}

/// True if \p Event is executed wherever loops of an unknown number of rounds
/// have one. What stands for any round is taken to be made in the first one,
/// too.
static bool isInFirstRounds(const AccessEvent &Event) {
  return !Event.IsConditional &&
         llvm::none_of(Event.Loops, [](const LoopPosition &Loop) {
           return Loop.IsRuntime && Loop.Round.value_or(0) != 0;
         });
}

void AccessRecord::addAddresses(const AccessEvent &Event,
                                const KernelProgram &Program,
                                llvm::ArrayRef<uint64_t> ArrayBytes) {
  if (!Event.IsMaskExact)
    return;
  if (Event.IsCounted)
    Faults.add(Event, Program, ArrayBytes);
  else if (LastGuards != 0 || isInFirstRounds(Event))
    FaultsIfReached.add(Event, Program, ArrayBytes);
}

void AccessRecord::addPlace(std::optional<unsigned> Pointed,
                            std::optional<unsigned> Named) {
  std::optional<unsigned> Array = Pointed ? Pointed : Named;
  MayStray |= !Array;
  if (!Array)
    return;
  auto At = llvm::lower_bound(Arrays, *Array);
  if (At == Arrays.end() || *At != *Array)
    Arrays.insert(At, *Array);
}

void AccessRecord::addLeast(const RequestCost &Cost) {
  IsReached = true;
  IsLeastOfAll = false;
  makeWorse(Least, Cost);
}

void AccessRecord::addLeast(const AccessEvent &Event,
                            const AccessPattern &Pattern,
                            const PatternCost &Cost) {
  // Fewer lanes or another place may cost less than any figure.
  if (!Event.IsMaskExact || MaySink || !Cost.IsOneCost)
    return addLeast();
  IsReached = true;
  IsLeastOfAll &= !Least || isSame(*Least, Cost.Cost);
  makeWorse(Least, Cost.Cost);
  const auto Note = [&](std::optional<WorstExecution> &Into) {
    if (!Into || isWorse(Cost.Cost, Into->Cost.Cost))
      Into = executionOf(Event, Pattern, Cost, /*SymbolValue=*/0);
  };
  Note(WorstLeast);
  if (Event.IsCounted)
    Note(WorstDefiniteLeast);
}

const AccessRecord::WorstExecution *AccessRecord::sureLeast() const {
  const std::optional<WorstExecution> &Sure =
      IsLeastOfAll ? WorstLeast : WorstDefiniteLeast;
  return Sure && Sure->Cost.Cost.conflicts() ? &*Sure : nullptr;
}

void AccessRecord::addShare(const RequestCost &Alone, unsigned Share) {
  const unsigned Whole = TracedTotals::PartsOfOne * Alone.Wavefronts;
  Tally.Source.Traced.IfMerged -= Whole - std::min(Whole, Share);
}

void AccessRecord::addMerging(const RequestCost &Alone,
                              const std::optional<RequestCost> &Merged,
                              bool MayVanish) {
  if (Merged)
    return makeWorse(Tally.Merging.WorstMerged, *Merged);
  makeWorse(Tally.Merging.WorstUnmergeable, Alone);
  if (!MayVanish)
    makeWorse(Tally.Merging.WorstStaying, Alone);
}

void AccessRecord::addReuse(const SpareEntry &Entry) {
  Tally.Reuse.MayVanish |= Entry.mayVanish();
  Tally.Reuse.Rules |= Entry.ElidedBy;
  Tally.JoinedBy |= Entry.JoinedBy;
  if (Entry.Cost && !Entry.mayVanish())
    makeWorse(Tally.Reuse.WorstKept, *Entry.Cost);
  if (Entry.Joined)
    makeWorse(Tally.WorstJoined, *Entry.Joined);
}

void AccessRecord::add(const AccessEvent &Event, const AccessPattern &Pattern,
                       const PatternCost &Cost) {
  Origin From;
  From.IsOneCost = Cost.IsOneCost;
  note(Event, Pattern, Cost, From);
  makeWorse(Tally.Symbol.WorstIndependent, Cost.Cost);
}

void AccessRecord::addBound(const AccessEvent &Event,
                            const AccessPattern &Pattern,
                            const PatternCost &Cost, int64_t SymbolValue,
                            const Reason &Unknown) {
  Origin From;
  From.SymbolValue = SymbolValue;
  From.IsOneCost = false;
  From.Bounding = &Unknown;
  note(Event, Pattern, Cost, From);
  makeWorse(Tally.Symbol.WorstIndependent, Cost.Cost);
}

void AccessRecord::addServed(const AccessEvent &Event,
                             const AccessPattern &Pattern,
                             const PatternCost &Cost) {
  Origin From;
  From.IsServed = true;
  From.IsOneCost = Cost.IsOneCost;
  note(Event, Pattern, Cost, From);
}

void AccessRecord::add(const AccessEvent &Event, const AccessPattern &Pattern,
                       const SymbolicPattern &Symbolic,
                       const SymbolLabel &SymbolName) {
  Origin From;
  From.SymbolValue = Symbolic.WorstValue;
  From.Symbolic = &Symbolic;
  From.Label = &SymbolName;
  From.IsOneCost = !Symbolic.IsBound;
  From.IsConstant = Symbolic.Cost.constant().has_value();
  note(Event, Pattern, Symbolic.Worst, From);
  SymbolTally &Into = Tally.Symbol;
  if (!Into.Cost) {
    Into.Cost = Symbolic.Cost;
    Into.Label = SymbolName;
  } else if (!(Into.Label == SymbolName)) {
    Into.HasManyLabels = true;
  } else if (!Included.contains(&Symbolic)) {
    Into.Cost->include(Symbolic.Cost);
  }
  Included.insert(&Symbolic);
}

/// True if \p Figure is what every set of lanes that is not empty costs.
static bool isLeastOfAnyLane(const AccessPattern &Pattern,
                             const RequestCost &Figure) {
  if (Figure.Wavefronts == 1)
    return true;
  // One part, whose passes do not depend on the lanes: compare-and-swap. The
  // loads of a loop are as many as its rounds.
  return Pattern.Bytes <= 4 && Pattern.Pieces == 1 &&
         Pattern.Op != MemoryOperation::AtomicLoopLoad &&
         Figure.Wavefronts == Figure.Ideal;
}

void AccessRecord::note(const AccessEvent &Event, const AccessPattern &Pattern,
                        const PatternCost &Cost, const Origin &From) {
  const RequestCost &Figure = Cost.Cost;
  assert(Figure.Wavefronts >= Figure.Ideal && "no request beats its ideal");
  assert(Pattern.Lanes.any() && Event.Lanes.contains(Pattern.Lanes));
  if (!IsReached) {
    First = Figure;
    FirstSymbolic = From.Symbolic;
  }
  IsReached = true;
  HasJoined |= Pattern.IsJoined;
  if (Pattern.Pieces > 1 && !Pattern.IsJoined) {
    HasUnjoined = true;
    if (Event.IsMaskExact && MayJoinPieces)
      MayJoinPieces = mayJoinPieces(Pattern);
  }
  const bool IsCostExact =
      From.IsOneCost &&
      ((Event.IsMaskExact && !MaySink) || isLeastOfAnyLane(Pattern, Figure));
  const bool IsDefinite = IsCostExact && From.IsConstant && Event.IsCounted &&
                          !MaySink && !MayBeUnused;
  SourceTally &Source = Tally.Source;
  Source.AllCostsExact &= IsCostExact;
  Source.AllKnown &= From.IsOneCost && From.IsConstant &&
                     (AreSidesKnown || (!MaySink && !MayBeUnused));
  Source.AllDefinite &= IsDefinite;
  Source.AllAlike &=
      First && isSame(*First, Figure) && FirstSymbolic == From.Symbolic;
  Source.WidestBytes =
      std::max(Source.WidestBytes, Pattern.Bytes * Pattern.Pieces);
  if (!From.IsServed) {
    Source.Traced.Requests += Pattern.Pieces;
    Source.Traced.Wavefronts += Figure.Wavefronts;
    Source.Traced.Ideal += Figure.Ideal;
    Source.Traced.IfMerged += TracedTotals::PartsOfOne * Figure.Wavefronts;
  }
  noteWorst(Event, Pattern, Cost, From.SymbolValue);
  if (OnExecution)
    OnExecution(executionOf(Event, Pattern, Cost, From.SymbolValue));
  if (IsDefinite)
    makeWorse(Source.WorstDefinite, Figure);
  else
    noteThreat(Event, Pattern, Cost, From);
  if (Pattern.Source && Event.IsMaskExact && Event.IsCounted)
    makeWorse(Source.WorstDefinite, Cost.Copy.Least);
}

AccessRecord::WorstExecution
AccessRecord::executionOf(const AccessEvent &Event,
                          const AccessPattern &Pattern, const PatternCost &Cost,
                          int64_t SymbolValue) {
  WorstExecution Result{Pattern,    SymbolValue,       Cost,
                        Event.Warp, Event.Loops.vec(), std::nullopt};
  if (Event.Address.constantLanes(Event.Lanes) == Event.Lanes)
    Result.Array = Event.Array;
  return Result;
}

void AccessRecord::noteWorst(const AccessEvent &Event,
                             const AccessPattern &Pattern,
                             const PatternCost &Cost, int64_t SymbolValue) {
  if (!Worst || isWorse(Cost.Cost, Worst->Cost.Cost))
    Worst = executionOf(Event, Pattern, Cost, SymbolValue);
}

/// Why a copy past the cache may not reach its figure: \p Why, or its source.
static Reason copyReason(const Reason *Why, const PatternCost &Cost) {
  const RequestCost &InStep = Cost.Copy.IfInStep;
  Reason Result = Why ? *Why
                      : Reason{ReasonCode::UniformUnknown,
                               "depends on where the source starts"};
  Result.Detail += "; " + counted(InStep.Wavefronts, "wavefront");
  if (InStep.conflicts())
    Result.Detail += " instead of " + grouped(InStep.Ideal);
  Result.Detail += Why ? " if all lanes copy and each row of the source"
                       : " if each of its rows";
  Result.Detail += " starts with a line of 128 bytes";
  return Result;
}

/// Why the figure of an execution that is not sure may not be reached.
static Reason reasonOf(const AccessEvent &Event, const AccessPattern &Pattern,
                       bool IsOneCost, const SymbolLabel *Varying,
                       const Reason *Bounding, bool MaySink, bool MayBeUnused) {
  if (!Event.IsMaskExact)
    return Event.MaskReason ? *Event.MaskReason
                            : Reason{ReasonCode::UnknownCondition,
                                     "some lanes may be inactive"};
  if (Bounding)
    return *Bounding;
  if (!IsOneCost && Pattern.ShiftsBySymbol)
    return {ReasonCode::UniformUnknown,
            "an unknown offset decides which lanes share a word"};
  if (!IsOneCost)
    return {ReasonCode::UnknownPointer,
            "the position of the array within a word is unknown"};
  if (Varying)
    return {ReasonCode::UniformUnknown, dependsOn(Varying->Name)};
  if (MaySink)
    return {ReasonCode::UnknownCondition,
            "the compiler may load only on the side of a branch that uses it"};
  if (MayBeUnused)
    return {ReasonCode::UnknownCondition, "its value may not be used"};
  return {ReasonCode::UnknownCondition,
          "its most expensive request may not be executed"};
}

void AccessRecord::noteThreat(const AccessEvent &Event,
                              const AccessPattern &Pattern,
                              const PatternCost &Cost, const Origin &From) {
  SourceTally &Source = Tally.Source;
  if (!Event.IsMaskExact && Event.MaskReason &&
      Event.MaskReason->Detail == AfterWaiting)
    Source.Rules |= CompilerRule::L8;
  std::optional<Threat> &Worst = Source.WorstThreat;
  const bool MayHaveOtherIdeal =
      Pattern.Source || ((!Event.IsMaskExact || MaySink) && Pattern.Bytes > 4);
  unsigned ExcessBelow = MayHaveOtherIdeal ? Cost.MostWavefronts : 0;
  Source.MostThreatened = std::max(Source.MostThreatened, ExcessBelow);
  if (Worst)
    ExcessBelow = std::max(Worst->ExcessBelow, ExcessBelow);
  if (Worst && !isWorse(Cost.Cost, Worst->Cost)) {
    Worst->ExcessBelow = ExcessBelow;
    return;
  }
  Worst = Threat{Cost.Cost, ExcessBelow,
                 Pattern.Source && (!Event.IsMaskExact || !From.IsOneCost)
                     ? copyReason(Event.MaskReason, Cost)
                     : reasonOf(Event, Pattern, From.IsOneCost,
                                From.IsConstant ? nullptr : From.Label,
                                From.Bounding, MaySink, MayBeUnused)};
}

void AccessRecord::repeat(const TracedTotals &Of, uint64_t Times) {
  TracedTotals &Sum = Tally.Source.Traced;
  // Saturated sums are added up again, over accesses and blocks.
  const auto Add = [Times](uint64_t &Into, uint64_t Each) {
    Into = std::min(llvm::SaturatingMultiplyAdd(Each, Times, Into), ManyTotal);
  };
  Add(Sum.Requests, Of.Requests);
  Add(Sum.Wavefronts, Of.Wavefronts);
  Add(Sum.Ideal, Of.Ideal);
  Add(Sum.IfMerged, Of.IfMerged);
}

AccessTally AccessRecord::tally(const Access &A,
                                const KernelProgram &Program) const {
  AccessTally Result = Tally;
  Result.Source.MayMove = MaySink;
  Result.Source.Rules |= A.Rules;
  if (Stays)
    Result.Source.Rules |= CompilerRule::S2;
  if (mayBeRemoved(A)) {
    Result.Reuse.MayVanish = true;
    Result.Reuse.WorstKept = std::nullopt;
    Result.Reuse.Removal = A.Op == MemoryOperation::Store && A.Array
                               ? "nothing needs what it stores to " +
                                     quoted(Program.Arrays[*A.Array].Name)
                               : "nothing uses its value";
  }
  Result.Source.Worst = Worst->Cost.Cost;
  Result.Source.MayJoinPieces =
      A.IsNumber || (MayJoinPieces && HasUnjoined &&
                     (Worst->Pattern.Pieces > 1 || HasJoined));
  return Result;
}

/// Without bank maps.
Witness AccessRecord::witnessOf(const WorstExecution &Of,
                                const KernelProgram &Program,
                                const RequestCosts &Costs) {
  Witness Result;
  Result.Warp = Of.Warp;
  for (const LoopPosition &Loop : Of.Loops)
    if (Loop.Value)
      Result.Loops.push_back(
          {Program.Variables[Loop.Variable].Name, *Loop.Value});
  const AccessPattern &Pattern = Of.Pattern;
  Result.Request = Costs.worstRequest(Pattern, Of.SymbolValue, Of.Cost);
  // The request may have been moved to where its offsets are not negative, or
  // to where an array may start that is not aligned.
  if (Pattern.Addressing.none())
    return Result;
  unsigned First = Pattern.Addressing.lowest();
  uint64_t Moved =
      Result.Request.Address[First] - uint64_t(Pattern.Offset[First]);
  if (Moved < uint64_t(Pattern.Bytes) * Pattern.Pieces)
    Result.Array = Of.Array;
  return Result;
}

void AccessRecord::listen(const KernelProgram &Program,
                          const RequestCosts &Costs,
                          std::function<void(RoundRequest)> Listener) {
  OnExecution = [&Program, &Costs, Listener](const WorstExecution &Of) {
    RoundRequest Request{witnessOf(Of, Program, Costs), Of.Cost.Cost, {}};
    for (const LoopPosition &Loop : Of.Loops)
      Request.Rounds.push_back(Loop.Round);
    Listener(std::move(Request));
  };
}

/// Why a cost of which \p Least is all that is known is unknown.
static Reason reasonOfLeast(const RequestCost &Least) {
  if (Least.Wavefronts == 0)
    return {ReasonCode::UnknownCost, "the rules give only a lower bound"};
  return {ReasonCode::UnknownCost, "at least " + grouped(Least.Wavefronts) +
                                       " wavefronts for the worst request, " +
                                       grouped(Least.Ideal) +
                                       " without conflict"};
}

Verdict AccessRecord::verdict(unsigned Access, const KernelProgram &Program,
                              const RequestCosts &Costs) const {
  Verdict V;
  const WorstExecution *Of = nullptr;
  if (Unknown)
    V.Why = Unknown;
  else if (Least) {
    V.Why = reasonOfLeast(*Least);
    Of = sureLeast();
    if (Of) {
      V.Worst = Of->Cost.Cost;
      V.Sure = V.Worst;
    }
  } else {
    V = verdictOf(tally(Program.Accesses[Access], Program));
    Of = &*Worst;
  }
  if (Of) {
    V.WorstRequest = witnessOf(*Of, Program, Costs);
    V.WorstRequest->Maps = bankMaps(Costs.Arch, V.WorstRequest->Request);
  }
  V.Access = Access;
  V.Arrays = Arrays;
  V.MayStray = MayStray;
  V.BlockGuards = BlockGuards;
  V.Faults = Faults.found();
  V.FaultsIfReached = FaultsIfReached.found();
  return V;
}
