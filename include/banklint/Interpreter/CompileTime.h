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

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

class CompileTimeView {
public:
  explicit CompileTimeView(const KernelProgram &Program) : Program(Program) {}

  /// True if the compiler may be able to count the rounds of \p Loop: its test
  /// depends on constants and on variables that are computed from constants.
  bool hasConstantTest(const Stmt &Loop);
  /// True if the compiler surely knows the value, in each round of loops that
  /// it unrolls.
  bool isSurelyConstant(ExprId Value);
  /// Whether it does, by variable.
  const std::vector<bool> &surelyConstantVariables();
  /// True if the compiler surely counts the rounds of \p Loop, its body is
  /// small, and only its step changes what its test depends on.
  bool isSurelyCountable(const Stmt &Loop);
  /// True if the code can say before \p Loop how many rounds are left, as
  /// nvcc needs it to do those first that unrolling leaves over. Of an `i` that
  /// may wrap, as with `i += blockDim.x`, it can't.
  bool mayCountAhead(const Stmt &Loop);

private:
  using Variables = std::vector<bool>;

  bool isConstant(ExprId Id, const Variables &Constant) const;
  bool mayWrap(ExprId Value, unsigned Variable) const;
  void find();
  bool restrict(const Block &B, unsigned Depth, unsigned SureSince);

  const KernelProgram &Program;
  bool WasFound = false;
  Variables MayBeConstant;
  Variables SurelyConstant;
  /// How deep the block is nested that has all mentions of a variable, of which
  /// the first sets it; 0, the body of the kernel, if there is none.
  std::vector<unsigned> HomeDepth;
  llvm::DenseMap<const Stmt *, bool> Countable;
  llvm::DenseMap<const Stmt *, bool> CountedAhead;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_COMPILETIME_H
