//===- Loops.cpp - Loops of one warp --------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop runs for real, round by round, while its test is known in every lane.
// From the first test that is not, "any further round" runs instead (see
// UnknownRounds.cpp).
//
// A variable that is doubled or halved soon runs out of bits. So the rounds of
// a loop that is left at an unknown round and has such a variable are executed
// one by one first, each as one that may or may not take place, until the
// variable no longer changes, or has become what it is in no execution.
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "LoopSweep.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// How many rounds of a loop the compiler makes one of if it does not know
/// their number and is not asked for another, as seen.
constexpr unsigned UsualUnrollCount = 4;

void WarpExecutor::runLoop(const Stmt &S) {
  Flow Entry = Cur;
  Exits Outer = std::exchange(Pending, Exits());
  const bool IsRuntime = !mayBeCounted(S);
  const bool IsKeptRolled = S.UnrollCount == 1;
  const bool IsGeometric = IsRuntime && Shared.isGeometric(S);
  // Asked to unroll such a loop, nvcc keeps the test of each round.
  const bool KeepsTests = IsGeometric && S.UnrollCount > 1;
  const bool IsOneCopy =
      !S.MayBePeeled && (IsKeptRolled || (IsGeometric && S.UnrollCount == 0));
  Loops.push_back({S.Index, std::nullopt, std::nullopt,
                   IsKeptRolled || (IsRuntime && !KeepsTests), IsOneCopy,
                   /*InLine=*/1, &S, Symbols.count()});
  if (IsOneCopy)
    OneCopyLoops.push_back(&S);
  LoopExits Left;
  // The first test is done before it shows what kind of loop this is.
  if (!S.Blocks[0].empty())
    forgetHints(S);
  const unsigned InLine = roundsInLine(S);
  const bool IsUnrolled = InLine == UnrollWhole;
  if (!IsUnrolled)
    Loops.back().InLine = InLine;
  RuntimeLoops += IsRuntime;
  if (!IsUnrolled)
    RolledLoops.push_back(&S);
  runRounds(S, Left);
  if (!IsUnrolled)
    RolledLoops.pop_back();
  RuntimeLoops -= IsRuntime;
  Segment += !IsUnrolled;
  Stretch += IsKeptRolled;
  if (IsOneCopy)
    OneCopyLoops.pop_back();
  Loops.pop_back();
  absorb(Left.Break, Left.ByTest, Shared.assignedIn(S));
  Cur = rejoin(Entry, Left.ByTest | Left.Break.Lanes, {&Left.Return});
  AreApart |= Left.AreApart && !Silent && Entry.Active.count() > 1 &&
              Shared.CompileTime.waitsForOthers(S);
  Pending = std::move(Outer);
  mergeInto(Pending.Return, std::move(Left.Return));
}

/// True if the compiler may execute what unrolling leaves over of \p S before
/// or after the other rounds.
bool WarpExecutor::mayReorderRounds(const Stmt &S) {
  return S.UnrollCount != 1 && S.Weight != 0 && !S.HasInnerLoops &&
         Shared.geometricIn(S).empty() && Shared.CompileTime.mayCountAhead(S);
}

/// Notes \p S if its lanes may come to be in different rounds: they do \p
/// Fewest to \p Most rounds.
void WarpExecutor::noteRounds(const Stmt &S, uint64_t Fewest, uint64_t Most) {
  const unsigned Count = S.UnrollCount > 1 && S.UnrollCount != UnrollWhole
                             ? S.UnrollCount
                             : UsualUnrollCount;
  if (Most == Fewest || !mayReorderRounds(S) ||
      (Most < Count && !Shared.CompileTime.mayKnowFewRounds(S)))
    return;
  MixedWarps &Mixed = Shared.Summary.MixedLoops[&S];
  const bool FillsNoCopy = Most - Fewest == 1 && Most % Count != 0;
  (FillsNoCopy ? Mixed.Ahead : Mixed.Apart).insert(Warp);
}

/// Lanes that come to the next round of \p S one by one may be in any of them.
void WarpExecutor::notePartedRounds(const Stmt &S) {
  if (!AreApart || Silent)
    return;
  MixedWarps &Mixed = Shared.Summary.MixedLoops[&S];
  Mixed.Apart.insert(Warp);
  Mixed.AreWaiting = true;
}

void WarpExecutor::runRounds(const Stmt &S, LoopExits &Left) {
  bool IsFirst = true;
  // Of the lanes that do any.
  uint64_t Fewest = 0;
  std::optional<LoopSweep> Sweep;
  if (Shared.Listener && !Silent)
    Sweep.emplace(Shared, Eval, Cur, S);
  for (uint64_t Rounds = 0; Cur.Active.any(); ++Rounds) {
    if (Shared.Summary.Aborted)
      return;
    if (Sweep)
      Sweep->atHead(Left.ByTest | Left.Break.Lanes | Left.Return.Lanes,
                    RuntimeRounds);
    Loops.back().Round = Rounds + (Sweep ? Sweep->skippedRounds() : 0);
    if (S.TestFirst || !IsFirst) {
      Flow Head = Cur;
      VariableValues HeadValues;
      if (!S.Blocks[0].empty())
        HeadValues = Eval.Variables;
      bool IsSpent = isOutOfBudget() || Rounds > Shared.Budget.LoopRounds ||
                     (Sweep && Sweep->isEndless());
      Shared.Summary.BudgetReached |= IsSpent;
      if (!IsSpent)
        runBlock(S.Blocks[0]);
      Decision D = decide(S.Value);
      if (IsSpent || D.Open.any()) {
        std::vector<unsigned> Settled;
        if (!IsSpent && canPeel(S)) {
          Settled = peelRounds(S, D, Left);
        } else {
          Cur = Head;
          if (!IsSpent && !S.Blocks[0].empty())
            Eval.Variables = std::move(HeadValues);
        }
        if (Cur.Active.any())
          runUnknownRounds(S, Settled, Left);
        return;
      }
      Left.ByTest |= D.False;
      Left.AreApart |= D.False.any() && D.True.any();
      Cur.Active = D.True;
      if (D.False.any() && Rounds != 0 && Fewest == 0)
        Fewest = *Loops.back().Round;
      if (Cur.Active.none()) {
        noteRounds(S, Fewest, *Loops.back().Round);
        return;
      }
    }
    IsFirst = false;
    forgetHints(S);
    const bool GoesOn = runRound(S, Left);
    forgetHints(S);
    if (!GoesOn)
      return;
    Left.AreApart |= (Left.Break.Lanes | Left.Return.Lanes).any();
    notePartedRounds(S);
    // Only unknown conditions end a loop that may have been left and whose test
    // stays as it is: more rounds show nothing new.
    const bool IsTested = S.TestFirst || Rounds != 0;
    LaneMask MayHaveLeft = Left.Break.Lanes | Left.Return.Lanes;
    if (IsTested && (MayHaveLeft & Cur.Active).any() && !Shared.changesTest(S))
      return runUnknownRounds(S, /*Settled=*/{}, Left);
  }
}

/// The variables that \p S doubles or halves and that are known.
std::vector<unsigned> WarpExecutor::knownGeometric(const Stmt &S) {
  std::vector<unsigned> Known;
  for (unsigned Index : Shared.geometricIn(S))
    if (Eval.Variables[Index].constantLanes(Cur.Active) == Cur.Active)
      Known.push_back(Index);
  return Known;
}

bool WarpExecutor::canPeel(const Stmt &S) {
  return PeelDepth != MaxPeelDepth && !knownGeometric(S).empty();
}

/// Runs a round that may or may not take place from the test on, which says
/// \p D. Returns false if no lane goes on.
bool WarpExecutor::peelRound(const Stmt &S, const Decision &D,
                             LoopExits &Left) {
  const bool IsTogether =
      D.Open.none() || (D.IsOneChoice && D.Open == Cur.Active);
  if (D.Open.any()) {
    ++Segment;
    if (!IsTogether || Cur.IsExact)
      Cur.Why = conditionReason(S.Value);
    Cur.IsCounted = false;
    Cur.IsExact &= IsTogether;
  }
  Left.AreApart |= !IsTogether || (D.False.any() && D.True.any());
  notePartedRounds(S);
  Flow Staying = Cur;
  Cur.Active = D.False | D.Open;
  if (Cur.Active.any())
    leave(Left.Break, /*KeepsValues=*/true);
  Cur = Staying;
  Cur.Active = D.True | D.Open;
  return Cur.Active.any() && runRound(S, Left);
}

/// Tests, and runs a round that may or may not take place.
void WarpExecutor::peelNextRound(const Stmt &S, LoopExits &Left) {
  runBlock(S.Blocks[0]);
  if (!peelRound(S, decide(S.Value), Left))
    Cur.Active = LaneMask();
}

/// Runs rounds of a loop whose test is not known for as long as a variable
/// that it doubles or halves is known and changes. \p D is the first decision.
/// Returns the variables that no longer change.
std::vector<unsigned> WarpExecutor::peelRounds(const Stmt &S, Decision D,
                                               LoopExits &Left) {
  // Enough for 64 bits to run out.
  constexpr unsigned MaxRounds = 66;
  ++PeelDepth;
  std::vector<unsigned> Settled;
  for (unsigned Round = 0; Round != MaxRounds && Cur.Active.any(); ++Round) {
    std::vector<unsigned> Known = knownGeometric(S);
    if (Round != 0 && (Known.empty() || isOutOfBudget()))
      break;
    std::vector<WarpValue> Before;
    for (unsigned Index : Known)
      Before.push_back(Eval.Variables[Index]);
    if (Round != 0)
      peelNextRound(S, Left);
    else if (!peelRound(S, D, Left))
      Cur.Active = LaneMask();
    if (Cur.Active.none())
      break;
    Settled.clear();
    for (auto [Index, Old] : llvm::zip(Known, Before))
      if (Eval.Math.difference(Eval.Variables[Index], Old, Cur.Active)
              .uniformConstant(Cur.Active) == 0)
        Settled.push_back(Index);
    // The first round began behind what the test does.
    if (Settled.size() == Known.size() && Round != 0)
      break;
  }
  --PeelDepth;
  return Settled;
}

/// Runs body and step once for the lanes that passed the test. Returns false
/// if no lane goes on.
bool WarpExecutor::runRound(const Stmt &S, LoopExits &Left) {
  Flow Start = Cur;
  // Rounds of a loop that is unrolled whole belong to the round around it.
  if (!mayBeCounted(S))
    ++RuntimeRounds;
  // What does not change in the loop may stand in front of it.
  Stretch +=
      S.UnrollCount == 1 && !Silent && Loops.back().Round.value_or(0) != 0;
  const LoopPosition &Here = Loops.back();
  if (!RolledLoops.empty() && RolledLoops.back() == &S)
    Segment += !Here.Round || *Here.Round % Here.InLine == 0;
  if (S.Index != ~0u) {
    const WarpValue &Counter = Eval.Variables[S.Index];
    Loops.back().Value = Counter.uniformConstant(Cur.Active);
    Shared.Running.needUniform(Counter, Cur.Active);
  }
  Pending = Exits();
  runBlock(S.Blocks[1]);
  absorb(Pending.Continue, Cur.Active, Shared.assignedIn(S));
  Cur = rejoin(Start, Cur.Active | Pending.Continue.Lanes,
               {&Pending.Break, &Pending.Return});
  mergeInto(Left.Break, std::move(Pending.Break));
  mergeInto(Left.Return, std::move(Pending.Return));
  if (Cur.Active.any())
    runBlock(S.Blocks[2]);
  return Cur.Active.any();
}

/// What sweeps take for the same in all rounds does not include what is known
/// of values that are not affine, and symbols may stand for other numbers in
/// the next round: in counted loops it lasts until then.
void WarpExecutor::forgetHints(const Stmt &Loop) {
  for (unsigned Index : Shared.assignedIn(Loop))
    if (Eval.Variables[Index].hasHints()) {
      WarpValue Value = Eval.Variables[Index];
      Value.clearHints();
      Eval.Variables.set(Index, std::move(Value));
    }
}
