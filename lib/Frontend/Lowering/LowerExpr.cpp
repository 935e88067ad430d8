//===- LowerExpr.cpp - Expressions ----------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Device/ExactFloat.h"
#include "Lowering.h"
#include "Lowering/Emit/Integers.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// True if evaluating \p S, apart from what is inside of it, does more than
/// give a value, and is no call.
static bool isEffect(const clang::Stmt &S) {
  const auto *Construct = dyn_cast<CXXConstructExpr>(&S);
  const auto *Unary = dyn_cast<UnaryOperator>(&S);
  const auto *Binary = dyn_cast<BinaryOperator>(&S);
  return isa<LambdaExpr, StmtExpr>(S) ||
         (Construct && !Construct->getConstructor()->isTrivial()) ||
         (Unary && Unary->isIncrementDecrementOp()) ||
         (Binary && Binary->isAssignmentOp());
}

/// True if evaluating \p S does more than give a value: lowering it emits
/// statements, which a side that is not evaluated must not execute.
static bool hasEffects(const clang::Stmt *S, Lowerer &L) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<clang::Expr>(S)) {
    if (E->isGLValue() && L.Pointers.isShared(E))
      return true;
    if (isa<CallExpr>(E) && !constantOf(E, L.Context))
      return true;
    if (isEffect(*E))
      return true;
  }
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    return hasEffects(Child, L);
  });
}

void Lowering::lowerChildren(const clang::Stmt *S) {
  for (const clang::Stmt *Child : S->children()) {
    if (!Child)
      continue;
    if (const auto *E = dyn_cast<Expr>(Child))
      effects(E);
    else
      lowerStmt(Child);
  }
}

void Lowering::effects(const Expr *E) {
  if (E->isPRValue()) {
    value(E);
    return;
  }
  place(E);
}

/// True if \p E does more than compute: what it has read may change meanwhile.
static bool hasCalls(const clang::Expr &E) {
  return !walk(&E, [](const clang::Stmt *S) {
    return !isa<CallExpr>(S) && !isEffect(*S);
  });
}

/// True if \p Condition does no more than compare values, and surely reads \p
/// Place for that.
static bool readsPlace(const clang::Expr *Condition, const clang::Expr *Place,
                       const ASTContext &Context) {
  const clang::Expr *E = Condition->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return Cast->getCastKind() == CK_LValueToRValue
               ? areSpelledAlike(Cast->getSubExpr()->IgnoreParens(),
                                 Place->IgnoreParens(), Context)
               : readsPlace(Cast->getSubExpr(), Place, Context);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || Binary->isAssignmentOp() || hasCalls(*Binary))
    return false;
  return readsPlace(Binary->getLHS(), Place, Context) ||
         (!Binary->isLogicalOp() &&
          readsPlace(Binary->getRHS(), Place, Context));
}

/// The value of one of two places, of which one may be shared: `a < b ? b : a`.
ExprId Lowering::readChoice(const ConditionalOperator &E) {
  const bool IsFirst = Pointers.isShared(E.getTrueExpr());
  const Expr *Kept = IsFirst ? E.getTrueExpr() : E.getFalseExpr();
  const Expr *Other = IsFirst ? E.getFalseExpr() : E.getTrueExpr();
  // The compiler keeps what the condition has read.
  if (Kept->getType().isVolatileQualified() || !Pointers.isShared(Kept) ||
      !readsPlace(E.getCond(), Kept, Context))
    return lowerConditional(E);
  effects(E.getCond());
  effects(Other);
  place(Kept);
  return Emit.opaque(
      ReasonCode::DataDependentIndex,
      "loaded from '" + Emit.textOf(Kept->getSourceRange()) + "'", E.getType());
}

/// The value of the lvalue \p E.
ExprId Lowering::read(const Expr *E) {
  llvm::SaveAndRestore Used(IsResultUnused, false);
  E = E->IgnoreParens();
  // Of two places in shared memory, each lane loads from the one that it
  // chooses.
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E);
      Choice && !E->getType()->isRecordType() &&
      !(Pointers.isShared(Choice->getTrueExpr()) &&
        Pointers.isShared(Choice->getFalseExpr())))
    return readChoice(*Choice);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  bool IsAssignment = Binary && Binary->isAssignmentOp();
  if (!IsAssignment && !(Unary && Unary->isIncrementDecrementOp()))
    return Mem.load(place(E), E);
  LValue P;
  ExprId Value =
      IsAssignment ? lowerAssignment(*Binary, &P) : lowerStep(*Unary, &P);
  bool IsMemory = P.isMemory();
  // What was stored just now is read again if it is volatile, as nvcc does it;
  // but not after steps.
  bool IsReadAgain = IsAssignment && E->getType().isVolatileQualified();
  return IsMemory && !IsReadAgain ? Value : Mem.load(P, E);
}

/// The parameter that stands for \p E, if it is an open number.
std::optional<ExprId> Lowering::openNumber(const Expr *E) {
  if (!Open)
    return std::nullopt;
  const auto Known = Open->Numbers.find(E);
  if (Known == Open->Numbers.end())
    return std::nullopt;
  return Builder.convert(Builder.parameter(FirstOpen + Known->second),
                         valueType(Context, E->getType()));
}

/// The expression that \p E, an rvalue, has the value of, if it is no more than
/// a wrapper; else null.
static const clang::Expr *wrappedValue(const clang::Expr *E) {
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Full->getSubExpr();
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return Subst->getReplacement();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return Default->getExpr();
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return Default->getExpr();
  return nullptr;
}

/// Lowers \p E for its value. What is not an integer or a pointer gives an
/// opaque value.
ExprId Lowering::value(const Expr *E) {
  // Deep enough for code that people write; generated code may be deeper.
  constexpr unsigned MaxDepth = 400;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > MaxDepth)
    return Emit.opaque(ReasonCode::Budget, "an expression is nested too deeply",
                       E->getType());
  E = E->IgnoreParens();
  if (E->containsErrors() && E->isTypeDependent())
    return lowerBroken(E);
  if (std::optional<ExprId> Pitch = openNumber(E))
    return *Pitch;
  if (E->isGLValue())
    return read(E);
  if (!needsOnlyPart(*E, Context))
    return valueOf(E);
  const FlowRecorder::Scope Part(Emit.Flow, /*IsPart=*/true);
  const ExprId Value = valueOf(E);
  Emit.Flow.narrow();
  return Value;
}

/// Lowers \p E, an rvalue.
ExprId Lowering::valueOf(const Expr *E) {
  if (!isa<CallExpr>(E))
    IsResultUnused &= isa<ExprWithCleanups, CastExpr, ConstantExpr>(E);
  if (isa<FullExpr>(E))
    if (std::optional<int64_t> Constant = constantOf(E, Context))
      return Builder.constant(*Constant, valueType(Context, E->getType()));
  if (const Expr *Wrapped = wrappedValue(E))
    return value(Wrapped);
  if (isa<CXXBindTemporaryExpr>(E)) {
    const LValue P = Mem.addTemporary(E->getType());
    initialize(P, E->getType(), E);
    expectDestructor(P, E->getSourceRange());
    return Emit.opaque(ReasonCode::UnsupportedConstruct, "a temporary",
                       E->getType());
  }
  switch (E->getStmtClass()) {
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
    return lowerConstruct(*cast<CXXConstructExpr>(E));
  case clang::Stmt::PseudoObjectExprClass:
    return Mem.load(place(cast<PseudoObjectExpr>(E)->getSyntacticForm()), E);
  case clang::Stmt::InitListExprClass:
    if (const auto *List = cast<InitListExpr>(E);
        List->getNumInits() == 1 && intType(Context, E->getType()))
      return value(List->getInit(0));
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
      return Emit.opaque(ReasonCode::ParseError,
                         "the size of a type that does not parse",
                         E->getType());
    [[fallthrough]];
  default:
    break;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return lowerCast(*Cast);
  return lowerRareValue(E);
}

ExprId Lowering::lowerRareValue(const Expr *E) {
  if (std::optional<int64_t> Constant = constantOf(E, Context))
    return Builder.constant(*Constant, valueType(Context, E->getType()));
  if (isa<FloatingLiteral>(E))
    return Emit.opaque(ReasonCode::FloatingPoint, "a floating-point value",
                       E->getType(), {}, /*IsDivergent=*/false);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return Builder.constant(0, valueType(Context, E->getType()));
  if (const LValue *This = Frames.thisPlace(); This && isa<CXXThisExpr>(E))
    return Mem.pointerTo(*This);
  if (isa<LambdaExpr>(E)) {
    initialize(Mem.addTemporary(E->getType()), E->getType(), E);
    return Emit.opaque(ReasonCode::UnsupportedConstruct, "a lambda",
                       E->getType());
  }
  if (isa<RecoveryExpr>(E))
    return lowerBroken(E);
  if (const auto *Statements = dyn_cast<StmtExpr>(E))
    if (const Expr *Last = lowerAllButLast(*Statements->getSubStmt()))
      return value(Last);
  const Reason Why = notLowered(*E);
  const bool IsShared = passChildren(*E, Why);
  ExprId Value = Emit.opaque(Why.Code, Why.Detail, E->getType());
  if (IsShared)
    Emit.Values.addOpaque(Value);
  return Value;
}

/// Lowers what stands before the expression that gives the value of \p Block,
/// which is returned; null, and nothing is lowered, if there is none.
const clang::Expr *Lowering::lowerAllButLast(const CompoundStmt &Block) {
  const auto *Last =
      Block.body_empty() ? nullptr : dyn_cast<Expr>(Block.body_back());
  if (!Last || Last->getType()->isVoidType())
    return nullptr;
  for (const clang::Stmt *S : llvm::drop_end(Block.body()))
    lowerStmt(S);
  return Last;
}

Reason Lowering::notLowered(const Expr &E) {
  return {ReasonCode::UnsupportedConstruct,
          std::string("a construct that is not lowered: ") +
              E.getStmtClassName()};
}

/// Nobody knows what \p E, which is not lowered because of \p Why, does with
/// its operands. Returns true if some of them lead to shared memory.
bool Lowering::passChildren(const Expr &E, const Reason &Why) {
  // The call of what has no meaning is reported.
  if (isa<OverloadExpr>(E)) {
    lowerChildren(&E);
    return false;
  }
  bool IsShared = false;
  for (const clang::Stmt *Child : E.children())
    if (const auto *Operand = dyn_cast_or_null<Expr>(Child))
      IsShared |= passToUnknown(Operand, Why);
    else if (Child)
      lowerStmt(Child);
  return IsShared;
}

ExprId Lowering::lowerCast(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  switch (E.getCastKind()) {
  case CK_LValueToRValue: {
    // Constants first: a constexpr variable has no place to track.
    if (!Pointers.isShared(Sub))
      if (std::optional<int64_t> Constant = constantOf(&E, Context))
        return Builder.constant(*Constant, valueType(Context, E.getType()));
    return read(Sub);
  }
  case CK_ArrayToPointerDecay: {
    LValue P = place(Sub);
    Arrays.observeLayout(P, Sub, "a pointer into it");
    return Mem.pointerTo(P);
  }
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return Emit.opaque(ReasonCode::UnknownPointer, "a function's address",
                       E.getType(), {}, /*IsDivergent=*/false);
  case CK_NullToPointer:
    return Builder.constant(0, U64);
  case CK_ToVoid:
    effects(Sub);
    return Builder.constant(0, I32);
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    if (std::optional<ExprId> Value = lowerExactCast(*this, E);
        Value && applies(Mechanism::ExactFloat))
      return *Value;
    [[fallthrough]];
  case CK_IntegralToFloating:
  case CK_FloatingCast:
    return Emit.opaque(ReasonCode::FloatingPoint, "computed in floating point",
                       E.getType(), {value(Sub)}, /*IsDivergent=*/false);
  default:
    break;
  }
  ExprId Value = value(Sub);
  std::optional<IntType> Type = intType(Context, E.getType());
  if (!Type || !intType(Context, Sub->getType()))
    return Type && *Type != Builder.typeOf(Value)
               ? Emit.opaque(ReasonCode::UnsupportedConstruct,
                             "converted from another type", E.getType(),
                             {Value},
                             /*IsDivergent=*/false)
               : Value;
  return Builder.convert(Value, *Type);
}

/// True if \p E, an operation on integers, is a constant whatever its operands
/// are, which do nothing else: `x * 0`, `x - x`.
static bool isConstantResult(const BinaryOperator &E, ASTContext &Context) {
  const clang::Expr *Left = E.getLHS(), *Right = E.getRHS();
  if (!E.getType()->isIntegralOrEnumerationType())
    return false;
  const auto IsOther = [&](const clang::Expr *One, const clang::Expr *Other) {
    return constantOf(One, Context) == 0 && !Other->HasSideEffects(Context);
  };
  switch (E.getOpcode()) {
  case BO_Mul:
  case BO_And:
    return IsOther(Left, Right) || IsOther(Right, Left);
  case BO_Rem:
    return constantOf(Right, Context) == 1 && !Left->HasSideEffects(Context);
  case BO_Sub:
  case BO_Xor:
    return !Left->HasSideEffects(Context) &&
           areSpelledAlike(Left, Right, Context);
  default:
    return false;
  }
}

/// True if \p Factor may be a number that the compiler knows in each round of a
/// loop: it is made of variables, at most with one operation.
static bool mayCount(const KernelProgram &Program, ExprId Factor) {
  const banklint::Expr *E = &Program.expr(Factor);
  while (E->Kind == ExprKind::Convert)
    E = &Program.expr(E->Operands[0]);
  const auto IsPlain = [&Program](ExprId Id) {
    const ExprKind Kind = Program.expr(Id).Kind;
    return Kind == ExprKind::Variable || Kind == ExprKind::Constant;
  };
  return E->Kind == ExprKind::Variable ||
         (E->Kind == ExprKind::Binary && llvm::all_of(E->Operands, IsPlain));
}

ExprId Lowering::lowerBinary(const BinaryOperator &E) {
  if (E.isAssignmentOp())
    return lowerAssignment(E);
  if (E.isLogicalOp())
    return lowerShortCircuit(E);
  if (E.getOpcode() == BO_Comma) {
    effects(E.getLHS());
    return value(E.getRHS());
  }
  if (std::optional<ExprId> Value = lowerExactComparison(*this, E);
      Value && applies(Mechanism::ExactFloat))
    return *Value;
  const size_t Before = Emit.Flow.current().size();
  ExprId Left = value(E.getLHS());
  const size_t Between = Emit.Flow.current().size();
  ExprId Right = value(E.getRHS());
  if (isConstantResult(E, Context)) {
    Emit.Flow.unread(Before);
  } else if (InnermostLoop && E.getType()->isIntegralOrEnumerationType() &&
             (E.getOpcode() == BO_Mul || E.getOpcode() == BO_And)) {
    if (mayCount(Emit.Program, Left))
      Emit.Flow.multiply(Between, Emit.Flow.current().size(), Left);
    if (mayCount(Emit.Program, Right))
      Emit.Flow.multiply(Before, Between, Right);
  }
  return lowerArithmetic(Emit, E.getOpcode(), Left, Right,
                         E.getLHS()->getType(), E.getRHS()->getType(),
                         E.getType());
}

ExprId Lowering::lowerShortCircuit(const BinaryOperator &E) {
  bool IsAnd = E.getOpcode() == BO_LAnd;
  ExprId Left = Builder.convert(value(E.getLHS()), BoolType);
  const Side Right(*this, takenSide(Left), /*IsThen=*/IsAnd);
  const size_t OfLeft = Emit.Flow.current().size();
  if (!hasEffects(E.getRHS(), *this)) {
    const ExprId Value = Builder.convert(value(E.getRHS()), BoolType);
    Emit.Flow.choose(OfLeft);
    return Builder.binary(IsAnd ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr,
                          Left, Value);
  }
  const unsigned FirstAccess = Emit.Program.Accesses.size();
  unsigned Result = Emit.addVariable("", BoolType);
  Emit.assign(Result, Left);
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Index = Emit.numberOfChoice();
  If.Span = Emit.spanOf(E.getOperatorLoc());
  If.Value = Builder.variable(Result);
  If.Blocks.resize(2);
  noteSides(If, E.getRHS(), nullptr);
  Emit.Flow.decide(Emit.Flow.current(), takenSide(Left));
  {
    llvm::SaveAndRestore Restore(Emit.Out, &If.Blocks[IsAnd ? 0 : 1]);
    Emit.assign(Result, value(E.getRHS()));
  }
  Emit.Out->push_back(std::move(If));
  Emit.Flow.choose(OfLeft, FirstAccess);
  return Builder.variable(Result);
}

/// Which side of a branch is executed if \p Condition is surely known.
std::optional<bool> Lowering::takenSide(ExprId Condition) const {
  const auto Number = numberOf(Emit.Program, Condition, Emit.Numbers);
  return Number ? std::optional(*Number != 0) : std::nullopt;
}

/// What is read on the side that is not executed does not count.
Lowering::Side::Side(Lowering &L, std::optional<bool> Taken, bool IsThen)
    : Restore(L.Emit.Flow.IsDead) {
  if (Taken && *Taken != IsThen)
    L.Emit.Flow.IsDead = true;
}

/// Calls \p Lower for each side of a branch, of which \p Taken says the one
/// that is executed if that is known.
void Lowering::lowerSides(std::optional<bool> Taken,
                          llvm::function_ref<void(bool IsThen)> Lower) {
  const bool HadLeft = Emit.Flow.HasLeft;
  bool Leaves[2];
  for (bool IsThen : {true, false}) {
    const Side Entered(*this, Taken, IsThen);
    Emit.Flow.HasLeft = false;
    Lower(IsThen);
    Leaves[IsThen] = Emit.Flow.HasLeft;
  }
  Emit.Flow.HasLeft =
      HadLeft || (Taken ? Leaves[*Taken] : Leaves[0] && Leaves[1]);
}

ExprId Lowering::lowerConditional(const AbstractConditionalOperator &E) {
  if (const clang::Expr *Side = chosenSide(E, Context))
    return value(Side);
  // `a ?: b` reads a once.
  if (const auto *Binary = dyn_cast<BinaryConditionalOperator>(&E)) {
    const ExprId Common = Emit.temporary(Builder.convert(
        value(Binary->getCommon()), valueType(Context, E.getType())));
    const bool HasEffects = hasEffects(E.getFalseExpr(), *this);
    ExprId Other = value(E.getFalseExpr());
    if (HasEffects)
      Other = Emit.opaque(ReasonCode::UnsupportedConstruct, "the operator '?:'",
                          E.getType());
    return Builder.select(Builder.convert(Common, BoolType), Common,
                          Builder.convert(Other, Builder.typeOf(Common)));
  }
  const size_t Before = Emit.Flow.current().size();
  ExprId Condition = Builder.convert(value(E.getCond()), BoolType);
  if (areSpelledAlike(E.getTrueExpr(), E.getFalseExpr(), Context))
    Emit.Flow.unread(Before);
  IntType Type = valueType(Context, E.getType());
  const std::optional<bool> Taken = takenSide(Condition);
  if (!hasEffects(E.getTrueExpr(), *this) &&
      !hasEffects(E.getFalseExpr(), *this)) {
    ExprId Sides[2];
    for (bool IsThen : {true, false}) {
      const Side Entered(*this, Taken, IsThen);
      const size_t OfOthers = Emit.Flow.current().size();
      Sides[IsThen] = Builder.convert(
          value(IsThen ? E.getTrueExpr() : E.getFalseExpr()), Type);
      if (!Taken)
        Emit.Flow.choose(
            OfOthers, /*FirstAccess=*/~0u,
            IsThen ? Condition : Builder.unary(UnaryOp::LogicalNot, Condition));
    }
    return Taken ? Sides[*Taken]
                 : Builder.select(Condition, Sides[1], Sides[0]);
  }
  unsigned Result = Emit.addVariable("", Type);
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Index = Emit.numberOfChoice();
  If.Span = Emit.spanOf(E.getQuestionLoc());
  If.Value = Condition;
  If.Blocks.resize(2);
  noteSides(If, E.getTrueExpr(), E.getFalseExpr());
  Emit.Flow.decide(Emit.Flow.current(), Taken);
  const size_t OfCondition = Emit.Flow.current().size();
  const unsigned FirstAccess = Emit.Program.Accesses.size();
  for (bool IsThen : {true, false}) {
    llvm::SaveAndRestore Restore(Emit.Out, &If.Blocks[IsThen ? 0 : 1]);
    const Side Entered(*this, Taken, IsThen);
    Emit.assign(Result, value(IsThen ? E.getTrueExpr() : E.getFalseExpr()));
  }
  Emit.Out->push_back(std::move(If));
  if (!Taken)
    Emit.Flow.choose(OfCondition, FirstAccess);
  return Builder.variable(Result);
}

ExprId Lowering::lowerUnary(const UnaryOperator &E) {
  if (E.isIncrementDecrementOp())
    return lowerStep(E);
  if (E.getOpcode() == UO_AddrOf) {
    const Expr *Sub = E.getSubExpr();
    LValue P = place(Sub);
    Arrays.observeLayout(P, &E, "a pointer into it");
    return Mem.pointerTo(P);
  }
  ExprId Value = value(E.getSubExpr());
  if (!intType(Context, E.getSubExpr()->getType()))
    return Emit.opaque(ReasonCode::FloatingPoint, "computed in floating point",
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
    return Emit.opaque(ReasonCode::UnsupportedConstruct, "a unary operator",
                       E.getType(), {Value});
  }
}
