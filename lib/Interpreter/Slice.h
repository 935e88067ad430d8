//===- Slice.h - What accesses depend on ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of a large kernel computes with data. What neither reaches an address in
// shared memory nor decides whether an access takes place need not be executed.
// A round of a loop that runs only to see what it does to a few variables needs
// even less.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_SLICE_H
#define BANKLINT_LIB_INTERPRETER_SLICE_H

#include "banklint/Interpreter/CompileTime.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// Some statements of a program and what they depend on.
class Slice {
public:
  /// What the accesses depend on.
  Slice(const KernelProgram &Program, CompileTimeView &CompileTime);
  /// Of the statements of \p Loop: what \p Variables depend on, which lanes go
  /// through it, and which barriers they come to.
  Slice(const KernelProgram &Program, CompileTimeView &CompileTime,
        const Stmt &Loop, llvm::ArrayRef<unsigned> Variables);

  /// False if all accesses are the same without \p S and what is in it. The
  /// values of its numbered branches are there in any case.
  bool isNeeded(const Stmt &S) const { return Needed.contains(&S); }
  bool isNeeded(unsigned Variable) const {
    return NeededVariables.contains(Variable);
  }
  /// True if \p S is or has a branch with a number.
  bool hasNumbers(const Stmt &S) const { return WithNumbers.contains(&S); }
  /// True if the call \p S has branches or loops.
  bool isBranching(const Stmt &S) const {
    return BranchingRegions.contains(&S);
  }

private:
  /// The innermost statements that a jump may leave.
  struct Targets {
    const Stmt *Break = nullptr;
    const Stmt *Continue = nullptr;
    const Stmt *Return = nullptr;
  };

  bool index(const Block &B, const Stmt *Around, Targets Inside);
  bool indexStmt(const Stmt &S, const Stmt *Around, Targets Inside);
  void needAll();
  void need(const Stmt &S);
  void needVariable(unsigned Index);
  void needValue(ExprId Id);

  const KernelProgram &Program;
  CompileTimeView &CompileTime;
  /// The statement that a statement is in; null at the outermost.
  llvm::DenseMap<const Stmt *, const Stmt *> Outer;
  llvm::DenseMap<unsigned, std::vector<const Stmt *>> Assignments;
  /// The jumps that leave a statement or go on with it.
  llvm::DenseMap<const Stmt *, std::vector<const Stmt *>> Jumps;
  llvm::DenseSet<const Stmt *> Needed;
  llvm::DenseSet<unsigned> NeededVariables;
  llvm::DenseSet<unsigned> NeededValues;
  llvm::DenseSet<const Stmt *> BranchingRegions;
  /// Accesses, and what matters for what the compiler makes of them.
  std::vector<const Stmt *> Effects;
  /// The conditions of branches that accesses know by numbers.
  std::vector<ExprId> Numbered;
  llvm::DenseSet<const Stmt *> WithNumbers;
  /// Needed, but what they need was not looked at yet.
  std::vector<const Stmt *> Pending;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_SLICE_H
