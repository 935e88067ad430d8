//===- Arithmetic.cpp - Operators on values -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Integers.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;

static std::optional<BinaryOp> binaryOp(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Mul:
    return BinaryOp::Mul;
  case BO_Div:
    return BinaryOp::Div;
  case BO_Rem:
    return BinaryOp::Rem;
  case BO_Add:
    return BinaryOp::Add;
  case BO_Sub:
    return BinaryOp::Sub;
  case BO_Shl:
    return BinaryOp::ShiftLeft;
  case BO_Shr:
    return BinaryOp::ShiftRight;
  case BO_LT:
    return BinaryOp::Less;
  case BO_GT:
    return BinaryOp::Greater;
  case BO_LE:
    return BinaryOp::LessEqual;
  case BO_GE:
    return BinaryOp::GreaterEqual;
  case BO_EQ:
    return BinaryOp::Equal;
  case BO_NE:
    return BinaryOp::NotEqual;
  case BO_And:
    return BinaryOp::And;
  case BO_Xor:
    return BinaryOp::Xor;
  case BO_Or:
    return BinaryOp::Or;
  default:
    return std::nullopt;
  }
}

/// Moves a pointer by elements, or takes the distance of two pointers.
static ExprId lowerPointerArithmetic(Emitter &Emit, BinaryOperatorKind Op,
                                     ExprId Left, ExprId Right,
                                     QualType LeftType, QualType RightType) {
  QualType Pointer = LeftType->isPointerType() ? LeftType : RightType;
  QualType Pointee = Pointer->getPointeeType();
  if (Pointee->isIncompleteType() || Pointee->isDependentType() ||
      Pointee->isFunctionType())
    return Emit.opaque(ReasonCode::UnknownPointer, "the pointee's size",
                       Pointer, {Left, Right}, /*IsDivergent=*/false);
  ExprId Size = Emit.Builder.constant(
      Emit.Context.getTypeSizeInChars(Pointee).getQuantity(), I64);
  if (LeftType->isPointerType() && RightType->isPointerType())
    return Emit.Builder.binary(
        BinaryOp::Div,
        Emit.Builder.convert(Emit.Builder.binary(BinaryOp::Sub, Left, Right),
                             I64),
        Size);
  bool IsLeftPointer = LeftType->isPointerType();
  ExprId Base = IsLeftPointer ? Left : Right;
  ExprId Count = Emit.Builder.convert(IsLeftPointer ? Right : Left, I64);
  ExprId Bytes = Emit.Builder.convert(
      Emit.Builder.binary(BinaryOp::Mul, Count, Size), U64);
  return Emit.Builder.binary(Op == BO_Sub ? BinaryOp::Sub : BinaryOp::Add, Base,
                             Bytes);
}

ExprId banklint::lowerArithmetic(Emitter &Emit, BinaryOperatorKind Op,
                                 ExprId Left, ExprId Right, QualType LeftType,
                                 QualType RightType, QualType Type) {
  std::optional<BinaryOp> Operator = binaryOp(Op);
  bool IsLeftPointer = LeftType->isPointerType();
  bool IsRightPointer = RightType->isPointerType();
  if ((IsLeftPointer || IsRightPointer) && (Op == BO_Add || Op == BO_Sub))
    return lowerPointerArithmetic(Emit, Op, Left, Right, LeftType, RightType);
  std::optional<IntType> LeftInt = intType(Emit.Context, LeftType);
  if (!Operator || !LeftInt || !intType(Emit.Context, RightType))
    return Emit.opaque(ReasonCode::FloatingPoint, "computed in floating point",
                       Type, {Left, Right}, /*IsDivergent=*/false);
  Left = Emit.Builder.convert(Left, *LeftInt);
  return Emit.Builder.binary(*Operator, Left,
                             Emit.Builder.convert(Right, *LeftInt));
}
