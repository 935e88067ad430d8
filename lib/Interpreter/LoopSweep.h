//===- LoopSweep.h - Iterations that need not be executed -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for iterations of a loop that repeat those before them (Sweeps.h):
//
// 1. a few iterations are executed and show by how much they move variables;
// 2. a cycle of as many is executed whose variables are taken to move so. It
//    proves that they do: at its end, each is where its motion says and moves
//    the same way again. Its reach says up to which iteration that holds;
// 3. such cycles follow until the listener has seen enough of them;
// 4. the variables are moved to where the last cycle but one within reach
//    leaves them.
//
// Only variables that an iteration takes over from the one before have to move
// by equal steps: the others are set anew by the cycle that is executed next.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_LOOPSWEEP_H
#define BANKLINT_LIB_INTERPRETER_LOOPSWEEP_H

#include "Evaluator.h"
#include "LaunchState.h"

namespace banklint {

class LoopSweep {
public:
  /// \p State is that of control whenever atHead() is called.
  LoopSweep(LaunchState &Shared, Evaluator &Eval, const Flow &State,
            const Stmt &Loop);
  LoopSweep(const LoopSweep &) = delete;
  LoopSweep &operator=(const LoopSweep &) = delete;
  ~LoopSweep();

  /// An iteration is about to start; \p Gone lanes have left the loop. May
  /// change the variables to what they are some iterations later.
  /// \p RuntimeRound is that of the iteration before (AccessEvent).
  void atHead(LaneMask Gone, unsigned RuntimeRound);
  uint64_t skippedRounds() const { return Skipped; }
  /// Nothing that iterations do will ever end the loop, or not before an `int`
  /// overflows or is about to.
  bool isEndless() const { return IsEndless; }

private:
  /// Shorter loops are executed as they are.
  static constexpr uint64_t FirstPause = 16;

  enum PhaseKind { Waiting, Guessing, Proving };

  void wait(uint64_t Rounds);
  void startGuess();
  void guess();
  void startCycle();
  void endCycle();
  bool overflows(uint64_t Cycles) const;
  void skip(uint64_t Cycles);
  void end();
  void note();
  bool hasSameFlow() const;
  bool isProved();
  bool isAsMoved(unsigned Variable);
  std::optional<LaneMask> lanesMoved(const WarpValue &Now,
                                     const WarpValue &Then) const;
  std::optional<Motion> motionOf(unsigned Variable);
  bool lengthen();

  LaunchState &Shared;
  Evaluator &Eval;
  const Flow &State;
  const Stmt &Loop;

  PhaseKind Phase = Waiting;
  /// Iterations of a cycle.
  uint64_t Period = 1;
  /// After a failure, so many are executed before the next guess.
  uint64_t Pause = FirstPause;
  /// Cycles of this sweep that could have been skipped but were not alike.
  unsigned Cycles = 0;
  bool HasTried = false;
  bool IsEndless = false;
  uint64_t Round = 0;
  /// Before this iteration the next step is to be taken.
  uint64_t NextStep = FirstPause;
  uint64_t Skipped = 0;
  SweepId Id = 0;
  LaneMask Gone;
  unsigned RuntimeRound = 0;
  /// At the start of the cycle, or of the iterations that a guess is made from.
  VariableValues HeadValues;
  Flow HeadState;
  LaneMask HeadGone;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_LOOPSWEEP_H
