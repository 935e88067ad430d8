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
#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

namespace {

class ReadVariables {
public:
  explicit ReadVariables(const KernelProgram &Program);
  bool isRead(unsigned Variable) const { return Read.test(Variable); }

private:
  void visit(ExprId Id);

  const KernelProgram &Program;
  /// By variable.
  std::vector<llvm::SmallVector<ExprId, 1>> Values;
  llvm::BitVector Read;
  /// By expression.
  llvm::BitVector IsVisited;
  /// Expressions that are needed and not visited.
  std::vector<ExprId> Pending;
};

} // namespace

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

ReadVariables::ReadVariables(const KernelProgram &Program)
    : Program(Program), Values(Program.Variables.size()),
      Read(Program.Variables.size()), IsVisited(Program.Exprs.size()) {
  const llvm::BitVector OfThreads = ofThreads(Program);
  forEachStmt(Program.Body, [&](const Stmt &S) {
    assert(S.Kind != StmtKind::Flow && "steps name variables by themselves");
    const bool IsAssign = S.Kind == StmtKind::Assign;
    if (IsAssign)
      Values[S.Index].push_back(S.Value);
    if (IsAssign && OfThreads.test(S.Value.Index))
      Read.set(S.Index);
    else if (!IsAssign && S.Value.isValid())
      Pending.push_back(S.Value);
    if (S.Kind == StmtKind::Access)
      llvm::append_range(Pending, Program.Accesses[S.Index].operands());
  });
  for (unsigned Variable : Read.set_bits())
    llvm::append_range(Pending, Values[Variable]);
  while (!Pending.empty()) {
    const ExprId Id = Pending.back();
    Pending.pop_back();
    visit(Id);
  }
}

void ReadVariables::visit(ExprId Id) {
  if (IsVisited.test(Id.Index))
    return;
  IsVisited.set(Id.Index);
  const Expr &E = Program.expr(Id);
  llvm::append_range(Pending, E.Operands);
  if (E.Kind != ExprKind::Variable || Read.test(E.Index))
    return;
  Read.set(E.Index);
  llvm::append_range(Pending, Values[E.Index]);
}

static void removeFrom(KernelProgram &Program, Block &B,
                       const ReadVariables &Variables) {
  llvm::erase_if(B, [&](Stmt &S) {
    for (Block &Inner : S.Blocks)
      removeFrom(Program, Inner, Variables);
    const bool IsUnread =
        S.Kind == StmtKind::Assign && !Variables.isRead(S.Index);
    if (IsUnread)
      Program.UnreadValues.emplace_back(S.Index, S.Value);
    return IsUnread || (S.Kind == StmtKind::Region && S.Blocks[0].empty());
  });
}

void banklint::removeUnread(KernelProgram &Program) {
  removeFrom(Program, Program.Body, ReadVariables(Program));
}
