//===- UnreadVariables.cpp - Variables that nothing needs -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of what a library of layouts computes are coordinates in registers: of a
// flash attention, nine assignments of ten set what no address is made of.
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/UnreadVariables.h"
#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// By expression: whether it is made of the numbers of threads or blocks, other
/// than by a variable.
static llvm::BitVector ofThreads(const KernelProgram &Program) {
  llvm::BitVector Result(Program.Exprs.size());
  for (const auto &[Index, E] : llvm::enumerate(Program.Exprs))
    if (E.Kind == ExprKind::Builtin || llvm::any_of(E.Operands, [&](ExprId Of) {
          return Result.test(Of.Index);
        }))
      Result.set(Index);
  return Result;
}

/// The variables that accesses and conditions depend on, and those that are set
/// to numbers of threads, with what these depend on.
static llvm::DenseSet<unsigned> readVariables(const KernelProgram &Program) {
  const AssignedValues Values(Program);
  const llvm::BitVector OfThreads = ofThreads(Program);
  AssignedValues::Visited Seen;
  const auto Need = [&](ExprId Value) {
    Values.forEachNode(Value, [](ExprId) {}, Seen);
  };
  forEachStmt(Program.Body, [&](const Stmt &S) {
    assert(S.Kind != StmtKind::Flow && "steps name variables by themselves");
    const bool IsAssign = S.Kind == StmtKind::Assign;
    if (!IsAssign && S.Value.isValid())
      Need(S.Value);
    if (S.Kind == StmtKind::Access)
      llvm::for_each(Program.Accesses[S.Index].operands(), Need);
    if (IsAssign && OfThreads.test(S.Value.Index) &&
        Seen.Variables.insert(S.Index).second)
      llvm::for_each(Values.of(S.Index), Need);
  });
  return std::move(Seen.Variables);
}

static void removeFrom(KernelProgram &Program, Block &B,
                       const llvm::DenseSet<unsigned> &Read) {
  llvm::erase_if(B, [&](Stmt &S) {
    for (Block &Inner : S.Blocks)
      removeFrom(Program, Inner, Read);
    const bool IsUnread = S.Kind == StmtKind::Assign && !Read.contains(S.Index);
    if (IsUnread)
      Program.UnreadValues.emplace_back(S.Index, S.Value);
    return IsUnread || (S.Kind == StmtKind::Region && S.Blocks[0].empty());
  });
}

void banklint::removeUnread(KernelProgram &Program) {
  removeFrom(Program, Program.Body, readVariables(Program));
}
