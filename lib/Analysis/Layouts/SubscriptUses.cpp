//===- SubscriptUses.cpp - Arrays that only subscripts reach --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts/SubscriptUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// True if \p E names an element of array number \p Array by all subscripts.
static bool isElement(const KernelProgram &Program, const Expr &E,
                      unsigned Array) {
  return E.Kind == ExprKind::Address && E.Index == Array &&
         E.Operands.size() == Program.Arrays[Array].Extents.size() + 1;
}

bool banklint::isOnlySubscripted(const ArrayUse &Use) {
  const KernelProgram &Program = *Use.Program;
  auto IsIn = [&](ExprId Id) {
    return Id.isValid() && Program.expr(Id).Kind == ExprKind::Address &&
           Program.expr(Id).Index == Use.Array;
  };
  for (const Expr &E : Program.Exprs) {
    if (E.Kind == ExprKind::Address && E.Index == Use.Array &&
        !isElement(Program, E, Use.Array))
      return false;
    if (E.Kind != ExprKind::Opaque && llvm::any_of(E.Operands, IsIn))
      return false;
  }
  bool IsKept = false;
  forEachStmt(Program.Body, [&](const Stmt &S) { IsKept |= IsIn(S.Value); });
  return !IsKept;
}

bool banklint::accessesElement(const ArrayUse &Use, const Access &A) {
  return isElement(*Use.Program, Use.Program->expr(A.Address), Use.Array);
}

bool banklint::staysTogether(const ArrayUse &Use, const Access &A) {
  const KernelProgram &Program = *Use.Program;
  const SharedArray &Array = Program.Arrays[Use.Array];
  const Expr &Inner = Program.expr(Program.expr(A.Address).Operands.back());
  uint64_t Bytes = uint64_t(A.Bytes) * A.Pieces;
  // Unknown places inside of an element are members of arrays in it.
  if (Inner.Kind != ExprKind::Constant)
    return Bytes <= Array.ElementBytes;
  if (Inner.Value == 0 && A.Pieces == 1)
    return true;
  return Inner.Value >= 0 &&
         uint64_t(Inner.Value) + Bytes <= Array.ElementBytes;
}
