//===- UnknownRounds.cpp - Rounds that stand for all of a loop ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Any further round" of a loop whose test is not known runs once. Each
// variable v that the loop assigns is taken to be, at the start of a round,
//
//   Stepped     v0 + Step * k    k: rounds so far, one symbol for the loop
//   Offset      v0 + s           s: a fresh symbol
//   Ring        (v0 + Step * k) & Mask, where the source says so
//   Forgotten   unknown, but for the lowest bits that a round keeps
//
// where v0 is its value when the unknown rounds start. The forms are guessed
// from a round that starts with the values v0. The guess is checked by running
// a round in silence: at its end v must have the same form again, relative to
// the round's start. What fails falls to a weaker form and the check is
// repeated; forms only get weaker (but for one try of Stepped), so this ends.
// Then one round runs aloud.
//
// A variable that goes in a circle, as the stage of a ring of buffers does, has
// none of the strong forms. Then the rounds that it takes to come back are
// taken for one round, of which each part may be the last.
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "RoundWatch.h"
#include <utility>

using namespace banklint;

/// Makes \p Lanes of \p Value unknown, but for the lowest \p Most bits.
static void forgetHighBits(WarpValue &Value, LaneMask Lanes, unsigned Most,
                           const Reason *Why) {
  LowBits Bits;
  bool IsKnown = false;
  for (unsigned Lane : Lanes) {
    Bits.Lanes[Lane] = Value.knownBits(Lane);
    Bits.Lanes[Lane].limit(Most);
    IsKnown |= Bits.Lanes[Lane].Count != 0;
  }
  Value.forget(Lanes, Why);
  if (IsKnown)
    Value.setLowBits(Bits);
}

/// How many of the lowest bits are known, and the same, in \p A and \p B, in
/// all cycles of the sweeps.
static unsigned sameLowBits(const WarpValue &A, const WarpValue &B,
                            LaneMask Lanes) {
  unsigned Count = MaxLowBits;
  for (unsigned Lane : Lanes) {
    const KnownBits OfA = A.knownBits(Lane), OfB = B.knownBits(Lane);
    Count = std::min({Count, OfA.Still, OfB.Still,
                      unsigned(llvm::countr_zero(OfA.Number ^ OfB.Number))});
  }
  return Count;
}

void WarpExecutor::assumeHead(const Stmt &S, const LoopHypothesis &H) {
  LaneMask Active = H.Entry.Active;
  std::string Name =
      S.Index != ~0u ? Program.Variables[S.Index].Name : "a loop counter";
  SymbolId Counter = Symbols.freshRound(Name, S.UnrollCount != 1, H.Period);
  llvm::ArrayRef<unsigned> Assigned = Shared.assignedIn(S);
  for (unsigned I = 0; I != Assigned.size(); ++I) {
    const Variable &V = Program.Variables[Assigned[I]];
    const WarpValue &Entry = H.EntryValues[Assigned[I]];
    WarpValue Head = Entry;
    switch (H.Inductions[I].Form) {
    case Induction::Stepped:
    case Induction::Ring: {
      WarpValue Steps;
      if (H.Inductions[I].Step != 0)
        Steps.addTerm(SymbolTerm(Counter, H.Inductions[I].Step));
      Head = Eval.Math.binary(BinaryOp::Add, Entry, Steps, V.Type, Active);
      if (H.Inductions[I].Form == Induction::Ring)
        Head = Eval.Math.binary(BinaryOp::And, Head,
                                WarpValue::uniform(H.Inductions[I].Mask),
                                V.Type, Active);
      break;
    }
    case Induction::Offset:
      Head = Eval.Math.binary(BinaryOp::Add, Entry,
                              WarpValue::symbol(Symbols.fresh(V.Name)), V.Type,
                              Active);
      break;
    case Induction::Forgotten:
      forgetHighBits(
          Head, Active, H.Inductions[I].KeptBits,
          Reasons.get(ReasonCode::LoopCarried,
                      (V.Name.empty() ? "a value" : "'" + V.Name + "'") +
                          " changes between iterations of a loop"));
      break;
    }
    Eval.Variables.set(Assigned[I], WarpValue::merge(Entry, Head, Active));
  }
}

static std::string because(const Reason *Condition) {
  return isOfCondition(Condition) ? ": " + Condition->Detail : "";
}

/// Runs "any further round" from an assumed head.
void WarpExecutor::runAssumedRound(const Stmt &S, const LoopHypothesis &H,
                                   RoundOutcome &Outcome) {
  Cur = H.Entry;
  Cur.IsCounted = false;
  if (H.Entry.IsExact)
    Cur.Why = Reasons.get(
        ReasonCode::UnknownCondition,
        H.LosesLanes ? "lanes may leave the loop in different iterations" +
                           because(H.Losing)
                     : "the number of iterations of the loop is unknown" +
                           because(H.Open));
  Cur.IsExact = !H.LosesLanes && (H.IsTrial || H.Entry.IsExact);
  Cur.IsTrial |= H.IsTrial && !H.Entry.IsExact;
  runBlock(S.Blocks[0]);
  Decision D = decide(S.Value);
  Outcome.ExitValues = Eval.Variables;
  Outcome.Left.ByTest |= D.False | D.Open;
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
    runRound(S, Outcome.Left);
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

/// The form of \p Variable if a round keeps but its lowest \p KeptBits, or what
/// the source says that each round does.
WarpExecutor::Induction WarpExecutor::weakest(const Stmt &S,
                                              const LoopHypothesis &H,
                                              unsigned Variable,
                                              unsigned KeptBits) {
  Induction Result = Induction::forgotten();
  Result.KeptBits = KeptBits;
  const auto *Carried =
      llvm::find_if(Shared.carriedIn(S), [Variable](const CarriedVariable &C) {
        return C.Index == Variable;
      });
  if (H.Period != 1 || Carried == Shared.carriedIn(S).end() || !Carried->Ring)
    return Result;
  // The first round starts with what no round has masked.
  const WarpValue &Entry = H.EntryValues[Variable];
  const WarpValue Masked = Eval.Math.binary(
      BinaryOp::And, Entry, WarpValue::uniform(Carried->Ring->Mask),
      Program.Variables[Variable].Type, H.Entry.Active);
  if (Eval.Math.difference(Masked, Entry, H.Entry.Active)
          .uniformConstant(H.Entry.Active) != 0)
    return Result;
  Result.Form = Induction::Ring;
  Result.Step = Carried->Ring->Step;
  Result.Mask = Carried->Ring->Mask;
  return Result;
}

/// Weakens the forms that the round did not keep. Returns true if any changed.
bool WarpExecutor::refine(const Stmt &S, LoopHypothesis &H,
                          const VariableValues &Head) {
  bool HasChanged = false;
  // A lane that is lost in one round is not there in the next.
  if (!H.LosesLanes && (Cur.Active != H.Entry.Active || !Cur.IsExact)) {
    H.LosesLanes = true;
    H.Losing = Cur.IsExact ? nullptr : Cur.Why;
    HasChanged = true;
  }
  if (Cur.Active.none())
    return HasChanged;
  llvm::ArrayRef<unsigned> Assigned = Shared.assignedIn(S);
  for (unsigned I = 0; I != Assigned.size(); ++I) {
    Induction &Form = H.Inductions[I];
    const unsigned Kept =
        Form.KeptBits == 0
            ? 0
            : sameLowBits(Head[Assigned[I]], Eval.Variables[Assigned[I]],
                          Cur.Active);
    if (Form.Form == Induction::Forgotten) {
      HasChanged |= Kept < Form.KeptBits;
      Form.KeptBits = std::min(Kept, Form.KeptBits);
      continue;
    }
    if (Form.Form == Induction::Ring)
      continue;
    WarpValue Change = Eval.Math.difference(Eval.Variables[Assigned[I]],
                                            Head[Assigned[I]], Cur.Active);
    std::optional<int64_t> Step = Change.uniformConstant(Cur.Active);
    if (Form.Form == Induction::Stepped && Step == Form.Step)
      continue;
    if (!Change.isUniform(Cur.Active) ||
        !staysInMemory(Head[Assigned[I]], Eval.Variables[Assigned[I]],
                       Cur.Active)) {
      Form = weakest(S, H, Assigned[I], Kept);
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

/// Runs as many rounds as \p H takes for one.
void WarpExecutor::runAssumedCycle(const Stmt &S, const LoopHypothesis &H,
                                   RoundOutcome &Outcome) {
  const bool IsCycle = H.Period > 1;
  PeelDepth += IsCycle;
  runAssumedRound(S, H, Outcome);
  for (unsigned Round = 1; Round < H.Period && Cur.Active.any(); ++Round)
    peelNextRound(S, Outcome.Left);
  PeelDepth -= IsCycle;
}

/// Calls \p Run, which executes rounds of \p S to see what they do. What a loop
/// around it is run for is all that matters of them.
void WarpExecutor::runSilently(const Stmt &S, llvm::function_ref<void()> Run) {
  const SilentRound *const Around = Silent;
  if (!Silent)
    Silent = &Shared.silentRound(S);
  Run();
  Silent = Around;
}

/// Weakens \p H until rounds keep it.
void WarpExecutor::settle(const Stmt &S, LoopHypothesis &H) {
  bool HasChanged;
  do {
    assumeHead(S, H);
    VariableValues Head = Eval.Variables;
    H.Outcome = RoundOutcome();
    runSilently(S, [&] { runAssumedCycle(S, H, *H.Outcome); });
    HasChanged = refine(S, H, Head);
  } while (HasChanged && !Shared.Summary.Aborted);
  H.Outcome->EndValues = Eval.Variables;
}

/// Runs one more round that starts with the values that the variables have.
void WarpExecutor::runTrialRound(const Stmt &S, const LoopHypothesis &H,
                                 bool IsFirst) {
  RoundOutcome Ignored;
  runSilently(S, [&] {
    if (IsFirst)
      return runAssumedRound(S, H, Ignored);
    ++PeelDepth;
    peelNextRound(S, Ignored.Left);
    --PeelDepth;
  });
}

unsigned WarpExecutor::countWeak(const Stmt &S, const LoopHypothesis &H,
                                 const RoundWatch &Watch) {
  unsigned Count = 0;
  for (auto [Index, I] : llvm::zip(Shared.assignedIn(S), H.Inductions))
    Count += I.Form != Induction::Stepped && I.Form != Induction::Ring &&
             Watch.isKnown(Index);
  return Count;
}

/// What rounds from here on keep: what the first one does, if each does so, or
/// what some of them do together. \p Settled variables are expected to keep
/// their values.
WarpExecutor::LoopHypothesis
WarpExecutor::findHypothesis(const Stmt &S, llvm::ArrayRef<unsigned> Settled) {
  // Buffers in shared memory seldom have more stages.
  constexpr unsigned MaxPeriod = 8;
  LoopHypothesis Open{Cur, Eval.Variables, {}};
  if (S.Value.isValid() && decide(S.Value).Open.any())
    Open.Open = conditionReason(S.Value);
  const SilentRound &Silently = Shared.silentRound(S);
  auto IsUnused = [this](unsigned Index) {
    return Silent && !Silent->Needs.isNeeded(Index);
  };
  for (unsigned Index : Shared.assignedIn(S))
    Open.Inductions.push_back(
        !Silently.isWatched(Index) || IsUnused(Index) ? Induction::forgotten()
        : llvm::is_contained(Settled, Index)
            ? Induction{Induction::Stepped, /*Step=*/0, /*WasStepped=*/true}
            : Induction());
  std::vector<CarriedVariable> Carried = Silently.Carried;
  llvm::erase_if(Carried,
                 [&](const CarriedVariable &C) { return IsUnused(C.Index); });
  RoundWatch Watch(Carried);
  std::optional<LoopHypothesis> Single;
  std::optional<LoopHypothesis> Best;
  for (unsigned Period = 1;; ++Period) {
    runTrialRound(S, Open, /*IsFirst=*/Period == 1);
    const Flow End = Cur;
    const VariableValues Values = Eval.Variables;
    Watch.see(
        [&](unsigned Index) {
          return Eval.Math.difference(Values[Index], Open.EntryValues[Index],
                                      End.Active);
        },
        End.Active);
    LoopHypothesis Guess = Open;
    Guess.Period = Period;
    refine(S, Guess, Open.EntryValues);
    if (Period == 1)
      Single = Guess;
    const bool IsLast = Watch.isEmpty() || Period == MaxPeriod ||
                        PeelDepth == MaxPeelDepth || End.Active.none() ||
                        isOutOfBudget();
    const bool IsCycle = Watch.isCycle() && !Watch.isLinear();
    if (!Best && (Watch.isLinear() || (IsLast && !IsCycle))) {
      settle(S, *Single);
      Best = std::move(Single);
    } else if (IsCycle) {
      settle(S, Guess);
      if (!Best || countWeak(S, Guess, Watch) < countWeak(S, *Best, Watch))
        Best = std::move(Guess);
    }
    if (Best && (IsLast || countWeak(S, *Best, Watch) == 0))
      return std::move(*Best);
    Cur = End;
    Eval.Variables = Values;
  }
}

/// \p Settled variables are expected to keep their values.
void WarpExecutor::runUnknownRounds(const Stmt &S,
                                    llvm::ArrayRef<unsigned> Settled,
                                    LoopExits &Left) {
  LoopHypothesis H = findHypothesis(S, Settled);
  RoundOutcome Outcome;
  // What was run to see whether rounds keep the hypothesis was all of it if
  // nobody listens.
  if (Silent && H.Entry.IsExact) {
    Outcome = std::move(*H.Outcome);
    Eval.Variables = Outcome.EndValues;
  } else {
    H.IsTrial = false;
    assumeHead(S, H);
    Loops.back().Value = std::nullopt;
    Loops.back().Round = std::nullopt;
    runAssumedCycle(S, H, Outcome);
    notePartedRounds(S);
    noteUnknownRounds(S, H, Outcome.Left);
  }
  Left.AreApart |= H.LosesLanes;
  LoopExits &Own = Outcome.Left;
  if (H.LosesLanes)
    forgetRounds(S, H, Own, Outcome.ExitValues);
  for (unsigned Index : Shared.assignedIn(S))
    Eval.Variables.set(Index,
                       WarpValue::merge(H.EntryValues[Index],
                                        Outcome.ExitValues[Index], Own.ByTest));
  Left.ByTest |= Own.ByTest;
  mergeInto(Left.Break, std::move(Own.Break));
  mergeInto(Left.Return, std::move(Own.Return));
  Cur.Active = LaneMask();
}

/// True if the compiler can count the rounds of \p S before it: nothing but the
/// test ends it, which compares a variable with what the loop does not change.
static bool isCounted(const KernelProgram &Program, const Stmt &S,
                      llvm::ArrayRef<unsigned> Assigned) {
  bool IsCounter = false, IsChanged = false;
  forEachVariable(Program, S.Value, [&](unsigned Variable) {
    IsCounter |= Variable == S.Index;
    IsChanged |= Variable != S.Index && llvm::is_contained(Assigned, Variable);
  });
  return IsCounter && !IsChanged;
}

/// Notes \p S, of which it is not known how many rounds lanes do, if they may
/// come to be in different ones. Those that do more do one more if the variable
/// that the loop counts with starts at most one step apart.
void WarpExecutor::noteUnknownRounds(const Stmt &S, const LoopHypothesis &H,
                                     const LoopExits &Left) {
  llvm::ArrayRef<unsigned> Assigned = Shared.assignedIn(S);
  const auto *Counter = llvm::find(Assigned, S.Index);
  if (!H.LosesLanes || H.Period != 1 || Counter == Assigned.end() ||
      Left.Break.Lanes.any() || Left.Return.Lanes.any() ||
      !isCounted(Program, S, Assigned) || !mayReorderRounds(S))
    return;
  const Induction &Form = H.Inductions[Counter - Assigned.begin()];
  if (Form.Form != Induction::Stepped || Form.Step == 0)
    return;
  const WarpValue &Start = H.EntryValues[S.Index];
  const LaneMask Lanes = H.Entry.Active;
  int64_t Least = Start.base(Lanes.lowest()), Most = Least;
  bool IsKnown = (Start.affine() & Lanes) == Lanes && Start.terms().empty();
  for (unsigned Lane : Lanes) {
    Least = std::min(Least, Start.base(Lane));
    Most = std::max(Most, Start.base(Lane));
  }
  MixedWarps &Mixed = Shared.Summary.MixedLoops[&S];
  const bool IsOneMore =
      IsKnown && Least != Most && Most - Least <= std::abs(Form.Step);
  (IsOneMore ? Mixed.Ahead : Mixed.Apart).insert(Warp);
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
    forgetHighBits(
        Value, Lanes, MaxLowBits,
        Reasons.get(
            ReasonCode::LoopCarried,
            "'" + Program.Variables[Index].Name +
                "' depends on the iteration in which a lane left a loop"));
    Values.set(Index, std::move(Value));
  };
  for (unsigned Index : Assigned) {
    Settle(Index, ExitValues, Left.ByTest);
    if (Left.Break.SnapshotLanes.any())
      Settle(Index, Left.Break.Snapshot, Left.Break.SnapshotLanes);
  }
}
