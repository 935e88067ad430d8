//===- ConstantVariables.cpp - Variables of constants ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/ConstantVariables.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

bool banklint::isConstant(const KernelProgram &Program, ExprId Id,
                          const std::vector<bool> &Constant) {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Parameter:
  case ExprKind::Builtin:
  case ExprKind::Opaque:
  case ExprKind::Shuffle:
    return false;
  case ExprKind::Variable:
    return Constant[E.Index];
  default:
    return llvm::all_of(E.Operands, [&](ExprId Operand) {
      return isConstant(Program, Operand, Constant);
    });
  }
}

std::vector<bool> banklint::constantVariables(const KernelProgram &Program,
                                              const AssignedValues &Values) {
  std::vector<bool> Exprs(Program.Exprs.size()), Variables(Values.size());
  Values.spread(
      [](const Expr &E) {
        return E.Kind == ExprKind::Parameter || E.Kind == ExprKind::Builtin ||
               E.Kind == ExprKind::Opaque || E.Kind == ExprKind::Shuffle;
      },
      Exprs, Variables);
  Variables.flip();
  return Variables;
}
