//===- LaunchState.h - What all warps of a launch share ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_LAUNCHSTATE_H
#define BANKLINT_LIB_INTERPRETER_LAUNCHSTATE_H

#include "Evaluator.h"
#include "LoopVariables.h"
#include "Slice.h"
#include "banklint/Interpreter/CompileTime.h"
#include <map>

namespace banklint {

/// So many cycles that could be followed by others like them, but each have
/// another effect on the listener, and a sweep is given up.
constexpr unsigned MaxVarying = 4;

/// How looking for iterations of a loop that repeat went.
struct SweepHistory {
  /// Grows with executions of the loop that had none.
  unsigned Failures = 0;
  /// So many more executions of the loop do without.
  unsigned Unused = 0;
};

/// What a round of a loop that runs only to see what it does has to execute.
struct SilentRound {
  /// The variables that the loop assigns and whose values matter to other
  /// rounds or behind the loop, for the sake of accesses; sorted.
  std::vector<unsigned> Watched;
  /// Those of them that a round may read of the round before.
  std::vector<CarriedVariable> Carried;
  Slice Needs;

  bool isWatched(unsigned Variable) const {
    return llvm::is_contained(Watched, Variable);
  }
};

/// What all warps of a launch share.
struct LaunchState {
  LaunchState(const KernelProgram &Program, const LaunchConfig &Launch,
              const InterpreterBudget &Budget,
              llvm::function_ref<bool(const AccessEvent &)> OnAccess,
              SweepListener *Listener, llvm::ArrayRef<LayoutOverride> Layout)
      : Program(Program), Launch(Launch), Budget(Budget), OnAccess(OnAccess),
        Listener(Listener), Layouts(arrayLayouts(Program, Layout)) {
    if (Launch.IsInside)
      Inside.emplace(Program, Launch);
  }

  const KernelProgram &Program;
  const LaunchConfig &Launch;
  const InterpreterBudget &Budget;
  llvm::function_ref<bool(const AccessEvent &)> OnAccess;
  /// Null if all iterations and warps are to be executed.
  SweepListener *Listener;
  Sweeps Running;
  std::vector<ArrayLayout> Layouts;
  ExecutionSummary Summary;
  CompileTimeView CompileTime{Program};
  std::optional<InsideGuards> Inside;
  llvm::DenseMap<const Stmt *, SweepHistory> History;
  /// What of a large program is executed; nothing stands for all.
  std::optional<Slice> Needs;

  /// The variables that \p S or its blocks assign, sorted.
  llvm::ArrayRef<unsigned> assignedIn(const Stmt &S);
  /// The variables that a round of \p Loop multiplies, divides or shifts by a
  /// constant.
  llvm::ArrayRef<unsigned> geometricIn(const Stmt &Loop);
  /// True if all that \p Loop changes of what it tests are such variables,
  /// which nothing else in it sets.
  bool isGeometric(const Stmt &Loop);
  /// True if \p Loop sets something that its test reads.
  bool changesTest(const Stmt &Loop);
  /// What a round of \p Loop may read of the round before.
  llvm::ArrayRef<CarriedVariable> carriedIn(const Stmt &Loop);
  const SilentRound &silentRound(const Stmt &Loop);

private:
  SilentRound makeSilentRound(const Stmt &Loop);

  /// Needs, if it was not made.
  std::optional<Slice> OfAccesses;
  /// By variable: the expressions of statements that read it.
  std::vector<unsigned> Reads;
  std::map<const Stmt *, SilentRound> SilentRounds;
  llvm::DenseMap<const Stmt *, std::vector<unsigned>> Assigned;
  llvm::DenseMap<const Stmt *, std::vector<unsigned>> Geometric;
  /// isGeometric of loops that were entered.
  llvm::DenseMap<const Stmt *, bool> GeometricTests;
  llvm::DenseMap<const Stmt *, std::vector<CarriedVariable>> Carried;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_LAUNCHSTATE_H
