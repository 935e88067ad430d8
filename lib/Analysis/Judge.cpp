//===- Judge.cpp - From events to verdicts --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"
#include "Costs/AnyAddress.h"
#include "Costs/CaseCosts.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// Different patterns with a symbol that are worked out for one launch. Each
/// takes hundreds of evaluations.
constexpr unsigned MaxSymbolicPatterns = 1024;
/// Cases of addresses that are evaluated for one launch: each takes some
/// microseconds.
constexpr uint64_t MaxCasesEvaluated = 1 << 17;

/// True if the hardware may need more than the figure.
bool Judge::isLeastFigure(MemoryOperation Op, CostKind Kind) const {
  switch (Op) {
  case MemoryOperation::AsyncCopy:
    // The rule is for a contiguous source; a program does not contain the
    // source.
    return true;
  default:
    return Kind != CostKind::Exact &&
           (Kind != CostKind::ExactAlone || Launch.Block.count() > WarpSize);
  }
}

/// Enters what \p Cost says into \p Record: by \p Add if it is a figure.
void Judge::addFigure(AccessRecord &Record, const AccessPattern &Pattern,
                      const PatternCost &Cost,
                      llvm::function_ref<void(AccessRecord &)> Add) {
  if (!Cost.IsAligned)
    Record.addUnknown(
        {ReasonCode::Misaligned, "lanes are not aligned to the " +
                                     std::to_string(Pattern.Bytes) +
                                     " bytes that they access at once"});
  else if (isLeastFigure(Pattern.Op, Cost.Cost.Kind))
    Record.addLeast();
  else
    Add(Record);
}

Judge::Judge(const KernelProgram &Program, const Architecture &Arch,
             const LaunchConfig &Launch, llvm::ArrayRef<LayoutOverride> Layout,
             const Lessons &Known, uint64_t Check)
    : Program(Program), Launch(Launch), Layout(Layout), Costs(Arch),
      Room(Program, Arch, Launch, Layout), Roots(Program), Known(Known),
      Check(Check), Staying(Known.Staying), Reuse(Program),
      Window(Program, Layout) {
  Records.reserve(Program.Accesses.size());
  for (auto [Number, A] : llvm::enumerate(Program.Accesses))
    Records.emplace_back(A, Known.Staying.contains(Number));
  Reuse.Varying = Known.Varying;
  Reuse.Parted = Known.Parted;
  Window.Lessons = Known.Merging;
}

MovedAccesses Judge::movedAccesses() const {
  MovedAccesses Result = Known.Moved;
  const auto AddRelevant = [this](const AccessSet &From, AccessSet &To) {
    for (unsigned Access : From)
      if (Window.Relevant.contains(Access))
        To.insert(Access);
  };
  AddRelevant(Reuse.Moved.Vain, Result.Vain);
  AddRelevant(Reuse.Moved.Joining, Result.Joining);
  AddRelevant(Reuse.Moved.Mixed, Result.Mixed);
  return Result;
}

Lessons Judge::lessons() const {
  // What alignments vary by may turn out to be two copies of code that were
  // taken for one, later in the run.
  return {IsCut ? Window.Lessons : Window.lessons(), Reuse.Varying,
          Reuse.Parted, movedAccesses(), Staying};
}

bool Judge::learnFrom(const ExecutionSummary &Summary) {
  if (hasLearned())
    return true;
  const auto IsTaken = [&Summary](NumberedSide Side) {
    return Summary.LeftSides.count({Side.Branch, Side.IsElse}) == 0;
  };
  if (!Summary.BudgetReached && !Summary.Aborted && !IsEnough)
    for (auto [Number, A] : llvm::enumerate(Program.Accesses))
      if (!A.NeededOn.empty() && llvm::all_of(A.NeededOn, IsTaken) &&
          Records[Number].mayMove() && applies(Mechanism::StayingLoads))
        Staying.insert(Number);
  return Staying != Known.Staying;
}

bool Judge::hasLearned() const {
  const Lessons Now = lessons();
  return !(Now.Merging == Known.Merging) || Now.Parted != Known.Parted ||
         Now.Moved != Known.Moved ||
         (Reuse.HasSpared && Now.Varying != Known.Varying);
}

void Judge::listen(unsigned Access,
                   llvm::function_ref<bool(RoundRequest)> Listener) {
  Records[Access].listen(Program, Costs,
                         [this, Listener](RoundRequest Request) {
                           if (!IsEnough)
                             IsEnough = !Listener(std::move(Request));
                         });
}

bool Judge::onAccess(const AccessEvent &Event) {
  add(Event);
  if (++Events != Check || IsEnough)
    return !IsEnough;
  Check *= 4;
  IsCut = true;
  if (hasLearned())
    return false;
  IsCut = false;
  return true;
}

void Judge::add(const AccessEvent &Event) {
  if (Event.Running) {
    keepCost(Event, Program.Accesses[Event.Access], Costs.Arch,
             unitBytes(Program.Accesses[Event.Access]));
    Room.keepInside(Event);
  }
  bool MayVanish = Reuse.meet(Event, [this](const SpareEntry &E) {
    if (applies(Mechanism::Elision))
      Records[E.Access].addReuse(E);
  });
  Window.meet(Event, MayVanish, Known.Moved,
              [this](const WindowEntry &Request) { addRequest(Request); });
  AccessRecord &Record = Records[Event.Access];
  const Access &A = Program.Accesses[Event.Access];
  Record.addPlace(Event.Array, A.Array);
  if (Event.FlowReason)
    Record.addGuard(*Event.FlowReason);
  Record.addAddresses(Event, Program, Room.bytes());
  if (A.Op == MemoryOperation::AtomicLoopLoad && !isLoop(Costs.Arch, A.Op))
    return;
  // Warps that compete for a word repeat their loops.
  if (isLoop(Costs.Arch, A.Op) && Launch.Block.count() > WarpSize)
    Record.setMayRepeat();
  if (!isSupported(Costs.Arch, A.Op, A.Bytes))
    return Record.addUnknown({ReasonCode::UnsupportedOperation,
                              Costs.Arch.Name.str() + " has no " +
                                  spelling(A.Op).str() + " of " +
                                  std::to_string(A.Bytes) + " bytes"});
  if (Event.Address.cases())
    return addByCases(Event);
  AccessPattern Pattern;
  if (std::optional<Reason> Why =
          describe(Event, Program, Costs.Arch, Pattern, &Window.places())) {
    if (const std::optional<AnyRequest> Any =
            requestOfAny(Event, Program, Roots, Room.bytes(), *Why, Costs);
        Any && applies(Mechanism::AnyAddress))
      return addAnywhere(Event, *Any, *Why);
    return Record.addUnknown(*Why);
  }
  if (A.IsWhole && Known.Parted.contains(Event.Access)) {
    Record.addMergingRules(CompilerRule::P6);
  } else if (A.IsWhole) {
    Window.joinPieces(Event, Pattern);
    if (!Pattern.IsJoined)
      Record.addMergingRules(CompilerRule::M5);
  }
  if (Pattern.Source)
    return addCopy(Event, Pattern);
  if (Pattern.Second)
    return addTwoSymbols(Event, Pattern);
  if (Pattern.Symbol)
    return addSymbolic(Event, Pattern);
  PatternCost Cost = Costs.costOf(Pattern, 0);
  if (isLeastFigure(Pattern.Op, Cost.Cost.Kind) && Cost.Cost.CleanRound) {
    Record.setMayRepeat();
    Cost.Cost = {CostKind::Exact, Cost.Cost.CleanRound, Cost.Cost.CleanRound,
                 Cost.Cost.Ways};
  }
  Reuse.setCost(&Pattern, Cost.Cost, Costs, Event.Running);
  if (Cost.IsAligned && isLeastFigure(Pattern.Op, Cost.Cost.Kind))
    return Record.addLeast(Event, Pattern, Cost);
  addFigure(Record, Pattern, Cost, [&](AccessRecord &) {
    addOneCost(Event, Pattern, Cost, MayVanish);
  });
}

/// A request that costs \p Cost, and less only if the compiler merges it or, if
/// \p MayVanish, keeps in registers what it accesses.
void Judge::addOneCost(const AccessEvent &Event, const AccessPattern &Pattern,
                       const PatternCost &Cost, bool MayVanish) {
  if ((Cost.Cost.conflicts() || Window.mayHaveNeighbours(Event, Pattern)) &&
      applies(Mechanism::Merging))
    return Window.add(
        Event, Pattern, Cost, Costs,
        [this](const WindowEntry &Request) { addRequest(Request); });
  AccessRecord &Record = Records[Event.Access];
  Record.add(Event, Pattern, Cost);
  if (MayVanish)
    Record.addShare(Cost.Cost, 0);
}

/// A copy past the cache.
void Judge::addCopy(const AccessEvent &Event, const AccessPattern &Pattern) {
  AccessRecord &Record = Records[Event.Access];
  const PatternCost Cost = Costs.costOf(Pattern, 0);
  Reuse.setCost(&Pattern, Cost.Cost, Costs, Event.Running);
  if (Cost.IsAligned && Cost.Cost.Kind == CostKind::Unknown)
    return Record.addUnknown(
        {ReasonCode::Budget, "too many copies differ in their source"});
  if (Cost.IsAligned && Cost.Cost.Kind != CostKind::Exact) {
    // Some lanes may cost less than all.
    if (Event.IsMaskExact)
      return Record.addLeast(Cost.Copy.Fewest);
    return Record.addUnknown({ReasonCode::UnknownCost,
                              "the cost of a chunk that goes to several "
                              "places follows no known rule"});
  }
  addFigure(Record, Pattern, Cost, [&](AccessRecord &R) {
    R.add(Event, Pattern, Cost);
    // Sources that do not start with a line are rare: what only these cost is
    // no conflict that a user would look for.
    if (Cost.Cost.conflicts())
      R.addMerging(Cost.Cost, Cost.Copy.IfInStep.conflicts()
                                  ? std::nullopt
                                  : std::optional(Cost.Copy.IfInStep));
  });
}

/// \p Request stands for \p Event, whose addresses are not known because of
/// \p Why.
void Judge::addAnywhere(const AccessEvent &Event, const AnyRequest &Request,
                        const Reason &Why) {
  const AccessPattern &Pattern = Request.Pattern;
  const PatternCost Cost = Costs.costOf(Pattern, 0);
  Reuse.setCost(nullptr, Cost.Cost, Costs, Event.Running);
  AccessRecord &Record = Records[Event.Access];
  if (!Request.IsOneCost)
    return Record.addBound(Event, Pattern, Cost, 0, Why);
  if (Request.MayMerge)
    Record.addMergingRules(CompilerRule::M5);
  Record.add(Event, Pattern, Cost);
  if (!Cost.Cost.conflicts()) {
    if (Request.MayMerge)
      Record.setMayMerge();
    return;
  }
  RequestCost Merged = Cost.Cost;
  Merged.Wavefronts = Merged.Ideal;
  Merged.Ways = 1;
  Record.addMerging(Cost.Cost,
                    Request.MayMerge ? std::optional(Merged) : std::nullopt);
}

/// Two symbols vary between the lanes.
void Judge::addTwoSymbols(const AccessEvent &Event,
                          const AccessPattern &Pattern) {
  Records[Event.Access].addUnknown(
      {ReasonCode::UniformUnknown, dependsOnBoth(Pattern, Event.Symbols)});
}

/// An address that is known by cases of some unknown.
void Judge::addByCases(const AccessEvent &Event) {
  AccessRecord &Record = Records[Event.Access];
  const CaseSet &Set = Event.Symbols.caseSet(Event.Address.cases()->Set);
  const Reason OfSet = {ReasonCode::UniformUnknown, dependsOn(Set.Name)};
  if (Program.Accesses[Event.Access].Op == MemoryOperation::AsyncCopyBypass)
    return Record.addUnknown(OfSet);
  CasesEvaluated += Set.Count;
  if (CasesEvaluated > MaxCasesEvaluated)
    return Record.addUnknown(
        {ReasonCode::Budget,
         "too many different requests: the address " + OfSet.Detail});
  CaseCosts Cases;
  if (std::optional<Reason> Why = evaluateCases(Event, Program, Window.places(),
                                                roomOf(Event), Costs, Cases))
    return Record.addUnknown(*Why);
  std::optional<SymbolicPattern> ByResidue = byResidue(Cases, Set);
  Reuse.setCost(nullptr, Cases.Worst.Cost, Costs, Event.Running);
  addFigure(Record, Cases.Pattern, Cases.Worst, [&](AccessRecord &R) {
    // That neighbours might merge is not looked at here.
    bool IsClean = !Cases.Worst.Cost.conflicts();
    if (Cases.IsExact && Cases.IsOneCost && IsClean)
      return R.add(Event, Cases.Pattern, Cases.Worst);
    if (!IsClean && mayCombine(Event.Address, Cases.Pattern))
      R.addCombining(Cases.Worst.Cost, costOfOneLane(Cases.Pattern));
    if (!ByResidue || ByResidue->Cost.constant())
      return R.addBound(Event, Cases.Pattern, Cases.Worst, Cases.WorstValue,
                        OfSet);
    // Equal functions of one unknown are one.
    std::vector<int64_t> Key{-1, Set.ByResidue->Symbol};
    for (uint64_t Residue = 0; Residue != ByResidue->Cost.period(); ++Residue) {
      const CostIfAligned &Cost = ByResidue->Cost.ofClass(Residue);
      Key.push_back(Cost ? Cost->Wavefronts : 0);
      Key.push_back(Cost ? Cost->Ideal : 0);
      Key.push_back(Cost ? Cost->Ways : 0);
    }
    const SymbolicPattern &Symbolic =
        SymbolicPatterns.emplace(std::move(Key), *ByResidue).first->second;
    R.add(Event, Cases.Pattern, Symbolic,
          labelOf(Set.ByResidue->Symbol, Event.Symbols, Program));
  });
}

/// What \p Event costs at most inside of its array, if that is known.
std::optional<RoomCost> Judge::roomOf(const AccessEvent &Event) const {
  if (!Event.Array)
    return std::nullopt;
  return Room.of(Event.Access, *Event.Array);
}

void Judge::endWarp() {
  Window.endWarp([this](const WindowEntry &Request) { addRequest(Request); });
  Reuse.flush([this](const SpareEntry &E) {
    if (applies(Mechanism::Elision))
      Records[E.Access].addReuse(E);
  });
}

void Judge::finish() {
  endWarp();
  for (const auto &[Access, Request] : Strays)
    if (!Records[Access].isReached())
      enterRequest(Request);
}

void Judge::addSymbolic(const AccessEvent &Event,
                        const AccessPattern &Pattern) {
  AccessRecord &Record = Records[Event.Access];
  SymbolLabel Label = labelOf(*Pattern.Symbol, Event.Symbols, Program);
  SymbolLimits Limits = limitsOf(*Pattern.Symbol, Event.Symbols);
  Limits.Room = roomOf(Event);
  Limits.IsMaskExact = Event.IsMaskExact;
  const SymbolicPattern *Symbolic = symbolic(Pattern, Limits);
  if (!Symbolic)
    return Record.addUnknown(
        {ReasonCode::Budget,
         "too many different requests depend on '" + Label.Name + "'"});
  Reuse.setCost(nullptr, Symbolic->Worst.Cost, Costs, Event.Running);
  addFigure(Record, Pattern, Symbolic->Worst,
            [&](AccessRecord &R) { R.add(Event, Pattern, *Symbolic, Label); });
}

/// The evaluation of \p Pattern, or null if there are too many.
const SymbolicPattern *Judge::symbolic(const AccessPattern &Pattern,
                                       const SymbolLimits &Limits) {
  int64_t Span = AccessPattern::span(Costs.Arch, Pattern.Bytes);
  int64_t Origin = Pattern.Offset[Pattern.Addressing.lowest()] & -Span;
  std::vector<int64_t> Key{int64_t(Pattern.Op),
                           Pattern.Bytes,
                           Pattern.Pieces,
                           Pattern.ShiftStep,
                           int64_t(Pattern.Lanes.bits()),
                           Limits.IsNonNegative,
                           Limits.IsMaskExact,
                           Limits.Room ? Limits.Room->Wavefronts : -1,
                           Limits.Room ? Limits.Room->Ways : -1,
                           int64_t(Limits.Residues.size())};
  for (bool May : Limits.Residues)
    Key.push_back(May);
  for (unsigned Lane : Pattern.Addressing) {
    Key.push_back(Pattern.Offset[Lane] - Origin);
    Key.push_back(Pattern.Coefficient[Lane]);
  }
  auto Known = SymbolicPatterns.find(Key);
  if (Known != SymbolicPatterns.end())
    return &Known->second;
  if (SymbolicPatterns.size() == MaxSymbolicPatterns)
    return nullptr;
  return &SymbolicPatterns
              .emplace(std::move(Key), evaluate(Pattern, Limits, Costs))
              .first->second;
}

/// The events are not complete: executions that were not seen may cost more.
void Judge::giveUp(bool IsOutOfTime) {
  const Reason Because = {
      ReasonCode::Budget,
      IsOutOfTime ? "the kernel needs more processor time than the limit allows"
                  : "the kernel needs more work than the limit allows"};
  for (AccessRecord &Record : Records)
    Record.addUnknown(Because);
}

std::vector<Verdict> Judge::verdicts() const {
  std::vector<Verdict> Result;
  for (unsigned Access = 0; Access != Records.size(); ++Access)
    if (Records[Access].isReached())
      Result.push_back(Records[Access].verdict(Access, Program, Costs));
  return Result;
}
