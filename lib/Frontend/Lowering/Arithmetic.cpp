//===- Arithmetic.cpp - Operators on values -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lowering/Emit/Integers.h"
#include "Recovery/LostCode.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"

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

/// Half of the numbers that are loaded in part.
constexpr unsigned HalfBits = 32;

static bool isWideInteger(QualType Type, const ASTContext &Context) {
  return Type->isIntegralOrEnumerationType() && !Type->isDependentType() &&
         !Type->isIncompleteType() && Context.getTypeSize(Type) > HalfBits;
}

/// True if \p Mask, without its conversions, may be without bits in one half.
static bool mayMaskHalf(const clang::Expr *Mask, ASTContext &Context) {
  const QualType Type = Mask->IgnoreParenImpCasts()->getType();
  if (Type->isUnsignedIntegerType() && Context.getTypeSize(Type) <= HalfBits)
    return true;
  if (const std::optional<int64_t> Value = constantOf(Mask, Context))
    return uint64_t(*Value) >> HalfBits == 0 || uint32_t(*Value) == 0;
  // What is an argument may be a constant.
  return mayBeConstant(Mask, Context);
}

/// True if `Left Op Right` needs only some bytes of an operand.
static bool needsOnlyPart(BinaryOperatorKind Op, const clang::Expr *Left,
                          const clang::Expr *Right, ASTContext &Context) {
  switch (Op) {
  case BO_And:
    return mayMaskHalf(Left, Context) || mayMaskHalf(Right, Context);
  case BO_Shl:
  case BO_Shr:
    if (const std::optional<int64_t> By = constantOf(Right, Context))
      return *By >= int64_t(HalfBits);
    return mayBeConstant(Right, Context);
  case BO_Rem:
    if (!Left->getType()->isUnsignedIntegerType())
      return false;
    if (const std::optional<int64_t> By = constantOf(Right, Context))
      return llvm::isPowerOf2_64(*By);
    return mayBeConstant(Right, Context);
  case BO_Mul:
    for (const clang::Expr *Side : {Left, Right})
      if (const std::optional<int64_t> Factor = constantOf(Side, Context))
        return uint32_t(*Factor) == 0;
    return false;
  default:
    return false;
  }
}

/// True if `Left Op Right` tells no more than the sign of Left.
static bool isSignTest(BinaryOperatorKind Op, const clang::Expr *Right,
                       ASTContext &Context) {
  const std::optional<int64_t> With = constantOf(Right, Context);
  return ((Op == BO_LT || Op == BO_GE) && With == 0) ||
         ((Op == BO_GT || Op == BO_LE) && With == -1);
}

/// True for functions that give a half of a `double`, or its sign.
static bool givesHalf(const FunctionDecl &Function) {
  return Function.getDeclName().isIdentifier() &&
         llvm::is_contained({"__double2hiint", "__double2loint", "signbit",
                             "__signbit", "__signbitd", "copysign"},
                            Function.getName());
}

bool banklint::needsOnlyPart(const clang::Expr &E, ASTContext &Context) {
  if (const auto *Cast = dyn_cast<CastExpr>(&E))
    return Cast->getCastKind() == CK_IntegralCast &&
           isWideInteger(Cast->getSubExpr()->getType(), Context) &&
           Context.getTypeSize(Cast->getType()) <= HalfBits;
  if (const auto *Binary = dyn_cast<BinaryOperator>(&E))
    return isWideInteger(Binary->getLHS()->getType(), Context) &&
           (isSignTest(Binary->getOpcode(), Binary->getRHS(), Context) ||
            ::needsOnlyPart(Binary->getOpcode(), Binary->getLHS(),
                            Binary->getRHS(), Context));
  const auto *Call = dyn_cast<CallExpr>(&E);
  return Call && Call->getDirectCallee() && givesHalf(*Call->getDirectCallee());
}

bool banklint::assignsOnlyPart(const CompoundAssignOperator &E,
                               ASTContext &Context) {
  return isWideInteger(E.getComputationResultType(), Context) &&
         (!isWideInteger(E.getType(), Context) ||
          ::needsOnlyPart(
              BinaryOperator::getOpForCompoundAssignment(E.getOpcode()),
              E.getLHS(), E.getRHS(), Context));
}
