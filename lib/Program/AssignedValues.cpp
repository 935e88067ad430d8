//===- AssignedValues.cpp - What variables are set to ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

bool AssignedValues::anyNode(ExprId Id, llvm::function_ref<bool(ExprId)> Visit,
                             Visited &Before) const {
  llvm::SmallVector<ExprId, 16> Left{Id};
  while (!Left.empty()) {
    const ExprId Next = Left.pop_back_val();
    if (!Before.Nodes.insert(Next.Index).second)
      continue;
    if (Visit(Next))
      return true;
    const Expr &E = Program.expr(Next);
    llvm::append_range(Left, E.Operands);
    if (E.Kind == ExprKind::Variable && Before.Variables.insert(E.Index).second)
      llvm::append_range(Left, Values[E.Index]);
  }
  return false;
}
