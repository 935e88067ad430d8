//===- Executor.cpp - Statements of one warp ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "Values/PointedObjects.h"
#include "WarpSweep.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;

ExecutionSummary
banklint::execute(const KernelProgram &Program, const LaunchConfig &Launch,
                  const InterpreterBudget &Budget,
                  llvm::function_ref<bool(const AccessEvent &)> OnAccess,
                  llvm::ArrayRef<LayoutOverride> Layout) {
  return executeWarps(
      {Program, Launch, Budget, OnAccess, /*Listener=*/nullptr, Layout});
}

ExecutionSummary banklint::execute(const KernelProgram &Program,
                                   const LaunchConfig &Launch,
                                   const InterpreterBudget &Budget,
                                   SweepListener &Listener,
                                   llvm::ArrayRef<LayoutOverride> Layout) {
  auto OnAccess = [&](const AccessEvent &Event) {
    return Listener.onAccess(Event);
  };
  return executeWarps({Program, Launch, Budget, OnAccess,
                       Budget.SkipsRepeats ? &Listener : nullptr, Layout});
}

WarpExecutor::WarpExecutor(LaunchState &Shared, unsigned Warp)
    : Shared(Shared), Program(Shared.Program), Warp(Warp),
      Eval(Shared.Program, Shared.Launch, Shared.Layouts, Warp, Cur, Symbols,
           Reasons, Shared.Running, Shared.Inside ? &*Shared.Inside : nullptr) {
  Cur.Active = Eval.existingLanes();
}

void WarpExecutor::run() {
  runBlock(Program.Body);
  // Lanes that loaded and never came to a branch left in another way.
  for (auto [Access, Lanes] : Loading)
    for (const NumberedSide Side : Program.Accesses[Access].NeededOn)
      if ((Lanes & ~Reaching.lookup(Side.Branch)).any())
        Shared.Summary.LeftSides.insert({Side.Branch, Side.IsElse});
}

bool WarpExecutor::isOutOfBudget() const {
  return Shared.Summary.StatementsExecuted > Shared.Budget.Statements;
}

/// Notes which lanes take the sides of the numbered branch \p S.
void WarpExecutor::noteSides(const Stmt &S, const Decision &D) {
  if (S.Index == ~0u || Silent)
    return;
  Reaching[S.Index] |= Cur.Active;
  if (D.False.any() || D.Open.any())
    Shared.Summary.LeftSides.insert({S.Index, /*IsElse=*/false});
  if (D.True.any() || D.Open.any())
    Shared.Summary.LeftSides.insert({S.Index, /*IsElse=*/true});
}

/// The same for all branches of \p S, which is left out: the lanes that come to
/// inner ones are among those here.
void WarpExecutor::noteIdleSides(const Stmt &S) {
  if (Silent || !Shared.Needs->hasNumbers(S))
    return;
  if (S.Kind == StmtKind::If && S.Index != ~0u)
    noteSides(S, decide(S.Value));
  for (const Block &B : S.Blocks)
    for (const Stmt &Inner : B)
      noteIdleSides(Inner);
}

/// Leaves out \p S, which no access needs, but notes that it separates what
/// stands on its two sides. Returns false if it must be entered to see that.
bool WarpExecutor::passIdle(const Stmt &S) {
  noteIdleSides(S);
  switch (S.Kind) {
  case StmtKind::Loop:
    ++Segment;
    Stretch += S.UnrollCount == 1;
    return true;
  case StmtKind::If:
    Segment += splitsCode(S);
    return true;
  case StmtKind::Switch:
    ++Segment;
    return true;
  case StmtKind::Region:
    return Silent || !Shared.Needs->isBranching(S);
  default:
    return true;
  }
}

void WarpExecutor::runBlock(const Block &B) {
  for (const Stmt &S : B) {
    if (Cur.Active.none() || Shared.Summary.Aborted)
      return;
    const Slice *Needs = Silent         ? &Silent->Needs
                         : Shared.Needs ? &*Shared.Needs
                                        : nullptr;
    if (Needs && !Needs->isNeeded(S) && passIdle(S))
      continue;
    // Loops are no longer run for real once the budget is spent; what is left
    // of the kernel is short then, unless its loops are nested very deep.
    WorkLimit *Together = Shared.Budget.Together;
    if (++Shared.Summary.StatementsExecuted > 2 * Shared.Budget.Statements ||
        (Together && !Together->spend()))
      Shared.Summary.Aborted = true;
    else
      runStmt(S);
  }
}

void WarpExecutor::runStmt(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assign: {
    WarpValue Value = Eval.evaluate(S.Value, Cur.Active);
    Eval.Variables.set(
        S.Index, WarpValue::merge(Eval.Variables[S.Index], Value, Cur.Active));
    return;
  }
  case StmtKind::Access:
    return runAccess(S);
  case StmtKind::If:
  case StmtKind::Loop:
  case StmtKind::Switch:
    return runCompound(S);
  case StmtKind::Region:
    return runRegion(S);
  case StmtKind::Break:
    return leave(Pending.Break, /*KeepsValues=*/true);
  case StmtKind::Continue:
    return leave(Pending.Continue, /*KeepsValues=*/true);
  case StmtKind::Return:
    return leave(Pending.Return, /*KeepsValues=*/RegionDepth != 0);
  case StmtKind::Barrier:
    ++Stretch;
    ++Fence;
    joinLanes(S.Scope);
    return;
  case StmtKind::Flow:
    return;
  }
}

/// Lanes that go on one by one go on together behind a barrier that all of them
/// come to. Those of the block must come to the same one, in the same rounds of
/// the loops around it.
void WarpExecutor::joinLanes(BarrierScope Scope) {
  const bool AreAll = Scope == BarrierScope::Block ||
                      (Scope == BarrierScope::Warp && Cur.IsExact);
  if (!AreAll)
    return;
  AreApart = false;
  SureJoins += Scope == BarrierScope::Block && Cur.isSure();
}

/// Runs a statement of which parts may be left out.
void WarpExecutor::runCompound(const Stmt &S) {
  const bool WereApart = AreApart;
  const unsigned JoinsBefore = SureJoins;
  if (S.Kind == StmtKind::If)
    runIf(S);
  else if (S.Kind == StmtKind::Loop)
    runLoop(S);
  else
    runSwitch(S);
  AreApart |= WereApart && SureJoins == JoinsBefore;
}

/// The array that the constant part of \p Address points into.
static std::optional<unsigned> arrayOf(const WarpValue &Address,
                                       LaneMask Lanes) {
  if (!Address.affine().contains(Lanes))
    return std::nullopt;
  int64_t Number = objectOf(Address.base(Lanes.lowest()));
  if (Number <= 0)
    return std::nullopt;
  if (!Address.hasUniformBase())
    for (unsigned Lane : Lanes)
      if (objectOf(Address.base(Lane)) != Number)
        return std::nullopt;
  if (const LaneCases *Cases = Address.cases())
    for (unsigned Case = 0; Case != Cases->Offsets.size(); ++Case)
      if (arrayOf(Address.inCase(Case), Lanes) != Number - 1)
        return std::nullopt;
  return Number - 1;
}

/// The lanes of \p Lanes whose address is not one of shared memory.
static LaneMask lanesElsewhere(const WarpValue &Address, LaneMask Lanes) {
  LaneMask Result;
  for (unsigned Lane : Lanes &Address.affine())
    if (objectOf(Address.base(Lane)) == ElsewhereObject)
      Result.set(Lane);
  return Result;
}

/// \p Address with lanes that hold an address in the shared window, of 32 bits,
/// made pointers again.
static WarpValue widened(const WarpValue &Address, unsigned ArrayCount) {
  WarpValue Result = Address;
  LaneNumbers Bases;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    int64_t Base = Address.base(Lane);
    int64_t Number = (Base + (int64_t(1) << (WindowShift - 1))) >> WindowShift;
    bool IsArray = 0 < Number && Number <= int64_t(ArrayCount);
    Bases[Lane] = IsArray ? Base + (Number << ArrayShift) : Base;
  }
  Result.setBase(Bases);
  return Result;
}

using AddressRange = std::pair<int64_t, int64_t>;

/// The part of the shared window around \p Address, of 32 bits, that says which
/// array it points into.
static AddressRange windowAround(int64_t Address) {
  constexpr uint64_t Size = uint64_t(1) << WindowShift;
  const uint64_t Start = ((uint64_t(Address) + Size / 2) & -Size) - Size / 2;
  return {int64_t(Start), int64_t(Start + Size - 1)};
}

/// The addresses around \p Address that point to what it points to. Offsets of
/// half the range each way keep the array.
static AddressRange objectAround(int64_t Address) {
  const int64_t Object = objectOf(Address);
  const bool IsArray = 0 < Object && Object != ElsewhereObject;
  const uint64_t Start = IsArray ? arrayStart(unsigned(Object) - 1)
                                 : uint64_t(Object) << ArrayShift;
  const uint64_t Room = uint64_t(1)
                        << ((IsArray ? WindowShift : ArrayShift) - 1);
  return {int64_t(Start - Room), int64_t(Start + Room - 1)};
}

/// Limits sweeps to where each lane of \p Address stays in its range.
static void keepInRanges(Sweeps &Running, const WarpValue &Address,
                         LaneMask Lanes, AddressRange (*RangeAround)(int64_t)) {
  if (!Running.isMoving(Address))
    return;
  for (LaneMask Left = Lanes & Address.affine(); Left.any();) {
    const AddressRange Range = RangeAround(Address.base(Left.lowest()));
    LaneMask Same;
    for (unsigned Lane : Left)
      if (RangeAround(Address.base(Lane)) == Range)
        Same.set(Lane);
    Running.keepWithin(Address, Same, Range.first, Range.second);
    Left &= ~Same;
  }
}

/// True if \p Address is null, or near it, in all of \p Lanes.
static bool isNearNull(const WarpValue &Address, LaneMask Lanes) {
  return allObjects(Address, Lanes, [](int64_t Object) { return Object == 0; });
}

/// \p Address without the cases in which it is null, which the kernel does not
/// access. Unchanged unless one case is left.
static WarpValue withoutNull(const WarpValue &Address, LaneMask Lanes) {
  const LaneCases *Cases = Address.cases();
  if (!Cases || !Address.affine().contains(Lanes))
    return Address;
  std::optional<WarpValue> Left;
  for (unsigned Case = 0; Case != Cases->Offsets.size(); ++Case) {
    WarpValue InCase = Address.inCase(Case);
    if (isNearNull(InCase, Lanes))
      continue;
    if (Left)
      return Address;
    Left = std::move(InCase);
  }
  return Left.value_or(Address);
}

void WarpExecutor::runAccess(const Stmt &S) {
  const Access &A = Program.Accesses[S.Index];
  WarpValue Address =
      withoutNull(Eval.evaluate(A.Address, Cur.Active), Cur.Active);
  if (A.IsWindow) {
    keepInRanges(Shared.Running, Address, Cur.Active, windowAround);
    Address = widened(Address, Program.Arrays.size());
  }
  if (Silent)
    return;
  if (!A.NeededOn.empty())
    Loading[S.Index] |= Cur.Active;
  keepInRanges(Shared.Running, Address, Cur.Active, objectAround);
  LaneMask Elsewhere = lanesElsewhere(Address, Cur.Active);
  if (Elsewhere == Cur.Active)
    return;
  Segment += Program.Accesses[S.Index].IsApart;
  LaneMask Lanes = Cur.Active & ~Elsewhere;
  // Loops that were cut short leave values unset or forgotten.
  if (Shared.Summary.BudgetReached && (Lanes & Address.affine()).none())
    Address = WarpValue::unknown(Reasons.get(
        ReasonCode::Budget,
        "what sets the address needs more work than the limit allows"));
  std::optional<unsigned> Array = arrayOf(Address, Lanes);
  if (Array && *Array >= Program.Arrays.size())
    Array = std::nullopt;
  Flow Here = Cur;
  if (AreApart && Lanes.count() > 1) {
    if (Cur.isSure())
      Here.Why = Reasons.get(ReasonCode::UnknownCondition, AfterWaiting);
    Here.IsExact = Here.IsCounted = false;
  }
  bool IsMaskExact = Here.IsExact && Elsewhere.none();
  const Reason *MaskReason = Here.IsExact ? nullptr : Here.Why;
  if (Here.IsExact && !IsMaskExact)
    MaskReason = Reasons.get(ReasonCode::UnknownPointer,
                             "other lanes point to memory that is not shared");
  std::optional<WarpValue> Source;
  if (A.Source.isValid())
    Source = Eval.evaluate(A.Source, Cur.Active);
  const auto ValueOf = [&](ExprId Id) { return Eval.evaluate(Id, Lanes); };
  const bool GoesOn =
      Shared.OnAccess({S.Index,
                       Warp,
                       Lanes,
                       IsMaskExact,
                       Here.isSure(),
                       Address,
                       Array,
                       Loops,
                       MaskReason,
                       Stretch,
                       Fence,
                       RuntimeLoops != 0 ? RuntimeRounds : 0,
                       Segment,
                       Sides,
                       RolledLoops,
                       Symbols,
                       Shared.Running.areNone() ? nullptr : &Shared.Running,
                       Here.isSure() ? nullptr : Here.Why,
                       Source ? &*Source : nullptr,
                       ValueOf,
                       Here.IsConditional});
  Shared.Summary.Aborted |= !GoesOn;
}

const Reason *WarpExecutor::conditionReason(ExprId Condition) {
  WarpValue Value = Eval.evaluate(Condition, Cur.Active);
  std::string Detail = "is unknown";
  const Reason *Why = Value.reason();
  // Another condition decides what this one is.
  if (isOfCondition(Why))
    return Why;
  if (Why)
    Detail = (Why->Code == ReasonCode::UniformUnknown ? "" : "is unknown: ") +
             Why->Detail;
  else if (!Value.terms().empty())
    Detail = dependsOn(Symbols.name(Value.terms().front().symbol()));
  else if (Value.cases())
    Detail = dependsOn(Symbols.caseSet(Value.cases()->Set).Name);
  return Reasons.get(ReasonCode::UnknownCondition, "the condition " + Detail);
}

WarpExecutor::Decision WarpExecutor::decide(ExprId Condition) {
  WarpValue Value = Condition.isValid() ? Eval.evaluate(Condition, Cur.Active)
                                        : WarpValue::uniform(1);
  Shared.Running.needStill(Value, Cur.Active);
  Decision D;
  LaneMask Known = Value.constantLanes(Cur.Active);
  for (unsigned Lane : Known)
    if (Value.base(Lane) != 0)
      D.True.set(Lane);
  D.False = Known & ~D.True;
  D.Open = Cur.Active & ~Known;
  D.IsOneChoice = D.Open.any() && Value.isUniform(D.Open);
  D.Condition = std::move(Value);
  return D;
}

void WarpExecutor::leave(ExitSet &Target, bool KeepsValues) {
  if (KeepsValues && !Cur.isSure()) {
    ExitSet Own;
    Own.add(Cur);
    Own.Snapshot = Eval.Variables;
    Own.SnapshotLanes = Cur.Active;
    mergeInto(Target, std::move(Own));
  } else {
    Target.add(Cur);
  }
  Cur.Active = LaneMask();
}

/// What a construct leaves pending is so behind it, together with \p Outer,
/// which was pending before it.
void WarpExecutor::resume(Exits Outer) {
  std::swap(Outer, Pending);
  mergeInto(Pending.Break, std::move(Outer.Break));
  mergeInto(Pending.Continue, std::move(Outer.Continue));
  mergeInto(Pending.Return, std::move(Outer.Return));
}

/// \p Own, but \p Other in \p OnlyOther lanes, and one of both in \p Both
/// lanes: \p Other if \p Condition, which may be null, holds. \p Name is the
/// variable's.
WarpValue WarpExecutor::alternatives(const WarpValue &Own,
                                     const WarpValue &Other, LaneMask OnlyOther,
                                     LaneMask Both, bool IsOneChoice,
                                     const Reason *Why, llvm::StringRef Name,
                                     const WarpValue *Condition) {
  WarpValue Value = Own;
  if (Both.any()) {
    std::optional<WarpValue> Either;
    if (Condition)
      Either = Eval.Math.chosenByCases(*Condition, Other, Own, Both);
    if (!Either)
      Either = Eval.Math.either(Own, Other, IsOneChoice, Both, Why, Name);
    Value = WarpValue::merge(Value, *Either, Both);
  }
  return WarpValue::merge(Value, Other, OnlyOther);
}

/// Makes \p Assigned variables hold their alternatives.
void WarpExecutor::mergeAlternatives(llvm::ArrayRef<unsigned> Assigned,
                                     const VariableValues &Other,
                                     LaneMask OnlyOther, LaneMask Both,
                                     bool IsOneChoice, const Reason *Why,
                                     const WarpValue *Condition) {
  for (unsigned Index : Assigned) {
    if (Eval.Variables.shares(Other, Index))
      continue;
    Eval.Variables.set(Index,
                       alternatives(Eval.Variables[Index], Other[Index],
                                    OnlyOther, Both, IsOneChoice, Why,
                                    Program.Variables[Index].Name, Condition));
  }
}

void WarpExecutor::mergeInto(ExitSet &Into, ExitSet &&From) {
  if (From.Lanes.none())
    return;
  if (Into.Lanes.none()) {
    Into = std::move(From);
    return;
  }
  Into.Lanes |= From.Lanes;
  Into.Common &= From.Common;
  Into.IsExact &= From.IsExact;
  // Where all of them take each way out together, they choose one.
  LaneMask Both = Into.SnapshotLanes & From.SnapshotLanes;
  const bool IsOneChoice = Into.IsExact && Into.Common.contains(Both);
  if (!Into.Why)
    Into.Why = From.Why;
  if (From.SnapshotLanes.none())
    return;
  if (Into.SnapshotLanes.none()) {
    Into.Snapshot = std::move(From.Snapshot);
    Into.SnapshotLanes = From.SnapshotLanes;
    return;
  }
  const Reason *Why = Reasons.get(ReasonCode::UnknownCondition,
                                  "set on several paths out of a loop or call");
  Into.Snapshot.forEachUnshared(From.Snapshot, [&](unsigned Index) {
    Into.Snapshot.set(
        Index, alternatives(Into.Snapshot[Index], From.Snapshot[Index],
                            From.SnapshotLanes & ~Both, Both, IsOneChoice, Why,
                            Program.Variables[Index].Name));
  });
  Into.SnapshotLanes |= From.SnapshotLanes;
}

/// Lanes that left by \p Set meet those that fell through.
void WarpExecutor::absorb(ExitSet &Set, LaneMask FallThrough,
                          llvm::ArrayRef<unsigned> Assigned) {
  if (Set.SnapshotLanes.none())
    return;
  const Reason *Why = Reasons.get(ReasonCode::UnknownCondition,
                                  "set on several paths out of a loop or call");
  LaneMask Both = Set.SnapshotLanes & FallThrough;
  mergeAlternatives(Assigned, Set.Snapshot, Set.SnapshotLanes & ~Both, Both,
                    Set.IsExact && Set.Common.contains(Both), Why);
}
