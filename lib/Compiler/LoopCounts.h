//===- LoopCounts.h - Loops that count in constants -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_COMPILER_LOOPCOUNTS_H
#define BANKLINT_LIB_COMPILER_LOOPCOUNTS_H

#include "banklint/Program/AssignedValues.h"
#include "banklint/Program/KnownNumbers.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// Knows what variables are in the rounds of loops, by constants alone.
class LoopCounts {
public:
  LoopCounts(const KernelProgram &Program, const AssignedValues &Assigned)
      : Program(Program), Assigned(Assigned) {}

  using Numbers = llvm::SmallVector<int64_t, 16>;

  /// More rounds are not counted.
  static constexpr unsigned MaxRounds = 1024;

  /// By the number of the variable.
  using Values = llvm::DenseMap<unsigned, ExprId>;

  /// The rounds of \p Loop from here on, until leave(). What its counter is in
  /// each, if it counts in constants from what it was set to \p Before the
  /// loop, in its block.
  Numbers enter(const Stmt &Loop, const Values &Before);
  /// The only round from here on is that where the counter of the innermost
  /// loop is \p Number.
  void setRound(int64_t Number) { Around.back().Rounds = {Number}; }
  /// In the step and the test of the innermost loop, its counter is another
  /// number already.
  void setStepping(bool Is) { Around.back().IsStepping = Is; }
  void leave() { Around.pop_back(); }

  /// The truth of \p Condition in all rounds of the loops around, if there is
  /// but one.
  std::optional<bool> truthOf(ExprId Condition) const;
  /// True if \p Id depends on counters of the loops around.
  bool isOfCounters(ExprId Id) const;
  /// What \p Ids are, one number for each, in the rounds of the loops around
  /// that matter for one of them; none if that is not known of some. Sets \p
  /// IsRolled if the source asks not to unroll one of these loops whole.
  std::vector<Numbers> roundsOf(llvm::ArrayRef<ExprId> Ids,
                                bool &IsRolled) const;

private:
  struct Counter {
    unsigned Variable = 0;
    /// None if the loop does not count in constants.
    Numbers Rounds;
    bool IsRolled = false;
    bool IsStepping = false;
  };

  Counter counterOf(const Stmt &Loop, const Values &Before) const;
  std::optional<int64_t> numberIn(ExprId Id, KnownNumbers &Known) const;
  std::optional<int64_t> numberIn(ExprId Id, KnownNumbers &Known,
                                  llvm::DenseSet<unsigned> &Unknown,
                                  unsigned Depth) const;
  void addVariables(ExprId Id, llvm::SmallDenseSet<unsigned, 8> &Found) const;

  const KernelProgram &Program;
  const AssignedValues &Assigned;
  std::vector<Counter> Around;
};

} // namespace banklint

#endif // BANKLINT_LIB_COMPILER_LOOPCOUNTS_H
