//===- AccessRecord.cpp - The executions of one access --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRecord.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

void AccessRecord::addUnknown(Reason Because) {
  IsReached = true;
  if (!Unknown)
    Unknown = std::move(Because);
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
  if (!Least || isWorse(Cost, *Least))
    Least = Cost;
}

void AccessRecord::addMerging(const RequestCost &Alone,
                              const std::optional<RequestCost> &Merged) {
  std::optional<RequestCost> &Into = Merged ? WorstMerged : WorstUnmergeable;
  const RequestCost &Cost = Merged ? *Merged : Alone;
  if (!Into || isWorse(Cost, *Into))
    Into = Cost;
}

static void makeWorse(std::optional<RequestCost> &Into,
                      const RequestCost &Cost) {
  if (!Into || isWorse(Cost, *Into))
    Into = Cost;
}

void AccessRecord::addReuse(const SpareEntry &Entry) {
  MayVanish |= Entry.MayVanish;
  if (Entry.Cost && !Entry.MayVanish)
    makeWorse(WorstKept, *Entry.Cost);
  if (Entry.Joined)
    makeWorse(WorstJoined, *Entry.Joined);
}

void AccessRecord::add(const AccessEvent &Event, const AccessPattern &Pattern,
                       const PatternCost &Cost) {
  Origin From;
  From.IsOneCost = Cost.IsOneCost;
  note(Event, Pattern, Cost, From);
  if (!WorstIndependent || isWorse(Cost.Cost, *WorstIndependent))
    WorstIndependent = Cost.Cost;
}

void AccessRecord::addBound(const AccessEvent &Event,
                            const AccessPattern &Pattern,
                            const PatternCost &Cost, int64_t SymbolValue,
                            const std::string &Unknown) {
  Origin From;
  From.SymbolValue = SymbolValue;
  From.IsOneCost = false;
  From.Bounding = &Unknown;
  note(Event, Pattern, Cost, From);
  if (!WorstIndependent || isWorse(Cost.Cost, *WorstIndependent))
    WorstIndependent = Cost.Cost;
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
  if (!Dependence) {
    Dependence = Symbolic.Cost;
    Label = SymbolName;
  } else if (!(Label == SymbolName)) {
    HasManyLabels = true;
  } else if (!Included.contains(&Symbolic)) {
    Dependence->include(Symbolic.Cost);
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
  if (!IsReached) {
    First = Figure;
    FirstSymbolic = From.Symbolic;
  }
  IsReached = true;
  if (Pattern.Pieces > 1 && Event.IsMaskExact && MayJoinPieces)
    MayJoinPieces = mayJoinPieces(Pattern);
  bool IsFigureExact = From.IsOneCost &&
                       (Event.IsMaskExact || isLeastOfAnyLane(Pattern, Figure));
  bool IsSure = IsFigureExact && From.IsConstant && Event.IsCounted;
  AllFiguresExact &= IsFigureExact;
  AllKnown &= From.IsOneCost && From.IsConstant;
  AllSure &= IsSure;
  AllAlike &= First && isSame(*First, Figure) && FirstSymbolic == From.Symbolic;
  WidestBytes = std::max(WidestBytes, Pattern.Bytes * Pattern.Pieces);
  if (!From.IsServed) {
    Traced.Requests += Pattern.Pieces;
    Traced.Wavefronts += Figure.Wavefronts;
    Traced.Ideal += Figure.Ideal;
  }
  noteWorst(Event, Pattern, Cost, From.SymbolValue);
  if (!IsSure)
    noteThreat(Event, Pattern, Figure, From);
  else if (!WorstSure || isWorse(Figure, *WorstSure))
    WorstSure = Figure;
}

void AccessRecord::noteWorst(const AccessEvent &Event,
                             const AccessPattern &Pattern,
                             const PatternCost &Cost, int64_t SymbolValue) {
  if (Worst && !isWorse(Cost.Cost, Worst->Cost.Cost))
    return;
  Worst = WorstExecution{Pattern,    SymbolValue,       Cost,
                         Event.Warp, Event.Loops.vec(), std::nullopt};
  if (Event.Address.constantLanes(Event.Lanes) == Event.Lanes)
    Worst->Array = Event.Array;
}

/// Why the figure of an execution that is not sure may not be reached.
static Reason reasonOf(const AccessEvent &Event, const AccessPattern &Pattern,
                       bool IsOneCost, const SymbolLabel *Varying,
                       const std::string *Bounding) {
  if (!Event.IsMaskExact)
    return Event.MaskReason ? *Event.MaskReason
                            : Reason{ReasonCode::UnknownCondition,
                                     "some lanes may not take part"};
  if (Bounding)
    return {ReasonCode::UniformUnknown, "depends on '" + *Bounding + "'"};
  if (!IsOneCost && Pattern.ShiftsBySymbol)
    return {ReasonCode::UniformUnknown,
            "an unknown offset decides which lanes share a word"};
  if (!IsOneCost)
    return {ReasonCode::UnknownPointer,
            "where the array starts within a word is not known"};
  if (Varying)
    return {ReasonCode::UniformUnknown, "depends on '" + Varying->Name + "'"};
  return {ReasonCode::UnknownCondition,
          "its costliest executions may not take place"};
}

void AccessRecord::noteThreat(const AccessEvent &Event,
                              const AccessPattern &Pattern,
                              const RequestCost &Cost, const Origin &From) {
  bool MayJoin = !Event.IsMaskExact && Pattern.Bytes > 4;
  unsigned ExcessBelow = MayJoin ? Cost.Wavefronts : 0;
  MostThreatened = std::max(MostThreatened, ExcessBelow);
  if (WorstThreat && !isWorse(Cost, WorstThreat->Cost)) {
    WorstThreat->ExcessBelow = std::max(WorstThreat->ExcessBelow, ExcessBelow);
    return;
  }
  if (WorstThreat)
    ExcessBelow = std::max(WorstThreat->ExcessBelow, ExcessBelow);
  WorstThreat =
      Threat{Cost, ExcessBelow,
             reasonOf(Event, Pattern, From.IsOneCost,
                      From.IsConstant ? nullptr : From.Label, From.Bounding)};
}

/// True if no execution that is not sure can be worse than one that is.
bool AccessRecord::isWorstSure() const {
  if (!WorstThreat)
    return true;
  return WorstSure && !isWorse(WorstThreat->Cost, *WorstSure) &&
         WorstThreat->ExcessBelow <= WorstSure->excess();
}

/// The cost by symbol, with the executions that do not depend on it.
std::optional<SymbolicCost> AccessRecord::dependence() const {
  if (!Dependence || HasManyLabels)
    return std::nullopt;
  SymbolicCost All = *Dependence;
  if (WorstIndependent)
    All.include(SymbolicCost(*WorstIndependent));
  if (All.constant())
    return std::nullopt;
  return All;
}

/// "n % 32 == 0: 32 wavefronts", or the same for an s that is explained.
static std::string conditionText(const SymbolicCost &Cost,
                                 const SymbolLabel &Label, bool IsBound) {
  if (Label.IsValue)
    return Cost.describe(Label.Name, IsBound);
  std::string Text = Cost.describe("s", IsBound) + "; where s is ";
  // Placeholders are phrases: "a value", "an expression".
  if (llvm::StringRef(Label.Name).contains(' '))
    return Text + Label.Name;
  return Text + "a value that depends on '" + Label.Name + "'";
}

/// Result, Why and Condition of an access whose executions all have figures.
void AccessRecord::settle(Verdict &V) const {
  bool IsConstant = !Dependence || Dependence->constant().has_value();
  bool AllEqual = AllAlike && AllFiguresExact && IsConstant;
  if (AllEqual || isWorstSure()) {
    V.Result = Certainty::Exact;
    if (AllSure && !MayRepeat)
      V.BlockTotal = Traced;
  } else if (std::optional<SymbolicCost> Cost = dependence()) {
    V.Result = Certainty::Depends;
    // Symbols of one name that are no values of it may differ.
    bool IsShared = AllAlike || (Label.IsValue && AllFiguresExact);
    V.Condition = conditionText(*Cost, Label, !AllFiguresExact || !IsShared);
  } else {
    V.Result = Certainty::UpperBound;
    V.Why = WorstThreat->Why;
    // A request of as much excess or less, with lanes missing, may need more
    // wavefronts than the worst.
    if (unsigned Wavefronts = V.Worst.Wavefronts; Wavefronts < MostThreatened) {
      V.Worst.Wavefronts = MostThreatened;
      V.Worst.Ideal += MostThreatened - Wavefronts;
    }
  }
  if (V.Result == Certainty::Exact && Worst->Pattern.Pieces > 1 &&
      MayJoinPieces) {
    V.Result = Certainty::UpperBound;
    V.BlockTotal = std::nullopt;
    V.Why = Reason{ReasonCode::UnknownCost,
                   "a struct is copied in pieces, which the compiler may join"};
  }
}

/// Weakens a figure that the compiler may better by merging.
void AccessRecord::settleMerging(Verdict &V) const {
  bool WasExact = V.Result == Certainty::Exact;
  if (!WasExact && V.Result != Certainty::UpperBound)
    return;
  bool MayLoseConflict = V.Worst.conflicts() && WorstMerged;
  if (WasExact && (MayLoseConflict || MayMerge))
    V.Why = Reason{ReasonCode::MayMerge,
                   MayCombine ? "the compiler may combine the values of lanes "
                                "that update one word"
                              : "the compiler may merge it with its neighbours "
                                "into one access of 8 or 16 bytes"};
  // A request that stays alone keeps its conflict.
  bool IsKept = WorstUnmergeable && !isWorse(V.Worst, *WorstUnmergeable);
  if (MayLoseConflict && !(WasExact && IsKept && isOneFigure())) {
    V.IfSpared = WorstMerged;
    if (WorstUnmergeable && isWorse(*WorstUnmergeable, *V.IfSpared))
      V.IfSpared = WorstUnmergeable;
    // Totals stay those of the requests alone, which merging never exceeds.
    V.Result = Certainty::UpperBound;
  } else if (WasExact && (MayLoseConflict || MayMerge)) {
    // The worst request is what it is, but there may be fewer.
    V.BlockTotal = std::nullopt;
  }
}

/// Weakens what counts on executions that the compiler may spare.
void AccessRecord::settleReuse(Verdict &V) const {
  // Requests of others serve all executions anyway if there are none.
  if (!MayVanish || V.Result == Certainty::Unknown || Traced.Requests == 0)
    return;
  const Reason Why{ReasonCode::MayReuse,
                   "the compiler may keep the value in a register"};
  bool IsKept = WorstKept && !isWorse(V.Worst, *WorstKept);
  if (!IsKept && V.Worst.conflicts()) {
    RequestCost Left = WorstKept.value_or(RequestCost());
    if (!V.IfSpared || isWorse(*V.IfSpared, Left))
      V.IfSpared = Left;
  }
  if (V.Result == Certainty::Exact && isOneFigure() &&
      (IsKept || !V.Worst.conflicts())) {
    // Requests cost what the worst does, but there may be fewer.
    V.BlockTotal = std::nullopt;
    V.Why = Why;
  } else if (V.Result == Certainty::Exact || !IsKept) {
    if (V.Result == Certainty::Depends)
      V.Why = Reason{ReasonCode::UniformUnknown,
                     "depends on '" + Label.Name + "', and " + Why.Detail};
    else if (V.Result == Certainty::Exact)
      V.Why = Why;
    V.Result = Certainty::UpperBound;
    V.Condition.clear();
  }
}

/// Raises the figure to what the request is together with that of another
/// branch. Both never cost more than they do apart, so there is no conflict
/// that was not there.
void AccessRecord::settleJoining(Verdict &V) const {
  if (!WorstJoined || V.Result == Certainty::Unknown)
    return;
  const Reason Why{ReasonCode::MayJoin,
                   "the compiler may make one access of those of several "
                   "branches"};
  if (!isWorse(*WorstJoined, V.Worst)) {
    if (V.Result != Certainty::Exact)
      return;
    V.BlockTotal = std::nullopt;
    V.Why = Why;
    return;
  }
  if (!V.IfSpared)
    V.IfSpared = V.Worst;
  V.Worst = *WorstJoined;
  V.BlockTotal = std::nullopt;
  V.Condition.clear();
  // Figures that the compiler may only better are those of the source: these
  // are not.
  V.Why = Why;
  V.Result = Certainty::UpperBound;
}

/// The least that any value of the symbol costs, by excess.
static std::optional<RequestCost> leastOf(const SymbolicCost &Cost) {
  std::optional<RequestCost> Least;
  auto Include = [&Least](const CostIfAligned &Other) {
    if (Other && (!Least || isWorse(*Least, *Other)))
      Least = *Other;
  };
  for (uint64_t Residue = 0; Residue != Cost.period(); ++Residue)
    Include(Cost.ofClass(Residue));
  for (const auto &Exception : Cost.exceptions())
    Include(Exception.second);
  return Least;
}

/// Verdict::Sure, \p WasExact being true if the result was exact before the
/// compiler's freedom was looked at.
std::optional<RequestCost> AccessRecord::sureCost(const Verdict &V,
                                                  bool WasExact) const {
  if (V.Result == Certainty::Exact)
    return V.Worst;
  if (Worst->Pattern.Pieces > 1 && MayJoinPieces)
    return std::nullopt;
  if (V.IfSpared)
    return WasExact && (AllSure || isOneFigure()) ? V.IfSpared : std::nullopt;
  if (MayVanish)
    return std::nullopt;
  std::optional<RequestCost> Sure = WorstSure;
  if (V.Result == Certainty::Depends && AllAlike && AllFiguresExact)
    if (std::optional<RequestCost> Least = leastOf(*dependence()))
      if (!Sure || isWorse(*Least, *Sure))
        Sure = Least;
  return Sure;
}

Witness AccessRecord::witness(const KernelProgram &Program,
                              const RequestCosts &Costs) const {
  Witness Result;
  Result.Warp = Worst->Warp;
  for (const LoopPosition &Loop : Worst->Loops)
    if (Loop.Value)
      Result.Loops.push_back(
          {Program.Variables[Loop.Variable].Name, *Loop.Value});
  Result.Request =
      Costs.worstRequest(Worst->Pattern, Worst->SymbolValue, Worst->Cost);
  Result.Maps = bankMaps(Costs.Arch, Result.Request);
  // The request may have been moved to where its offsets are not negative, or
  // to where an array may start that is not aligned.
  const AccessPattern &Pattern = Worst->Pattern;
  if (Pattern.Addressing.none())
    return Result;
  unsigned First = Pattern.Addressing.lowest();
  uint64_t Moved =
      Result.Request.Address[First] - uint64_t(Pattern.Offset[First]);
  if (Moved < uint64_t(Pattern.Bytes) * Pattern.Pieces)
    Result.Array = Worst->Array;
  return Result;
}

Verdict AccessRecord::verdict(unsigned Access, const KernelProgram &Program,
                              const RequestCosts &Costs) const {
  Verdict V;
  V.Access = Access;
  V.Arrays = Arrays;
  V.MayStray = MayStray;
  V.Faults = Faults.found();
  if (Unknown) {
    V.Why = Unknown;
    return V;
  }
  if (Least) {
    std::string Detail = "no rule gives more than a least figure";
    if (Least->Wavefronts != 0)
      Detail = "at least " + std::to_string(Least->Wavefronts) +
               " wavefronts for the worst request, " +
               std::to_string(Least->Ideal) + " without conflict";
    V.Why = Reason{ReasonCode::UnknownCost, Detail};
    return V;
  }
  V.Traced = Traced;
  V.Worst = Worst->Cost.Cost;
  V.FusedBytes = WidestBytes;
  settle(V);
  const bool WasExact = V.Result == Certainty::Exact;
  settleMerging(V);
  settleReuse(V);
  settleJoining(V);
  V.Sure = sureCost(V, WasExact);
  V.IsOnlyFlowOpen = V.Result == Certainty::UpperBound && AllKnown && !WasExact;
  V.WorstRequest = witness(Program, Costs);
  return V;
}
