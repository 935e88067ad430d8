//===- Branches.cpp - Branches, switches and calls of one warp ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// True if the compiler may make a branch of \p S: it surely knows the
/// condition only if no rounds that one code executes change it.
bool WarpExecutor::splitsCode(const Stmt &S) {
  return !Shared.CompileTime.isSurelyConstant(S.Value) ||
         Shared.CompileTime.dependsOnRounds(S, RolledLoops);
}

void WarpExecutor::runIf(const Stmt &S) {
  const bool Splits = splitsCode(S);
  Segment += Splits;
  runBranches(S);
  Segment += Splits;
}

void WarpExecutor::runBranches(const Stmt &S) {
  Decision D = decide(S.Value);
  noteSides(S, D);
  if (D.Open.any())
    return runOpenIf(S, D);
  if (D.False.none())
    return runBlock(S.Blocks[0]);
  if (D.True.none())
    return runBlock(S.Blocks[1]);
  assert((D.True & D.False).none() && (D.True | D.False) == Cur.Active);
  Flow Entry = Cur;
  Exits Outer = std::exchange(Pending, Exits());
  Cur.Active = D.True;
  Sides.push_back(
      {Branches++, /*Arm=*/0, Entry.Active, unsigned(Loops.size())});
  runBlock(S.Blocks[0]);
  LaneMask Arriving = Cur.Active;
  Cur = Entry;
  Cur.Active = D.False;
  ++Segment;
  Sides.back().Arm = 1;
  runBlock(S.Blocks[1]);
  Sides.pop_back();
  Arriving |= Cur.Active;
  Cur = rejoin(Entry, Arriving,
               {&Pending.Break, &Pending.Continue, &Pending.Return});
  resume(std::move(Outer));
}

void WarpExecutor::runOpenIf(const Stmt &S, const Decision &D) {
  assert((D.True & D.False).none() && (D.True & D.Open).none() &&
         (D.False & D.Open).none());
  const Reason *Why = conditionReason(S.Value);
  Flow Entry = Cur;
  Exits Outer = std::exchange(Pending, Exits());
  VariableValues Before = Eval.Variables;
  const bool MayPart = !D.IsOneChoice || D.True.any() || D.False.any();
  const unsigned Branch = Branches++;
  auto RunSide = [&](const Block &B, LaneMask Sure) {
    Cur = Entry;
    Cur.Active = Sure | D.Open;
    Cur.IsCounted = false;
    Cur.IsConditional = true;
    Cur.Why = Why;
    if (!D.IsOneChoice || Sure.any())
      Cur.IsExact = false;
    ++Segment;
    if (MayPart)
      Sides.push_back({Branch, &B == &S.Blocks[1], Entry.Active,
                       unsigned(Loops.size()),
                       D.IsOneChoice ? D.Open : LaneMask()});
    runBlock(B);
    if (MayPart)
      Sides.pop_back();
    return Cur.Active;
  };
  LaneMask ThenArrives = RunSide(S.Blocks[0], D.True);
  VariableValues ThenValues = std::move(Eval.Variables);
  Eval.Variables = std::move(Before);
  LaneMask ElseArrives = RunSide(S.Blocks[1], D.False);

  LaneMask Both = D.Open & ThenArrives & ElseArrives;
  LaneMask OnlyThen = D.True | (D.Open & ThenArrives & ~ElseArrives);
  mergeAlternatives(
      Shared.assignedIn(S), ThenValues, OnlyThen, Both, D.IsOneChoice, Why,
      D.IsOneChoice && Both == Entry.Active ? &D.Condition : nullptr);
  Cur = rejoin(Entry, ThenArrives | ElseArrives,
               {&Pending.Break, &Pending.Continue, &Pending.Return});
  resume(std::move(Outer));
}

void WarpExecutor::runRegion(const Stmt &S) {
  Flow Entry = Cur;
  ExitSet Outer = std::exchange(Pending.Return, ExitSet());
  ++RegionDepth;
  runBlock(S.Blocks[0]);
  --RegionDepth;
  absorb(Pending.Return, Cur.Active, Shared.assignedIn(S));
  Pending.Return = std::move(Outer);
  Cur = Entry;
}

void WarpExecutor::runSwitch(const Stmt &S) {
  WarpValue Value = Eval.evaluate(S.Value, Cur.Active);
  Shared.Running.needStill(Value, Cur.Active);
  ++Segment;
  if (Value.constantLanes(Cur.Active) == Cur.Active)
    runKnownSwitch(S, Value);
  else if (Value.isUniform(Cur.Active))
    runOneChoiceSwitch(S);
  else
    runMixedSwitch(S, Value);
  ++Segment;
}

/// The section that \p Value enters, or the number of sections for none.
static unsigned sectionOf(const Stmt &S, int64_t Value) {
  unsigned Default = S.Labels.size();
  for (unsigned Section = 0; Section != S.Labels.size(); ++Section) {
    if (llvm::is_contained(S.Labels[Section].Values, Value))
      return Section;
    if (S.Labels[Section].IsDefault)
      Default = Section;
  }
  return Default;
}

void WarpExecutor::runKnownSwitch(const Stmt &S, const WarpValue &Value) {
  Flow Entry = Cur;
  Exits Outer = std::exchange(Pending, Exits());
  std::vector<LaneMask> Entering(S.Labels.size() + 1);
  for (unsigned Lane : Entry.Active)
    Entering[sectionOf(S, Value.base(Lane))].set(Lane);
  Cur.Active = LaneMask();
  const bool Parts = !llvm::is_contained(Entering, Entry.Active);
  BranchSide Side{Branches++, 0, Entry.Active, unsigned(Loops.size())};
  for (unsigned Section = 0; Section != S.Labels.size(); ++Section) {
    Flow Above = Cur;
    Side.Arm += Above.Active.none();
    if (Above.Active.none() || Entering[Section].any())
      Cur = Entry;
    Cur.Active = Above.Active | Entering[Section];
    // Lanes that may have left above may be missing among those that enter.
    LaneMask Gone =
        Pending.Break.Lanes | Pending.Continue.Lanes | Pending.Return.Lanes;
    if ((Gone & Above.Active).any() && Entering[Section].any()) {
      Cur.IsExact = Cur.IsCounted = false;
      Cur.IsConditional = true;
      Cur.Why = Above.Why;
    }
    ++Segment;
    if (Parts)
      Sides.push_back(Side);
    runBlock(S.Blocks[Section]);
    if (Parts)
      Sides.pop_back();
  }
  absorb(Pending.Break, Cur.Active, Shared.assignedIn(S));
  LaneMask Arriving =
      Cur.Active | Pending.Break.Lanes | Entering[S.Labels.size()];
  Cur = rejoin(Entry, Arriving, {&Pending.Continue, &Pending.Return});
  Pending.Break = ExitSet();
  resume(std::move(Outer));
}

/// All lanes enter the same section, it is not known which.
void WarpExecutor::runOneChoiceSwitch(const Stmt &S) {
  const Reason *Why = conditionReason(S.Value);
  Flow Entry = Cur;
  Exits Outer = std::exchange(Pending, Exits());
  const VariableValues Before = Eval.Variables;
  VariableValues Merged;
  LaneMask Arriving;
  bool HasDefault = false;
  // Each section in turn as the one that is entered, and none at all.
  for (unsigned First = 0; First <= S.Labels.size(); ++First) {
    if (First == S.Labels.size() && HasDefault)
      break;
    Eval.Variables = Before;
    ExitSet OuterBreak = std::exchange(Pending.Break, ExitSet());
    Cur = Entry;
    Cur.IsCounted = false;
    Cur.IsConditional = true;
    Cur.Why = Why;
    for (unsigned Section = First; Section < S.Labels.size(); ++Section) {
      ++Segment;
      runBlock(S.Blocks[Section]);
    }
    if (First != S.Labels.size())
      HasDefault |= S.Labels[First].IsDefault;
    absorb(Pending.Break, Cur.Active, Shared.assignedIn(S));
    LaneMask Out = Cur.Active | Pending.Break.Lanes;
    Pending.Break = std::move(OuterBreak);
    if (Arriving.any())
      mergeAlternatives(Shared.assignedIn(S), Merged, Arriving & ~Out,
                        Arriving & Out, /*IsOneChoice=*/true, Why);
    if (Arriving.none() || Out.any())
      Merged = Eval.Variables;
    Arriving |= Out;
  }
  Eval.Variables = std::move(Merged);
  Cur = rejoin(Entry, Arriving, {&Pending.Continue, &Pending.Return});
  Pending.Break = ExitSet();
  resume(std::move(Outer));
}

/// Lanes may enter different sections: in each, those that enter it meet those
/// that fall into it, with what the sections above have made of their values.
void WarpExecutor::runMixedSwitch(const Stmt &S, const WarpValue &Value) {
  const Reason *Why = conditionReason(S.Value);
  Flow Entry = Cur;
  Exits Outer = std::exchange(Pending, Exits());
  const VariableValues Before = Eval.Variables;
  llvm::ArrayRef<unsigned> Assigned = Shared.assignedIn(S);
  LaneMask Known = Value.constantLanes(Entry.Active);
  std::vector<LaneMask> Entering(S.Labels.size() + 1, Entry.Active & ~Known);
  for (unsigned Lane : Known)
    Entering[sectionOf(S, Value.base(Lane))].set(Lane);
  if (llvm::any_of(S.Labels, [](const SwitchLabels &L) { return L.IsDefault; }))
    Entering.back() = LaneMask();
  auto Enter = [&](LaneMask Lanes, LaneMask Present) {
    mergeAlternatives(Assigned, Before, Lanes & ~Present, Lanes & Present,
                      /*IsOneChoice=*/false, Why);
  };
  LaneMask FallThrough;
  Sides.push_back({Branches++, 0, Entry.Active, unsigned(Loops.size())});
  for (unsigned Section = 0; Section != S.Labels.size(); ++Section) {
    Enter(Entering[Section], FallThrough);
    Sides.back().Arm += FallThrough.none();
    Cur = Entry;
    Cur.Active = FallThrough | Entering[Section];
    Cur.IsCounted = Cur.IsExact = false;
    Cur.IsConditional = true;
    Cur.Why = Why;
    ++Segment;
    runBlock(S.Blocks[Section]);
    FallThrough = Cur.Active;
  }
  Sides.pop_back();
  absorb(Pending.Break, FallThrough, Assigned);
  LaneMask Arriving = FallThrough | Pending.Break.Lanes;
  Enter(Entering.back(), Arriving);
  Cur = rejoin(Entry, Arriving | Entering.back(),
               {&Pending.Continue, &Pending.Return});
  Pending.Break = ExitSet();
  resume(std::move(Outer));
}
