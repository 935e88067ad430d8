//===- LaunchState.cpp - What all warps of a launch share -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

using namespace banklint;

llvm::ArrayRef<unsigned> LaunchState::assignedIn(const Stmt &S) {
  auto [It, IsNew] = Assigned.try_emplace(&S);
  if (!IsNew)
    return It->second;
  std::vector<unsigned> Variables;
  for (const Block &B : S.Blocks)
    forEachStmt(B, [&](const Stmt &Inner) {
      if (Inner.Kind == StmtKind::Assign)
        Variables.push_back(Inner.Index);
    });
  llvm::sort(Variables);
  Variables.erase(std::unique(Variables.begin(), Variables.end()),
                  Variables.end());
  return Assigned[&S] = std::move(Variables);
}

/// True if \p Value multiplies, divides or shifts \p Variable by a constant.
static bool isGeometric(const KernelProgram &Program, ExprId Value,
                        unsigned Variable) {
  auto Inner = [&](ExprId Id) {
    while (Program.expr(Id).Kind == ExprKind::Convert)
      Id = Program.expr(Id).Operands[0];
    return Id;
  };
  auto IsVariable = [&](ExprId Id) {
    const Expr &E = Program.expr(Inner(Id));
    return E.Kind == ExprKind::Variable && E.Index == Variable;
  };
  const Expr &E = Program.expr(Inner(Value));
  if (E.Kind != ExprKind::Binary || !IsVariable(E.Operands[0]))
    return false;
  const Expr &Right = Program.expr(Inner(E.Operands[1]));
  bool IsConstant = Right.Kind == ExprKind::Constant;
  switch (E.Binary) {
  case BinaryOp::Add:
    return IsVariable(E.Operands[1]);
  case BinaryOp::Mul:
  case BinaryOp::Div:
    return IsConstant && Right.Value >= 2;
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    return IsConstant && Right.Value >= 1;
  default:
    return false;
  }
}

static void findGeometric(const KernelProgram &Program, const Block &B,
                          std::vector<unsigned> &Found) {
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Assign && isGeometric(Program, S.Value, S.Index))
      Found.push_back(S.Index);
    // An inner loop's variables start anew in each round of this one.
    if (S.Kind != StmtKind::Loop)
      for (const Block &Inner : S.Blocks)
        findGeometric(Program, Inner, Found);
  }
}

llvm::ArrayRef<unsigned> LaunchState::geometricIn(const Stmt &Loop) {
  auto [It, IsNew] = Geometric.try_emplace(&Loop);
  if (IsNew)
    for (const Block &B : Loop.Blocks)
      findGeometric(Program, B, It->second);
  return It->second;
}
