//===- LoopSweep.cpp - Iterations that need not be executed ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopSweep.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// Longer cycles are not tried.
constexpr uint64_t MaxPeriod = 256;
/// A cycle is not asked to reach further, so that products with it can't
/// overflow.
constexpr uint64_t MaxReach = uint64_t(1) << 40;
constexpr int64_t MaxStep = int64_t(1) << 40;
/// A pause is no longer than this.
constexpr uint64_t MaxPause = 1 << 12;

void LoopSweep::atHead(LaneMask NowGone, unsigned NowRuntimeRound) {
  Gone = NowGone;
  RuntimeRound = NowRuntimeRound;
  if (Round++ != NextStep)
    return;
  switch (Phase) {
  case Waiting:
    return startGuess();
  case Guessing:
    return hasSameFlow() ? guess() : wait(Pause);
  case Proving:
    return endCycle();
  }
}

LoopSweep::LoopSweep(LaunchState &Shared, Evaluator &Eval, const Flow &State,
                     const Stmt &Loop)
    : Shared(Shared), Eval(Eval), State(State), Loop(Loop) {
  SweepHistory &History = Shared.History[&Loop];
  if (History.Unused != 0) {
    --History.Unused;
    NextStep = ~uint64_t(0);
  }
}

LoopSweep::~LoopSweep() {
  end();
  // Iterations that never repeat in one execution of the loop seldom do in the
  // next.
  constexpr unsigned MaxUnused = 1 << 10;
  SweepHistory &History = Shared.History[&Loop];
  if (HasTried && Skipped == 0) {
    History.Failures = std::min(2 * History.Failures + 1, MaxUnused);
    History.Unused = History.Failures;
  }
}

void LoopSweep::wait(uint64_t Rounds) {
  end();
  NextStep = Round - 1 + Rounds;
  Pause = std::min(2 * Pause, MaxPause);
}

/// Remembers where the next iterations start from.
void LoopSweep::note() {
  HeadValues = Eval.Variables;
  HeadState = State;
  HeadGone = Gone;
  NextStep = Round - 1 + Period;
}

bool LoopSweep::hasSameFlow() const {
  return State.Active == HeadState.Active &&
         State.IsExact == HeadState.IsExact &&
         State.IsCounted == HeadState.IsCounted &&
         State.IsTrial == HeadState.IsTrial && State.Why == HeadState.Why &&
         Gone == HeadGone;
}

void LoopSweep::startGuess() {
  end();
  Phase = Guessing;
  note();
}

/// The lanes in which a variable is known both \p Now and \p Then; nothing if
/// it differs by more than a number in each of them.
std::optional<LaneMask> LoopSweep::lanesMoved(const WarpValue &Now,
                                              const WarpValue &Then) const {
  const LaneMask Known = Now.affine() & State.Active;
  if (Known != (Then.affine() & State.Active) ||
      (Now.unsetLanes() & State.Active) != (Then.unsetLanes() & State.Active) ||
      Now.cases() || Then.cases() || !haveSameTerms(Now, Then, Known) ||
      !Shared.Running.moveTogether(Now, Then, Known))
    return std::nullopt;
  return Known;
}

/// How \p Variable moved since the start; nothing if it did not.
std::optional<Motion> LoopSweep::motionOf(unsigned Variable) {
  if (Eval.Variables.shares(HeadValues, Variable))
    return std::nullopt;
  const WarpValue &Now = Eval.Variables[Variable];
  const WarpValue &Then = HeadValues[Variable];
  const std::optional<LaneMask> Known = lanesMoved(Now, Then);
  if (!Known)
    return Motion::erratic(Id);
  LaneNumbers Steps{};
  bool Moves = false;
  for (unsigned Lane : *Known) {
    Steps[Lane] = int64_t(uint64_t(Now.base(Lane)) - uint64_t(Then.base(Lane)));
    if (Steps[Lane] < -MaxStep || Steps[Lane] > MaxStep)
      return Motion::erratic(Id);
    Moves |= Steps[Lane] != 0;
  }
  if (!Moves)
    return std::nullopt;
  return Motion(Id, Steps);
}

void LoopSweep::guess() {
  Id = Shared.Running.begin();
  Phase = Proving;
  HasTried = true;
  Cycles = 0;
  Shared.Listener->beginSweep(Id);
  for (unsigned Variable : Shared.assignedIn(Loop))
    if (std::optional<Motion> M = motionOf(Variable)) {
      WarpValue Moving = Eval.Variables[Variable];
      Moving.addMotion(std::move(*M));
      Eval.Variables.set(Variable, std::move(Moving));
    }
  startCycle();
}

void LoopSweep::startCycle() {
  note();
  Shared.Running.beginCycle(Id, MaxReach);
}

/// True if \p Variable is where its motion has led it, and will move on so.
bool LoopSweep::isAsMoved(unsigned Variable) {
  if (Eval.Variables.shares(HeadValues, Variable))
    return motionIn(Eval.Variables[Variable], Id) == nullptr;
  const WarpValue &Now = Eval.Variables[Variable];
  const WarpValue &Then = HeadValues[Variable];
  const std::optional<LaneMask> Known = lanesMoved(Now, Then);
  if (!Known)
    return false;
  for (unsigned Lane : *Known)
    if (uint64_t(Now.base(Lane)) !=
        uint64_t(Then.base(Lane)) + uint64_t(stepIn(Then, Id, Lane)))
      return false;
  return true;
}

bool LoopSweep::isProved() {
  return hasSameFlow() &&
         llvm::all_of(Shared.assignedIn(Loop), [&](unsigned Variable) {
           return isAsMoved(Variable) ||
                  !isCarried(Shared.carriedIn(Loop), Variable);
         });
}

/// Makes cycles longer if that is worth a try; false if it is not.
bool LoopSweep::lengthen() {
  const uint64_t Factor = Shared.Running.wanted(Id).both();
  if (Factor == 1 || Period * Factor > MaxPeriod)
    return false;
  Period *= Factor;
  return true;
}

void LoopSweep::endCycle() {
  const bool IsProved = isProved();
  if (!IsProved)
    Shared.Running.stop(Id);
  const CycleEffect Effect =
      Shared.Listener->endCycle(Shared.Running, Id, RuntimeRound);
  const uint64_t Reach = Shared.Running.reach(Id);
  IsEndless =
      Effect == CycleEffect::Repeats && (Reach == MaxReach || overflows(Reach));
  if (IsEndless)
    return wait(Pause);
  if (Effect == CycleEffect::Repeats && Reach >= 2) {
    skip(Reach - 1);
    lengthen();
    Pause = FirstPause;
    return wait(1 + Period);
  }
  if (Reach < 2 && lengthen())
    return startGuess();
  if (IsProved &&
      (Effect == CycleEffect::Settles ||
       (Effect == CycleEffect::Varies && Reach >= 2 && ++Cycles != MaxVarying)))
    return startCycle();
  wait(Pause);
}

/// True if so many cycles, or the two that may follow outside of a sweep, take
/// an `int` out of its range, which has no defined meaning. Narrower ones are
/// only cut.
bool LoopSweep::overflows(uint64_t Cycles) const {
  return llvm::any_of(Shared.assignedIn(Loop), [&](unsigned Variable) {
    const WarpValue &Value = Eval.Variables[Variable];
    const Motion *M = motionIn(Value, Id);
    if (!M || M->isErratic() || Shared.Program.Variables[Variable].Type != I32)
      return false;
    for (unsigned Lane : Value.affine() & State.Active) {
      const int64_t Step = M->step(Lane);
      const int64_t Room =
          Step < 0 ? Value.base(Lane) - std::numeric_limits<int32_t>::min()
                   : std::numeric_limits<int32_t>::max() - Value.base(Lane);
      if (Step != 0 && uint64_t(Room) / uint64_t(std::abs(Step)) < Cycles + 2)
        return true;
    }
    return false;
  });
}

void LoopSweep::skip(uint64_t Cycles) {
  for (unsigned Variable : Shared.assignedIn(Loop)) {
    const Motion *M = motionIn(Eval.Variables[Variable], Id);
    if (!M || M->isErratic())
      continue;
    WarpValue Moved = Eval.Variables[Variable];
    Moved.move(*M, Cycles);
    Eval.Variables.set(Variable, std::move(Moved));
  }
  Skipped += Cycles * Period;
  Shared.History[&Loop] = {};
  Shared.Listener->repeat(Id, Cycles);
}

void LoopSweep::end() {
  if (Phase == Proving) {
    Shared.Listener->endSweep(Id);
    Shared.Running.end();
    for (unsigned Variable : Shared.assignedIn(Loop))
      if (motionIn(Eval.Variables[Variable], Id)) {
        WarpValue Still = Eval.Variables[Variable];
        Still.dropMotion(Id);
        Eval.Variables.set(Variable, std::move(Still));
      }
  }
  Phase = Waiting;
}
