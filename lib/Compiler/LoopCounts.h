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
  explicit LoopCounts(const KernelProgram &Program)
      : Program(Program), Assigned(Program) {}

  using Numbers = llvm::SmallVector<int64_t, 16>;

  /// More rounds are not counted.
  static constexpr unsigned MaxRounds = 1024;

  /// The rounds of \p Loop from here on, until leave(). What its counter is in
  /// each, if it counts in constants.
  Numbers enter(const Stmt &Loop);
  /// The only round from here on is that where the counter of the innermost
  /// loop is \p Number.
  void setRound(int64_t Number) { Around.back().Rounds = {Number}; }
  void leave() { Around.pop_back(); }

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
  };

  Counter counterOf(const Stmt &Loop) const;
  std::optional<int64_t> numberIn(ExprId Id, KnownNumbers &Known,
                                  unsigned Depth = 0) const;
  void addVariables(ExprId Id, llvm::SmallDenseSet<unsigned, 8> &Found) const;

  const KernelProgram &Program;
  const AssignedValues Assigned;
  std::vector<Counter> Around;
};

} // namespace banklint

#endif // BANKLINT_LIB_COMPILER_LOOPCOUNTS_H
