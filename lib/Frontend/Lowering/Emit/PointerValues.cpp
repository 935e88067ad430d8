//===- PointerValues.cpp - What the variables of a program may hold -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/PointerValues.h"

using namespace banklint;
using namespace clang;

void PointerValues::noteAdded(const VarDecl *Owner) {
  unsigned Number = Owners.size();
  Owners.push_back(Owner);
  if (Owner && Program.Variables[Number].Type == U64 &&
      Facts.Holders.count(Owner))
    Addresses.insert(Number);
}

void PointerValues::noteRead(unsigned Variable) {
  if (const VarDecl *Owner = Owners[Variable])
    if (Program.Variables[Variable].Type == U64 && !Addresses.count(Variable))
      ReadAsPlain.insert(Owner);
}

void PointerValues::noteAssigned(unsigned Variable, ExprId Value) {
  if (Escaped.count(Variable))
    noteStored(Value);
  if (!mayBeShared(Value) || !Addresses.insert(Variable).second)
    return;
  const VarDecl *Owner = Owners[Variable];
  if (Owner && ReadAsPlain.count(Owner) && Facts.Holders.insert(Owner).second)
    HasLearned = true;
}

void PointerValues::noteStored(ExprId Value) {
  if (Value.isValid() && mayBeShared(Value))
    noteSharedStored();
}

void PointerValues::noteEscaped(unsigned Variable) {
  Escaped.insert(Variable);
  if (Addresses.count(Variable))
    noteSharedStored();
}

void PointerValues::noteSharedStored() {
  HasLearned |= !Facts.IsSharedStored;
  Facts.IsSharedStored = true;
}

void PointerValues::noteEscaped(const VarDecl &Decl) {
  if (Facts.Escaped.insert(&Decl).second)
    HasLearned = true;
}

bool PointerValues::mayBeShared(ExprId Address) const {
  const banklint::Expr &E = Program.expr(Address);
  switch (E.Kind) {
  case ExprKind::Address:
    return true;
  case ExprKind::Variable:
    return Addresses.count(E.Index);
  case ExprKind::Opaque:
    return Opaques.count(E.Index);
  case ExprKind::Select:
    return mayBeShared(E.Operands[1]) || mayBeShared(E.Operands[2]);
  case ExprKind::Convert:
  case ExprKind::Shuffle:
    // Assembly takes 32 bits for shared memory.
    return E.Type.Bits >= 32 && mayBeShared(E.Operands[0]);
  case ExprKind::Binary:
    switch (E.Binary) {
    case BinaryOp::Sub:
      // Not the distance of two pointers.
      return mayBeShared(E.Operands[0]) && !mayBeShared(E.Operands[1]);
    case BinaryOp::Add:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::ShiftLeft:
    case BinaryOp::ShiftRight:
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
      return mayBeShared(E.Operands[0]) || mayBeShared(E.Operands[1]);
    default:
      return false;
    }
  case ExprKind::Unary:
    return E.Type.Bits == 64 && mayBeShared(E.Operands[0]);
  default:
    return false;
  }
}
