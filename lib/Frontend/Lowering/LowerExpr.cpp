//===- LowerExpr.cpp - Expressions ----------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

ExprId Lowering::opaque(ReasonCode Code, const llvm::Twine &Detail,
                        QualType Type, llvm::ArrayRef<ExprId> Operands,
                        bool IsDivergent, llvm::StringRef Name) {
  OpaqueValue Value;
  Value.Why = {Code, Detail.str()};
  Value.Name = Name.str();
  Value.Divergent = IsDivergent;
  return Builder.opaque(std::move(Value), valueType(Type), Operands);
}

/// A variable that keeps \p Value as it is now.
ExprId Lowering::temporary(ExprId Value) {
  if (Builder.constantValue(Value))
    return Value;
  unsigned Variable = addVariable("", Builder.typeOf(Value));
  assign(Variable, Value);
  return Builder.variable(Variable);
}

std::optional<int64_t> Lowering::constantOf(const Expr *E) {
  if (!E || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult Result;
  if (!E->EvaluateAsInt(Result, Context) || Result.HasSideEffects ||
      needsLostLayout(*E, Context))
    return std::nullopt;
  const llvm::APSInt &Int = Result.Val.getInt();
  if (Int.getBitWidth() > 64)
    return std::nullopt;
  return Int.isSigned() ? Int.getSExtValue() : int64_t(Int.getZExtValue());
}

/// True if evaluating \p S does more than give a value: lowering it emits
/// statements, which a side that is not evaluated must not execute.
bool Lowering::hasEffects(const clang::Stmt *S) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (E->isGLValue() && isShared(E))
      return true;
    if (isa<CallExpr>(E) && !constantOf(E))
      return true;
    if (isa<LambdaExpr, StmtExpr>(E))
      return true;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
        Construct && !Construct->getConstructor()->isTrivial())
      return true;
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      if (Unary->isIncrementDecrementOp())
        return true;
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      if (Binary->isAssignmentOp())
        return true;
  }
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    return hasEffects(Child);
  });
}

void Lowering::lowerChildren(const clang::Stmt *S) {
  for (const clang::Stmt *Child : S->children()) {
    if (!Child)
      continue;
    if (const auto *E = dyn_cast<Expr>(Child))
      lowerEffects(E);
    else
      lowerStmt(Child);
  }
}

void Lowering::lowerEffects(const Expr *E) {
  if (E->isPRValue()) {
    lowerValue(E);
    return;
  }
  lowerPlace(E);
}

/// The value of the lvalue \p E.
ExprId Lowering::lowerRead(const Expr *E) {
  llvm::SaveAndRestore Used(IsResultUnused, false);
  E = E->IgnoreParens();
  // Both sides are variables: `a < b ? b : a`.
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E);
      Choice && !isShared(Choice) && intType(E->getType()))
    return lowerConditional(*Choice);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  bool IsAssignment = Binary && Binary->isAssignmentOp();
  if (!IsAssignment && !(Unary && Unary->isIncrementDecrementOp()))
    return load(lowerPlace(E), E);
  LValue P;
  ExprId Value =
      IsAssignment ? lowerAssignment(*Binary, &P) : lowerStep(*Unary, &P);
  bool IsMemory = P.Kind == LValue::Shared || P.Kind == LValue::Pointer;
  // What was stored just now is read again if it is volatile, as nvcc does it;
  // but not after steps.
  bool IsReadAgain = IsAssignment && E->getType().isVolatileQualified();
  return IsMemory && !IsReadAgain ? Value : load(P, E);
}

/// Lowers \p E for its value. What is not an integer or a pointer gives an
/// opaque value.
ExprId Lowering::lowerValue(const Expr *E) {
  // Deep enough for code that people write; generated code may be deeper.
  constexpr unsigned MaxDepth = 400;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > MaxDepth)
    return opaque(ReasonCode::Budget, "an expression is nested too deeply",
                  E->getType());
  E = E->IgnoreParens();
  if (E->containsErrors() && E->isTypeDependent())
    return lowerBroken(E);
  if (std::optional<ExprId> Pitch = openPitch(E))
    return *Pitch;
  if (E->isGLValue())
    return lowerRead(E);
  if (!isa<CallExpr>(E))
    IsResultUnused &= isa<ExprWithCleanups, CastExpr, ConstantExpr>(E);
  switch (E->getStmtClass()) {
  case clang::Stmt::ExprWithCleanupsClass:
  case clang::Stmt::ConstantExprClass:
    if (std::optional<int64_t> Constant = constantOf(E))
      return Builder.constant(*Constant, valueType(E->getType()));
    return lowerValue(cast<FullExpr>(E)->getSubExpr());
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
    return lowerValue(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case clang::Stmt::CXXBindTemporaryExprClass:
    return lowerValue(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case clang::Stmt::CXXDefaultArgExprClass:
    return lowerValue(cast<CXXDefaultArgExpr>(E)->getExpr());
  case clang::Stmt::CXXDefaultInitExprClass:
    return lowerValue(cast<CXXDefaultInitExpr>(E)->getExpr());
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
    return lowerConstruct(*cast<CXXConstructExpr>(E));
  case clang::Stmt::PseudoObjectExprClass:
    return load(lowerPlace(cast<PseudoObjectExpr>(E)->getSyntacticForm()), E);
  case clang::Stmt::InitListExprClass:
    if (const auto *List = cast<InitListExpr>(E);
        List->getNumInits() == 1 && intType(E->getType()))
      return lowerValue(List->getInit(0));
    break;
  case clang::Stmt::BinaryOperatorClass:
    return lowerBinary(*cast<BinaryOperator>(E));
  case clang::Stmt::CompoundAssignOperatorClass:
    return lowerCompoundAssignment(*cast<CompoundAssignOperator>(E));
  case clang::Stmt::UnaryOperatorClass:
    return lowerUnary(*cast<UnaryOperator>(E));
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
    return lowerConditional(*cast<AbstractConditionalOperator>(E));
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
    return lowerCall(*cast<CallExpr>(E));
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
    if (needsLostLayout(*E, Context))
      return opaque(ReasonCode::ParseError,
                    "the size of a type that does not parse", E->getType());
    [[fallthrough]];
  default:
    break;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return lowerCast(*Cast);
  return lowerRareValue(E);
}

ExprId Lowering::lowerRareValue(const Expr *E) {
  if (std::optional<int64_t> Constant = constantOf(E))
    return Builder.constant(*Constant, valueType(E->getType()));
  if (isa<FloatingLiteral>(E))
    return opaque(ReasonCode::FloatingPoint, "a floating-point value",
                  E->getType(), {}, /*IsDivergent=*/false);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return Builder.constant(0, valueType(E->getType()));
  if (const LValue *This = thisPlace(); This && isa<CXXThisExpr>(E))
    return pointerTo(*This);
  if (isa<LambdaExpr>(E)) {
    initialize(addTemporary(E->getType()), E->getType(), E);
    return opaque(ReasonCode::UnsupportedConstruct, "a lambda", E->getType());
  }
  if (isa<RecoveryExpr>(E))
    return lowerBroken(E);
  lowerChildren(E);
  return opaque(ReasonCode::UnsupportedConstruct,
                llvm::Twine("a construct that is not lowered: ") +
                    E->getStmtClassName(),
                E->getType());
}

ExprId Lowering::lowerCast(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  switch (E.getCastKind()) {
  case CK_LValueToRValue: {
    // Constants first: a constexpr variable has no place to track.
    if (!isShared(Sub))
      if (std::optional<int64_t> Constant = constantOf(&E))
        return Builder.constant(*Constant, valueType(E.getType()));
    return lowerRead(Sub);
  }
  case CK_ArrayToPointerDecay: {
    LValue P = lowerPlace(Sub);
    observeLayout(P, Sub, "a pointer into it");
    return pointerTo(P);
  }
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return opaque(ReasonCode::UnknownPointer, "a function's address",
                  E.getType(), {}, /*IsDivergent=*/false);
  case CK_NullToPointer:
    return Builder.constant(0, U64);
  case CK_ToVoid:
    lowerEffects(Sub);
    return Builder.constant(0, I32);
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    if (std::optional<ExprId> Value = lowerExactCast(E))
      return *Value;
    [[fallthrough]];
  case CK_IntegralToFloating:
  case CK_FloatingCast:
    return opaque(ReasonCode::FloatingPoint, "computed in floating point",
                  E.getType(), {lowerValue(Sub)}, /*IsDivergent=*/false);
  default:
    break;
  }
  ExprId Value = lowerValue(Sub);
  std::optional<IntType> Type = intType(E.getType());
  if (!Type || !intType(Sub->getType()))
    return Type && *Type != Builder.typeOf(Value)
               ? opaque(ReasonCode::UnsupportedConstruct,
                        "converted from another type", E.getType(), {Value},
                        /*IsDivergent=*/false)
               : Value;
  return Builder.convert(Value, *Type);
}

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
ExprId Lowering::lowerPointerArithmetic(BinaryOperatorKind Op, ExprId Left,
                                        ExprId Right, QualType LeftType,
                                        QualType RightType) {
  QualType Pointer = LeftType->isPointerType() ? LeftType : RightType;
  QualType Pointee = Pointer->getPointeeType();
  if (Pointee->isIncompleteType() || Pointee->isDependentType() ||
      Pointee->isFunctionType())
    return opaque(ReasonCode::UnknownPointer, "the pointee's size", Pointer,
                  {Left, Right}, /*IsDivergent=*/false);
  ExprId Size =
      Builder.constant(Context.getTypeSizeInChars(Pointee).getQuantity(), I64);
  if (LeftType->isPointerType() && RightType->isPointerType())
    return Builder.binary(
        BinaryOp::Div,
        Builder.convert(Builder.binary(BinaryOp::Sub, Left, Right), I64), Size);
  bool IsLeftPointer = LeftType->isPointerType();
  ExprId Base = IsLeftPointer ? Left : Right;
  ExprId Count = Builder.convert(IsLeftPointer ? Right : Left, I64);
  ExprId Bytes =
      Builder.convert(Builder.binary(BinaryOp::Mul, Count, Size), U64);
  return Builder.binary(Op == BO_Sub ? BinaryOp::Sub : BinaryOp::Add, Base,
                        Bytes);
}

/// \p Op on operands that are lowered already.
ExprId Lowering::lowerArithmetic(BinaryOperatorKind Op, ExprId Left,
                                 ExprId Right, QualType LeftType,
                                 QualType RightType, QualType Type) {
  std::optional<BinaryOp> Operator = binaryOp(Op);
  bool IsLeftPointer = LeftType->isPointerType();
  bool IsRightPointer = RightType->isPointerType();
  if ((IsLeftPointer || IsRightPointer) && (Op == BO_Add || Op == BO_Sub))
    return lowerPointerArithmetic(Op, Left, Right, LeftType, RightType);
  std::optional<IntType> LeftInt = intType(LeftType);
  if (!Operator || !LeftInt || !intType(RightType))
    return opaque(ReasonCode::FloatingPoint, "computed in floating point", Type,
                  {Left, Right}, /*IsDivergent=*/false);
  Left = Builder.convert(Left, *LeftInt);
  return Builder.binary(*Operator, Left, Builder.convert(Right, *LeftInt));
}

ExprId Lowering::lowerBinary(const BinaryOperator &E) {
  if (E.isAssignmentOp())
    return lowerAssignment(E);
  if (E.isLogicalOp())
    return lowerShortCircuit(E);
  if (E.getOpcode() == BO_Comma) {
    lowerEffects(E.getLHS());
    return lowerValue(E.getRHS());
  }
  if (std::optional<ExprId> Value = lowerExactComparison(E))
    return *Value;
  ExprId Left = lowerValue(E.getLHS());
  ExprId Right = lowerValue(E.getRHS());
  return lowerArithmetic(E.getOpcode(), Left, Right, E.getLHS()->getType(),
                         E.getRHS()->getType(), E.getType());
}

ExprId Lowering::lowerShortCircuit(const BinaryOperator &E) {
  bool IsAnd = E.getOpcode() == BO_LAnd;
  ExprId Left = Builder.convert(lowerValue(E.getLHS()), BoolType);
  if (!hasEffects(E.getRHS())) {
    ExprId Right = Builder.convert(lowerValue(E.getRHS()), BoolType);
    return Builder.binary(IsAnd ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr,
                          Left, Right);
  }
  unsigned Result = addVariable("", BoolType);
  assign(Result, Left);
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Span = spanOf(E.getOperatorLoc());
  If.Value = Builder.variable(Result);
  If.Blocks.resize(2);
  {
    llvm::SaveAndRestore Restore(Out, &If.Blocks[IsAnd ? 0 : 1]);
    assign(Result, lowerValue(E.getRHS()));
  }
  Out->push_back(std::move(If));
  return Builder.variable(Result);
}

ExprId Lowering::lowerConditional(const AbstractConditionalOperator &E) {
  if (isa<BinaryConditionalOperator>(E)) {
    lowerChildren(&E);
    return opaque(ReasonCode::UnsupportedConstruct, "the operator '?:'",
                  E.getType());
  }
  ExprId Condition = Builder.convert(lowerValue(E.getCond()), BoolType);
  IntType Type = valueType(E.getType());
  if (!hasEffects(E.getTrueExpr()) && !hasEffects(E.getFalseExpr())) {
    ExprId Then = Builder.convert(lowerValue(E.getTrueExpr()), Type);
    ExprId Else = Builder.convert(lowerValue(E.getFalseExpr()), Type);
    return Builder.select(Condition, Then, Else);
  }
  unsigned Result = addVariable("", Type);
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Span = spanOf(E.getQuestionLoc());
  If.Value = Condition;
  If.Blocks.resize(2);
  for (bool IsThen : {true, false}) {
    llvm::SaveAndRestore Restore(Out, &If.Blocks[IsThen ? 0 : 1]);
    assign(Result, lowerValue(IsThen ? E.getTrueExpr() : E.getFalseExpr()));
  }
  Out->push_back(std::move(If));
  return Builder.variable(Result);
}

/// \p Where, if given, becomes the place that was assigned to.
ExprId Lowering::lowerAssignment(const BinaryOperator &E, LValue *Where) {
  if (E.getOpcode() != BO_Assign)
    return lowerCompoundAssignment(*cast<CompoundAssignOperator>(&E), Where);
  ExprId Value = lowerValue(E.getRHS());
  LValue To = lowerPlace(E.getLHS());
  storeResult(E, To, Value);
  if (Where)
    *Where = std::move(To);
  return Value;
}

ExprId Lowering::lowerCompoundAssignment(const CompoundAssignOperator &E,
                                         LValue *Where) {
  ExprId Right = lowerValue(E.getRHS());
  LValue To = lowerPlace(E.getLHS());
  ExprId Left = load(To, E.getLHS());
  QualType LeftType = E.getComputationLHSType();
  if (std::optional<IntType> Type = intType(LeftType);
      Type && intType(E.getLHS()->getType()))
    Left = Builder.convert(Left, *Type);
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  ExprId Value =
      lowerArithmetic(Op, Left, Right, LeftType, E.getRHS()->getType(),
                      E.getComputationResultType());
  if (std::optional<IntType> Type = intType(E.getType()))
    Value = Builder.convert(Value, *Type);
  storeResult(E, To, Value);
  if (Where)
    *Where = std::move(To);
  return Value;
}

ExprId Lowering::lowerStep(const UnaryOperator &E, LValue *Where) {
  const Expr *Sub = E.getSubExpr();
  LValue P = lowerPlace(Sub);
  ExprId Old = load(P, Sub);
  bool IsShared = P.Kind == LValue::Shared || P.Kind == LValue::Pointer;
  if (E.isPostfix() && !IsShared)
    Old = temporary(Old);
  QualType Type = Sub->getType();
  ExprId One =
      Builder.constant(1, Type->isPointerType() ? I64 : valueType(Type));
  ExprId New =
      lowerArithmetic(E.isIncrementOp() ? BO_Add : BO_Sub, Old, One, Type,
                      Type->isPointerType() ? Context.LongTy : Type, Type);
  store(P, New, Sub);
  if (Where)
    *Where = std::move(P);
  return E.isPostfix() ? Old : New;
}

ExprId Lowering::lowerUnary(const UnaryOperator &E) {
  if (E.isIncrementDecrementOp())
    return lowerStep(E);
  if (E.getOpcode() == UO_AddrOf) {
    const Expr *Sub = E.getSubExpr();
    LValue P = lowerPlace(Sub);
    observeLayout(P, &E, "a pointer into it");
    return pointerTo(P);
  }
  ExprId Value = lowerValue(E.getSubExpr());
  if (!intType(E.getSubExpr()->getType()))
    return opaque(ReasonCode::FloatingPoint, "computed in floating point",
                  E.getType(), {Value}, /*IsDivergent=*/false);
  switch (E.getOpcode()) {
  case UO_Minus:
    return Builder.unary(UnaryOp::Negate, Value);
  case UO_Not:
    return Builder.unary(UnaryOp::Not, Value);
  case UO_LNot:
    return Builder.unary(UnaryOp::LogicalNot, Value);
  case UO_Plus:
  case UO_Extension:
    return Value;
  default:
    return opaque(ReasonCode::UnsupportedConstruct, "a unary operator",
                  E.getType(), {Value});
  }
}
