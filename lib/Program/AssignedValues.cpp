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

void AssignedValues::forEachNode(ExprId Id,
                                 llvm::function_ref<void(ExprId)> Visit) const {
  llvm::DenseSet<unsigned> Seen;
  llvm::SmallVector<ExprId, 16> Left{Id};
  while (!Left.empty()) {
    const ExprId Next = Left.pop_back_val();
    if (!Seen.insert(Next.Index).second)
      continue;
    Visit(Next);
    const Expr &E = Program.expr(Next);
    llvm::append_range(Left, E.Operands);
    if (E.Kind == ExprKind::Variable)
      llvm::append_range(Left, Values[E.Index]);
  }
}
