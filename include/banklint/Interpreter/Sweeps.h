//===- Sweeps.h - Rounds and warps that do the same -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most iterations of a loop do what the one before did, at other addresses; so
// do most warps of a block. A *sweep* is a sequence of *cycles*, each of the
// same number of iterations of a loop, or of warps. While a cycle is executed,
// values know how they move from it to the next (Value.h, Motion):
//
//   value in cycle q = value in this cycle + q * step     for q = 0 .. reach
//
// Wherever execution uses a number - a comparison, a quotient, the end of a
// type's range, an address - it limits the *reach* of the sweep to the cycles
// in which the outcome is sure to be the same. So one cycle proves for how many
// more there is nothing new, and these need not be executed.
//
// Sweeps nest, as loops do, and limits are for all combinations of cycles: a
// number that moves in two sweeps stays within a limit up to the reach of both.
// The innermost sweep is served first.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_SWEEPS_H
#define BANKLINT_INTERPRETER_SWEEPS_H

#include "banklint/Interpreter/Value.h"
#include <limits>
#include <numeric>

namespace banklint {

/// The motion of \p Value in \p Sweep; null if it has none.
const Motion *motionIn(const WarpValue &Value, SweepId Sweep);
/// The step of \p Value; 0 if it does not move or is erratic.
int64_t stepIn(const WarpValue &Value, SweepId Sweep, unsigned Lane);

/// By what cycles of a sweep should be longer.
struct LongerCycles {
  /// So that some number moves by a multiple of what it has to. Without it no
  /// cycle is like another.
  uint64_t Needed = 1;
  /// So that some number that has to stay within a range does not move at all.
  uint64_t Further = 1;

  /// Adds what others want.
  void include(const LongerCycles &Others);
  /// For the sake of all numbers.
  uint64_t both() const { return std::lcm(Needed, Further); }

  friend bool operator==(const LongerCycles &A, const LongerCycles &B) {
    return A.Needed == B.Needed && A.Further == B.Further;
  }
};

/// The factor of cycles in which \p Step becomes a multiple of \p Unit, which
/// is positive.
uint64_t factorToMultiple(int64_t Step, int64_t Unit);

class Sweeps {
public:
  /// Starts a sweep inside of those that are open.
  SweepId begin();
  /// Ends the innermost sweep.
  void end() { States.pop_back(); }
  bool areNone() const { return States.empty(); }
  bool isOpen(SweepId Sweep) const { return find(Sweep); }

  /// A cycle begins: nothing limits what follows it to less than \p Most
  /// cycles.
  void beginCycle(SweepId Sweep, uint64_t Most);
  /// The number of cycles behind this one that are sure to be like it.
  uint64_t reach(SweepId Sweep) const;
  /// Which cycles may reach further.
  LongerCycles wanted(SweepId Sweep) const;

  /// Nothing can be limited any more in this cycle.
  bool areStopped() const;
  /// True if \p Value moves in a sweep that is open.
  bool isMoving(const WarpValue &Value) const;

  /// True if \p A and \p B move by the same steps in \p Lanes in each sweep
  /// that is open.
  bool moveTogether(const WarpValue &A, const WarpValue &B,
                    LaneMask Lanes) const;

  /// No further cycle of \p Sweep is known to be like this one.
  void stop(SweepId Sweep) { limit(Sweep, 0); }
  /// At most \p Cycles behind this one are like it.
  void limit(SweepId Sweep, uint64_t Cycles);
  /// Stops all sweeps in which \p Value moves in \p Lanes.
  void needStill(const WarpValue &Value, LaneMask Lanes);
  /// Stops all sweeps in which the lanes of \p Lanes move differently.
  void needUniform(const WarpValue &Value, LaneMask Lanes);
  /// Stops all sweeps in which \p A and \p B move differently in \p Lanes.
  void needTogether(const WarpValue &A, const WarpValue &B, LaneMask Lanes);
  /// Limits sweeps to where the base of \p Value stays in \p Least .. \p Most.
  void keepWithin(const WarpValue &Value, LaneMask Lanes, int64_t Least,
                  int64_t Most);
  /// The same for one number that moves by \p Steps, one each open sweep.
  void keepWithin(int64_t Number, int64_t Least, int64_t Most,
                  llvm::ArrayRef<int64_t> Steps);
  /// Wants cycles of \p Sweep to be longer by both factors of \p By.
  void want(SweepId Sweep, const LongerCycles &By);

  /// An open sweep.
  struct State {
    SweepId Id;
    uint64_t Reach;
    LongerCycles Wanted;
  };
  /// The innermost comes last.
  llvm::ArrayRef<State> open() const { return States; }
  /// The steps of \p Value, one each open sweep.
  llvm::SmallVector<int64_t, 4> stepsOf(const WarpValue &Value,
                                        unsigned Lane) const;

private:
  static bool moveTogetherIn(SweepId Sweep, const WarpValue &A,
                             const WarpValue &B, LaneMask Lanes);
  const State *find(SweepId Sweep) const;
  State *find(SweepId Sweep);

  std::vector<State> States;
  SweepId Next = 0;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_SWEEPS_H
