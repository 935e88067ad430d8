//===- SubscriptUses.cpp - Arrays that only subscripts reach --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts/SubscriptUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// True if \p E is an address of an element of the array, by all subscripts.
bool SubscriptUses::isElement(const Expr &E) const {
  return E.Kind == ExprKind::Address && E.Index == Array &&
         E.Operands.size() == Program.Arrays[Array].Extents.size() + 1;
}

/// Finds variables that are assigned once, an element, and that nothing but
/// accesses mentions.
void SubscriptUses::findKept() {
  llvm::DenseMap<unsigned, unsigned> Assignments;
  const auto Drop = [&](ExprId Id) {
    if (Id.isValid() && Program.expr(Id).Kind == ExprKind::Variable)
      Kept.erase(Program.expr(Id).Index);
  };
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Kind != StmtKind::Assign)
      return;
    if (++Assignments[S.Index] == 1 && S.Value.isValid() &&
        isElement(Program.expr(S.Value)))
      Kept[S.Index] = S.Value;
    else
      Kept.erase(S.Index);
  });
  for (const Expr &E : Program.Exprs)
    if (E.Kind != ExprKind::Opaque)
      llvm::for_each(E.Operands, Drop);
  forEachStmt(Program.Body, [&](const Stmt &S) { Drop(S.Value); });
}

SubscriptUses::SubscriptUses(const ArrayUse &Use)
    : Program(*Use.Program), Array(Use.Array) {
  findKept();
  const auto IsIn = [&](ExprId Id) {
    return Id.isValid() && Program.expr(Id).Kind == ExprKind::Address &&
           Program.expr(Id).Index == Array;
  };
  for (const Expr &E : Program.Exprs) {
    if (E.Kind == ExprKind::Address && E.Index == Array && !isElement(E))
      AreAll = false;
    if (E.Kind != ExprKind::Opaque && llvm::any_of(E.Operands, IsIn))
      AreAll = false;
  }
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (IsIn(S.Value) && !(S.Kind == StmtKind::Assign && Kept.count(S.Index)))
      AreAll = false;
  });
}

const Expr *SubscriptUses::element(const Access &A) const {
  const Expr *E = &Program.expr(A.Address);
  if (E->Kind == ExprKind::Variable)
    if (auto It = Kept.find(E->Index); It != Kept.end())
      E = &Program.expr(It->second);
  return isElement(*E) ? E : nullptr;
}

bool SubscriptUses::staysTogether(const Access &A) const {
  const SharedArray &Of = Program.Arrays[Array];
  const Expr &Inner = Program.expr(element(A)->Operands.back());
  uint64_t Bytes = uint64_t(A.Bytes) * A.Pieces;
  // Unknown places inside of an element are members of arrays in it.
  if (Inner.Kind != ExprKind::Constant)
    return Bytes <= Of.ElementBytes;
  if (Inner.Value == 0 && A.Pieces == 1)
    return true;
  return Inner.Value >= 0 && uint64_t(Inner.Value) + Bytes <= Of.ElementBytes;
}
