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

void AssignedValues::spread(llvm::function_ref<bool(const Expr &)> IsSource,
                            std::vector<bool> &Exprs,
                            std::vector<bool> &Variables) const {
  // By expression, the variables that are set to it.
  std::vector<std::pair<unsigned, unsigned>> Set;
  for (unsigned Variable = 0; Variable != Values.size(); ++Variable)
    for (ExprId Value : Values[Variable])
      Set.emplace_back(Value.Index, Variable);
  llvm::sort(Set);
  // By variable, the first expression that reads it.
  std::vector<size_t> FirstRead(Values.size(), Program.Exprs.size());
  for (size_t I = Program.Exprs.size(); I-- != 0;)
    if (Program.Exprs[I].Kind == ExprKind::Variable)
      FirstRead[Program.Exprs[I].Index] = I;
  // Operands stand before what is made of them, and what variables are set to
  // before what reads them, but for loops.
  for (bool IsOpen = true; std::exchange(IsOpen, false);) {
    auto Next = Set.begin();
    for (const auto &[Number, E] : llvm::enumerate(Program.Exprs)) {
      Exprs[Number] = Exprs[Number] || IsSource(E) ||
                      (E.Kind == ExprKind::Variable && Variables[E.Index]) ||
                      llvm::any_of(E.Operands, [&](ExprId Operand) {
                        return Exprs[Operand.Index];
                      });
      for (; Next != Set.end() && Next->first == Number; ++Next) {
        if (!Exprs[Number] || Variables[Next->second])
          continue;
        Variables[Next->second] = true;
        IsOpen |= FirstRead[Next->second] < Number;
      }
    }
  }
}
