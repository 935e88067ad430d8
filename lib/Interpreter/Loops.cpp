//===- Loops.cpp - Loops of one warp --------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop runs for real, round by round, while its test is known in every lane.
// From the first test that is not, "any further round" runs once instead: each
// variable v that the loop assigns is taken to be, at the start of a round,
//
//   Stepped     v0 + Step * k    k: rounds so far, one symbol for the loop
//   Offset      v0 + s           s: a fresh symbol
//   Forgotten   unknown
//
// where v0 is its value when the unknown rounds start. The assumption is
// checked by running a round in silence: at its end v must have the same form
// again, relative to the round's start. What fails falls to a weaker form and
// the check is repeated; forms only get weaker (but for one try of Stepped), so
// this ends. Then one round runs aloud.
//
// A variable that is doubled or halved has neither form, but soon runs out of
// bits. So the rounds of such a loop are executed one by one first, each as one
// that may or may not take place, until the variable no longer changes.
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

void WarpExecutor::runLoop(const Stmt &S) {
  Flow Entry = Cur;
  Exits Outer = std::exchange(Pending, Exits());
  Loops.push_back({S.Index, std::nullopt});
  LoopExits Left;
  bool IsRuntime = !Shared.CompileTime.hasConstantTest(S);
  bool IsRolled = !isSurelyUnrolled(S);
  RuntimeLoops += IsRuntime;
  if (IsRolled)
    RolledLoops.push_back(&S);
  runRounds(S, Left);
  if (IsRolled)
    RolledLoops.pop_back();
  RuntimeLoops -= IsRuntime;
  Segment += IsRolled;
  Stretch += S.Unroll == Unrolling::Never;
  Loops.pop_back();
  absorb(Left.Break, Left.ByTest, Shared.assignedIn(S));
  Cur = rejoin(Entry, Left.ByTest | Left.Break.Lanes, {&Left.Return});
  Pending = std::move(Outer);
  mergeInto(Pending.Return, std::move(Left.Return));
}

/// True if the compiler surely makes one straight line of all rounds.
bool WarpExecutor::isSurelyUnrolled(const Stmt &S) {
  if (!Shared.CompileTime.isSurelyCountable(S))
    return false;
  // Compilers unroll small loops whole; larger ones were seen to be unrolled
  // in part. Asked to, they go further.
  unsigned MaxWeight = S.Unroll == Unrolling::Whole ? 4096 : 512;
  VariableValues Before = Eval.Variables;
  unsigned Weight = 0;
  bool HasEnded = false;
  while (!HasEnded && Weight <= MaxWeight) {
    Decision D = decide(S.Value);
    if (D.Open.any() || (D.True.any() && D.False.any()))
      break;
    HasEnded = D.True.none();
    Weight += S.Weight;
    if (!HasEnded)
      runBlock(S.Blocks[2]);
  }
  Eval.Variables = std::move(Before);
  return HasEnded;
}

void WarpExecutor::runRounds(const Stmt &S, LoopExits &Left) {
  bool IsFirst = true;
  for (uint64_t Rounds = 0; Cur.Active.any(); ++Rounds) {
    if (Shared.Summary.Aborted)
      return;
    if (S.TestFirst || !IsFirst) {
      Flow Head = Cur;
      VariableValues HeadValues;
      if (!S.Blocks[0].empty())
        HeadValues = Eval.Variables;
      bool IsSpent = isOutOfBudget() || Rounds > Shared.Budget.LoopRounds;
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
      Cur.Active = D.True;
      if (Cur.Active.none())
        return;
    }
    IsFirst = false;
    if (!runRound(S, Left))
      return;
    // Only unknown conditions end such a loop: more rounds show nothing new.
    bool IsEndless =
        !S.Value.isValid() || Program.expr(S.Value).Kind == ExprKind::Constant;
    LaneMask MayHaveLeft = Left.Break.Lanes | Left.Return.Lanes;
    if (IsEndless && (MayHaveLeft & Cur.Active).any())
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
  // Loops inside of loops multiply their rounds.
  constexpr unsigned MaxDepth = 2;
  return PeelDepth != MaxDepth && !knownGeometric(S).empty();
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
  Flow Staying = Cur;
  Cur.Active = D.False | D.Open;
  if (Cur.Active.any())
    leave(Left.Break, /*KeepsValues=*/true);
  Cur = Staying;
  Cur.Active = D.True | D.Open;
  return Cur.Active.any() && runRound(S, Left);
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
    if (Round != 0) {
      runBlock(S.Blocks[0]);
      D = decide(S.Value);
    }
    if (!peelRound(S, D, Left)) {
      Cur.Active = LaneMask();
      break;
    }
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
  if (!Shared.CompileTime.hasConstantTest(S))
    ++RuntimeRounds;
  Stretch += S.Unroll == Unrolling::Never;
  if (!RolledLoops.empty() && RolledLoops.back() == &S)
    ++Segment;
  if (S.Index != ~0u)
    Loops.back().Value = Eval.Variables[S.Index].uniformConstant(Cur.Active);
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

void WarpExecutor::assumeHead(const Stmt &S, const LoopHypothesis &H) {
  LaneMask Active = H.Entry.Active;
  std::string Name =
      S.Index != ~0u ? Program.Variables[S.Index].Name : "a loop counter";
  SymbolId Counter = Symbols.freshRound(Name, S.Unroll != Unrolling::Never);
  llvm::ArrayRef<unsigned> Assigned = Shared.assignedIn(S);
  for (unsigned I = 0; I != Assigned.size(); ++I) {
    const Variable &V = Program.Variables[Assigned[I]];
    const WarpValue &Entry = H.EntryValues[Assigned[I]];
    WarpValue Head = Entry;
    switch (H.Inductions[I].Form) {
    case Induction::Stepped: {
      WarpValue Steps;
      if (H.Inductions[I].Step != 0)
        Steps.addTerm(SymbolTerm(Counter, H.Inductions[I].Step));
      Head = Eval.Math.binary(BinaryOp::Add, Entry, Steps, V.Type, Active);
      break;
    }
    case Induction::Offset:
      Head = Eval.Math.binary(BinaryOp::Add, Entry,
                              WarpValue::symbol(Symbols.fresh(V.Name)), V.Type,
                              Active);
      break;
    case Induction::Forgotten:
      Head.forget(Active,
                  Reasons.get(ReasonCode::LoopCarried,
                              "'" + V.Name +
                                  "' changes from round to round of a loop"));
      break;
    }
    Eval.Variables.set(Assigned[I], WarpValue::merge(Entry, Head, Active));
  }
}

/// Runs "any further round" from an assumed head. ExitValues receives the
/// variables as the test sees them.
void WarpExecutor::runAssumedRound(const Stmt &S, const LoopHypothesis &H,
                                   LoopExits &Left,
                                   VariableValues &ExitValues) {
  Cur = H.Entry;
  Cur.IsCounted = false;
  if (H.Entry.IsExact)
    Cur.Why = Reasons.get(ReasonCode::UnknownCondition,
                          H.LosesLanes
                              ? "lanes may leave the loop in different rounds"
                              : "the loop's number of rounds is not known");
  Cur.IsExact = !H.LosesLanes && (H.IsTrial || H.Entry.IsExact);
  Cur.IsTrial |= H.IsTrial && !H.Entry.IsExact;
  runBlock(S.Blocks[0]);
  Decision D = decide(S.Value);
  ExitValues = Eval.Variables;
  Left.ByTest |= D.False | D.Open;
  Cur.Active = D.True | D.Open;
  if (D.Open.any() && (!D.IsOneChoice || D.True.any())) {
    if (Cur.IsExact) {
      Flow Body = Cur;
      Cur.Active = H.Entry.Active;
      Body.Why = conditionReason(S.Value);
      Cur = Body;
    }
    Cur.IsExact = false;
  }
  if (Cur.Active.any())
    runRound(S, Left);
}

/// True if \p To may be \p From moved: a symbol for the distance must not
/// hide that one is in shared memory and the other is not.
static bool staysInMemory(const WarpValue &From, const WarpValue &To,
                          LaneMask Lanes) {
  auto IsElsewhere = [](const WarpValue &Value, unsigned Lane) {
    return objectOf(Value.base(Lane)) == ElsewhereObject;
  };
  for (unsigned Lane : Lanes)
    if (IsElsewhere(From, Lane) != IsElsewhere(To, Lane))
      return false;
  return true;
}

/// Weakens the forms that the round did not keep. Returns true if any changed.
bool WarpExecutor::refine(const Stmt &S, LoopHypothesis &H,
                          const VariableValues &Head) {
  bool HasChanged = false;
  // A lane that is lost in one round is not there in the next.
  if (!H.LosesLanes && (Cur.Active != H.Entry.Active || !Cur.IsExact)) {
    H.LosesLanes = true;
    HasChanged = true;
  }
  if (Cur.Active.none())
    return HasChanged;
  llvm::ArrayRef<unsigned> Assigned = Shared.assignedIn(S);
  for (unsigned I = 0; I != Assigned.size(); ++I) {
    Induction &Form = H.Inductions[I];
    if (Form.Form == Induction::Forgotten)
      continue;
    WarpValue Change = Eval.Math.difference(Eval.Variables[Assigned[I]],
                                            Head[Assigned[I]], Cur.Active);
    std::optional<int64_t> Step = Change.uniformConstant(Cur.Active);
    if (Form.Form == Induction::Stepped && Step == Form.Step)
      continue;
    if (!Change.isUniform(Cur.Active) ||
        !staysInMemory(Head[Assigned[I]], Eval.Variables[Assigned[I]],
                       Cur.Active)) {
      Form.Form = Induction::Forgotten;
    } else if (Form.Form == Induction::Stepped) {
      Form.Form = Induction::Offset;
    } else if (Step && !Form.WasStepped) {
      Form.Form = Induction::Stepped;
      Form.Step = *Step;
      Form.WasStepped = true;
    } else {
      continue;
    }
    HasChanged = true;
  }
  return HasChanged;
}

/// \p Settled variables are expected to keep their values.
void WarpExecutor::runUnknownRounds(const Stmt &S,
                                    llvm::ArrayRef<unsigned> Settled,
                                    LoopExits &Left) {
  llvm::ArrayRef<unsigned> Assigned = Shared.assignedIn(S);
  LoopHypothesis H{Cur, Eval.Variables,
                   std::vector<Induction>(Assigned.size())};
  for (unsigned I = 0; I != Assigned.size(); ++I)
    if (llvm::is_contained(Settled, Assigned[I]))
      H.Inductions[I] = {Induction::Stepped, /*Step=*/0, /*WasStepped=*/true};
  VariableValues Head;
  VariableValues ExitValues;
  ++Silence;
  for (bool HasChanged = true; HasChanged && !Shared.Summary.Aborted;) {
    assumeHead(S, H);
    Head = Eval.Variables;
    LoopExits Ignored;
    runAssumedRound(S, H, Ignored, ExitValues);
    HasChanged = refine(S, H, Head);
  }
  --Silence;
  H.IsTrial = false;
  assumeHead(S, H);
  Loops.back().Value = std::nullopt;
  LoopExits Own;
  runAssumedRound(S, H, Own, ExitValues);
  if (H.LosesLanes)
    forgetRounds(S, H, Own, ExitValues);
  for (unsigned Index : Assigned)
    Eval.Variables.set(Index, WarpValue::merge(H.EntryValues[Index],
                                               ExitValues[Index], Own.ByTest));
  Left.ByTest |= Own.ByTest;
  mergeInto(Left.Break, std::move(Own.Break));
  mergeInto(Left.Return, std::move(Own.Return));
  Cur.Active = LaneMask();
}

/// Lanes that leave in different rounds do not share the symbols of one round:
/// behind the loop only variables that never changed are known.
void WarpExecutor::forgetRounds(const Stmt &S, const LoopHypothesis &H,
                                LoopExits &Left, VariableValues &ExitValues) {
  llvm::ArrayRef<unsigned> Assigned = Shared.assignedIn(S);
  auto Settle = [&](unsigned Index, VariableValues &Values, LaneMask Lanes) {
    WarpValue Value = Values[Index];
    WarpValue Change = Eval.Math.difference(Value, H.EntryValues[Index], Lanes);
    if (Change.uniformConstant(Lanes) == 0)
      return;
    Value.forget(Lanes, Reasons.get(ReasonCode::LoopCarried,
                                    "'" + Program.Variables[Index].Name +
                                        "' depends on the round in which a "
                                        "lane left a loop"));
    Values.set(Index, std::move(Value));
  };
  for (unsigned Index : Assigned) {
    Settle(Index, ExitValues, Left.ByTest);
    if (Left.Break.SnapshotLanes.any())
      Settle(Index, Left.Break.Snapshot, Left.Break.SnapshotLanes);
  }
}
