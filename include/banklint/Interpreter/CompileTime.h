//===- CompileTime.h - What is known without a launch -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler sees a kernel without its launch: constants it folds, the shape
// of the block and the arguments it does not know. Two notions of "constant"
// serve two questions. Could the compiler unroll this? Then a variable counts
// that is only ever set from constants. Does it surely? Then the statements
// that set it must also surely be executed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_COMPILETIME_H
#define BANKLINT_INTERPRETER_COMPILETIME_H

#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

namespace banklint {

/// True if control may leave \p B early: by a jump that is not the last thing
/// in it.
bool mayLeaveEarly(const Block &B);

class CompileTimeView {
public:
  explicit CompileTimeView(const KernelProgram &Program)
      : Program(Program), Values(Program) {}

  /// True if the compiler may be able to count the rounds of \p Loop: its test
  /// depends on constants and on variables that are computed from constants.
  bool hasConstantTest(const Stmt &Loop);
  /// True if the compiler surely knows the value, in each round of loops that
  /// it unrolls.
  bool isSurelyConstant(ExprId Value);
  /// Whether it does, by variable.
  const std::vector<bool> &surelyConstantVariables();
  /// By variable: whether \p Loop and other code set it, so that it may live
  /// from round to round.
  const std::vector<bool> &carriedBy(const Stmt &Loop);
  /// By variable: whether each statement of \p Loop that sets it adds a
  /// constant.
  std::vector<bool> steppedBy(const Stmt &Loop) const;
  /// What each round of a loop surely adds to a variable.
  struct ConstantStep {
    /// 0 if that is not one constant.
    int64_t By = 0;
    /// The sum.
    ExprId Value;
  };
  /// By variable, for those that nothing else in \p Loop sets.
  std::vector<ConstantStep> constantStepsOf(const Stmt &Loop) const;
  /// By variable: whether a statement of \p Loop sets it to itself plus or
  /// minus something.
  std::vector<bool> addedToBy(const Stmt &Loop) const;
  /// True if the compiler surely counts the rounds of \p Loop if it knows what
  /// is set before, and they are few. Of loops in it, as in a bitonic sort, it
  /// must be unable to count any before.
  bool isSurelyCountable(const Stmt &Loop) { return countingOf(Loop).IsSure; }
  /// Likewise if it is told how many rounds to make one of: of loops in \p Loop
  /// each must be surely countable then.
  bool isSurelyCountableInPart(const Stmt &Loop) {
    return countingOf(Loop).IsSureInPart;
  }
  /// True if the rounds of \p Loop are straight lines of code, without
  /// branches, barriers and loops.
  static bool isStraight(const Stmt &Loop);
  /// The statements of \p Loop, which is surely countable, at least in part,
  /// that set what its test depends on, in the order in which a round executes
  /// them.
  llvm::ArrayRef<const Stmt *> countersOf(const Stmt &Loop) const {
    return Countable.find(&Loop)->second.Counters;
  }
  /// True if the rounds of \p Loop depend on what lives from round to round of
  /// one of \p Others.
  bool dependsOnRounds(const Stmt &Loop, llvm::ArrayRef<const Stmt *> Others);
  /// True if the code can say before \p Loop how many rounds are left, as
  /// nvcc needs it to do those first that unrolling leaves over. Of an `i` that
  /// may wrap, as with `i += blockDim.x`, it can't.
  bool mayCountAhead(const Stmt &Loop);
  /// False if the compiler surely can't tell that \p Loop has few rounds,
  /// whatever threads execute it.
  bool mayKnowFewRounds(const Stmt &Loop);
  /// True if \p Loop waits for other threads, and the compiler lets the lanes
  /// that leave it go on alone: it ends by a volatile value that it reads.
  bool waitsForOthers(const Stmt &Loop);

private:
  using Variables = std::vector<bool>;
  struct Counting {
    bool IsSure = false;
    bool IsSureInPart = false;
    std::vector<const Stmt *> Counters;
  };

  bool isConstant(ExprId Id, const Variables &Constant) const;
  bool mayWrap(ExprId Value, unsigned Variable) const;
  void find();
  bool restrict(const Block &B, unsigned Depth, unsigned SureSince);

  std::vector<unsigned> countAssignments(const Stmt &Loop) const;
  const std::vector<unsigned> &testVariables(const Stmt &Loop);
  bool findCounters(const Stmt &Loop, std::vector<const Stmt *> &Counters);
  const Expr &plain(ExprId Id) const;
  bool stepsByConstant(const Stmt &S) const;
  std::vector<const Stmt *> carriedCounters(const Stmt &Loop,
                                            std::vector<const Stmt *> Counters);
  bool findSummands(ExprId Id, const std::vector<bool> &Carried,
                    std::set<unsigned> &Found, unsigned Depth = 0) const;
  bool hasFormula(ExprId Test, const Stmt &Loop);
  bool isCounted(const Stmt &Loop, const std::vector<const Stmt *> &Counters);
  bool isCountedBehind(const Stmt &Inner, const Stmt &Loop);
  const Counting &countingOf(const Stmt &Loop);

  const KernelProgram &Program;
  AssignedValues Values;
  bool WasFound = false;
  Variables MayBeConstant;
  Variables SurelyConstant;
  /// How deep the block is nested that has all mentions of a variable, of which
  /// the first sets it; 0, the body of the kernel, if there is none.
  std::vector<unsigned> HomeDepth;
  llvm::DenseMap<const Stmt *, Counting> Countable;
  llvm::DenseMap<const Stmt *, std::vector<bool>> Carried;
  /// What the tests of loops depend on.
  llvm::DenseMap<const Stmt *, std::vector<unsigned>> OfTest;
  llvm::DenseMap<const Stmt *, bool> CountedAhead;
  llvm::DenseMap<const Stmt *, bool> FewRounds;
  std::optional<llvm::DenseSet<const Stmt *>> Waiting;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_COMPILETIME_H
