//===- FixedValues.cpp - What a warp needs to evaluate only once ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static bool isOperation(const Expr &E) {
  return E.Kind == ExprKind::Unary || E.Kind == ExprKind::Binary ||
         E.Kind == ExprKind::Convert;
}

static bool isFixedLeaf(const Expr &E) {
  if (E.Kind == ExprKind::Constant)
    return true;
  if (E.Kind != ExprKind::Builtin)
    return false;
  switch (E.Special) {
  case Builtin::ThreadIdxX:
  case Builtin::ThreadIdxY:
  case Builtin::ThreadIdxZ:
  case Builtin::BlockDimX:
  case Builtin::BlockDimY:
  case Builtin::BlockDimZ:
    return true;
  case Builtin::BlockIdxX:
  case Builtin::BlockIdxY:
  case Builtin::BlockIdxZ:
  case Builtin::GridDimX:
  case Builtin::GridDimY:
  case Builtin::GridDimZ:
    return false;
  }
  llvm_unreachable("covered switch");
}

bool FixedValues::hasFixedLeaves(ExprId Id) {
  const Expr &E = Program.expr(Id);
  if (!isOperation(E))
    return isFixedLeaf(E);
  if (const auto Known = HasFixedLeaves.find(Id.Index);
      Known != HasFixedLeaves.end())
    return Known->second;
  const bool Has = llvm::all_of(
      E.Operands, [this](ExprId Operand) { return hasFixedLeaves(Operand); });
  HasFixedLeaves[Id.Index] = Has;
  return Has;
}

bool FixedValues::isFixed(ExprId Id) {
  return isOperation(Program.expr(Id)) && hasFixedLeaves(Id);
}

const WarpValue *FixedValues::find(ExprId Id, LaneMask Mask) const {
  const auto Known = Values.find(Id.Index);
  return Known != Values.end() && Known->second.second.contains(Mask)
             ? &Known->second.first
             : nullptr;
}

void FixedValues::keep(ExprId Id, const WarpValue &Value, LaneMask Mask) {
  Values.insert_or_assign(Id.Index, std::pair(Value, Mask));
}
