//===- HostOperators.cpp - Operators of host code -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "HostEvaluator.h"
#include "banklint/Program/Expr.h"

using namespace banklint;
using namespace clang;

/// True if \p Value is a pointer to what nobody knows to be there.
static bool mayBeNull(const HostValue &Value) {
  return Value.Kind == HostValue::Address && isPassedObject(Value.Target.Root);
}

HostValue HostEvaluator::converted(HostValue Value, QualType From,
                                   QualType To) {
  std::optional<IntType> Into = integerType(To, Context);
  if (std::optional<int64_t> Number = Value.number()) {
    if (!Into)
      return {};
    return HostValue::integer(*Into == BoolType ? *Number != 0
                                                : canonical(*Number, *Into));
  }
  std::optional<IntType> Before = integerType(From, Context);
  if (!Into || !Before) {
    Value.Symbol = 0;
    return Value;
  }
  if (Into->Bits < Before->Bits) {
    // Another number, with the same lowest bits.
    HostValue Result = made(BinaryOp::And, *Into, Value,
                            HostValue::integer(canonical(-1, *Into)));
    Result.Callee = Value.Callee;
    return Result;
  }
  if (Into->Signed == Before->Signed ||
      (Into->Signed && Into->Bits > Before->Bits))
    return Value;
  // The same number, unless it is negative.
  HostValue Result = made(BinaryOp::Add, *Into, Value, HostValue::integer(0));
  Result.Callee = Value.Callee;
  return Result;
}

HostValue HostEvaluator::evaluateCast(const CastExpr &E) {
  const Expr *Inner = E.getSubExpr();
  switch (E.getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_FunctionToPointerDecay:
    return evaluate(Inner);
  case CK_IntegralToBoolean:
    if (HostValue Value = evaluate(Inner); Value.isUnknown())
      return made(BinaryOp::NotEqual, I64, Value, HostValue::integer(0));
    else
      return converted(std::move(Value), Inner->getType(), E.getType());
  case CK_IntegralCast:
    return converted(evaluate(Inner), Inner->getType(), E.getType());
  case CK_ArrayToPointerDecay:
    if (std::optional<HostPlace> Array = place(Inner))
      return HostValue::address(Array->part(0));
    return {};
  case CK_BitCast: {
    HostValue Value = evaluate(Inner);
    QualType To = E.getType()->getPointeeType();
    if (Value.Kind != HostValue::Address ||
        (!To.isNull() && To->isVoidType()) ||
        Context.hasSameUnqualifiedType(To, Inner->getType()->getPointeeType()))
      return Value;
    // Seen as another type.
    escape(Value);
    return {};
  }
  case CK_PointerToBoolean: {
    HostValue Value = evaluate(Inner);
    return Value.isUnknown() || mayBeNull(Value) ? HostValue()
                                                 : HostValue::integer(1);
  }
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase: {
    HostValue Value = evaluate(Inner);
    if (Value.Kind != HostValue::Address)
      return {};
    Value.Target = baseOf(std::move(Value.Target), E);
    return Value;
  }
  default:
    escape(evaluate(Inner));
    return hostConstant(&E, Context);
  }
}

HostEvaluator::Stored HostEvaluator::step(const UnaryOperator &E) {
  const Expr &Operand = *E.getSubExpr();
  Stored Result;
  Result.Place = place(&Operand);
  if (Result.Place)
    Result.Before = read(*Result.Place, Operand.getType());
  Result.After = arithmetic(E.isIncrementOp() ? BO_Add : BO_Sub, Result.Before,
                            HostValue::integer(1), Operand.getType());
  store(Operand, Result.Place, Result.After);
  return Result;
}

HostValue HostEvaluator::evaluateUnary(const UnaryOperator &E) {
  const Expr *Operand = E.getSubExpr();
  if (E.isIncrementDecrementOp()) {
    Stored Result = step(E);
    return E.isPrefix() ? Result.After : Result.Before;
  }
  if (E.getOpcode() == UO_AddrOf) {
    if (Operand->getType()->isFunctionType())
      return evaluate(Operand);
    if (std::optional<HostPlace> Target = place(Operand))
      return HostValue::address(std::move(*Target));
    return {};
  }
  HostValue Value = evaluate(Operand);
  std::optional<int64_t> Number = Value.number();
  std::optional<IntType> Type = integerType(E.getType(), Context);
  switch (E.getOpcode()) {
  case UO_Plus:
  case UO_Extension:
  case UO_Deref:
    return Value;
  case UO_Minus:
    return Type ? arithmetic(BO_Sub, HostValue::integer(0), Value, E.getType())
                : HostValue();
  case UO_Not:
    return Type ? arithmetic(BO_Xor, Value,
                             HostValue::integer(canonical(-1, *Type)),
                             E.getType())
                : HostValue();
  case UO_LNot:
    return Number
               ? HostValue::integer(*Number == 0)
               : made(BinaryOp::Equal, BoolType, Value, HostValue::integer(0));
  default:
    escape(Value);
    return {};
  }
}

HostValue HostEvaluator::arithmetic(BinaryOperatorKind Op,
                                    const HostValue &Left,
                                    const HostValue &Right, QualType Type) {
  if (Left.Kind == HostValue::Address && Right.number() &&
      (Op == BO_Add || Op == BO_Sub) && !Left.Target.Path.empty()) {
    HostValue Moved = Left;
    int64_t Distance = Op == BO_Add ? *Right.number() : -*Right.number();
    int64_t Index = int64_t(Left.Target.Path.back()) + Distance;
    if (Index >= 0 && Index <= INT32_MAX) {
      Moved.Target.Path.back() = Index;
      return Moved;
    }
  }
  if (!BinaryOperator::isComparisonOp(Op)) {
    escape(Left);
    escape(Right);
  }
  std::optional<IntType> Int = integerType(Type, Context);
  std::optional<BinaryOp> Known =
      parseBinaryOp(BinaryOperator::getOpcodeStr(Op));
  if (!Int || !Known)
    return {};
  if (!Left.number() || !Right.number())
    return made(*Known, *Int, Left, Right);
  if (std::optional<int64_t> Result =
          banklint::evaluate(*Known, *Left.number(), *Right.number(), *Int))
    return HostValue::integer(*Result);
  return {};
}

/// The unknown number that \p Op makes of \p Left and \p Right.
HostValue HostEvaluator::made(BinaryOp Op, IntType Type, const HostValue &Left,
                              const HostValue &Right) {
  auto IsNumber = [](const HostValue &Value) {
    return Value.Kind == HostValue::Integer ||
           (Value.isUnknown() && Value.Symbol != 0);
  };
  HostValue Result;
  if (IsNumber(Left) && IsNumber(Right))
    Result.Symbol = Path.Terms.make(Op, Type, {Left.Symbol, Left.Number},
                                    {Right.Symbol, Right.Number});
  return Result;
}

/// Whether \p Value is true whatever is learned of symbols; nothing if that is
/// open.
static std::optional<bool> knownTruth(const HostValue &Value) {
  if (Value.isUnknown() || Value.Kind == HostValue::Aggregate ||
      mayBeNull(Value))
    return std::nullopt;
  return Value.Kind != HostValue::Integer || Value.Number != 0;
}

HostValue HostEvaluator::evaluateLogical(const BinaryOperator &E) {
  bool IsAnd = E.getOpcode() == BO_LAnd;
  const HostValue LeftValue = evaluate(E.getLHS());
  std::optional<bool> Left = knownTruth(LeftValue);
  if (Left && *Left != IsAnd)
    return HostValue::integer(*Left);
  HostState Skipped = *Path.Current;
  const bool HadEnded = Path.HasEnded;
  const HostValue RightValue = evaluate(E.getRHS());
  if (Path.HasEnded && !HadEnded && !Left) {
    // What goes on has not come to the right.
    Path.HasEnded = false;
    *Path.Current = std::move(Skipped);
    learn(LeftValue, !IsAnd);
    return HostValue::integer(!IsAnd);
  }
  std::optional<bool> Right = knownTruth(RightValue);
  if (!Left)
    Path.Current->join(Skipped, Path.Terms);
  if (Right && (Left || *Right != IsAnd))
    return HostValue::integer(*Right);
  return made(IsAnd ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr, BoolType,
              Left ? HostValue::integer(*Left) : LeftValue,
              Right ? HostValue::integer(*Right) : RightValue);
}

HostEvaluator::Stored HostEvaluator::assign(const BinaryOperator &E) {
  const Expr &Lvalue = *E.getLHS();
  const QualType Type = Lvalue.getType();
  HostValue Right = evaluate(E.getRHS());
  Stored Result;
  Result.Place = place(&Lvalue);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(&E);
  if (!Compound) {
    Result.After = std::move(Right);
    store(Lvalue, Result.Place, Result.After);
    return Result;
  }
  if (Result.Place)
    Result.Before = read(*Result.Place, Type);
  const QualType Computed = Compound->getComputationLHSType();
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  if (Type->isPointerType())
    Result.After = arithmetic(Op, Result.Before, Right, Computed);
  else
    Result.After =
        converted(arithmetic(Op, converted(Result.Before, Type, Computed),
                             Right, Computed),
                  Compound->getComputationResultType(), Type);
  store(Lvalue, Result.Place, Result.After);
  return Result;
}

HostValue HostEvaluator::evaluateBinary(const BinaryOperator &E) {
  if (E.isAssignmentOp())
    return assign(E).After;
  if (E.isLogicalOp())
    return evaluateLogical(E);
  if (E.getOpcode() == BO_Comma) {
    escape(evaluate(E.getLHS()));
    return evaluate(E.getRHS());
  }
  HostValue Left = evaluate(E.getLHS());
  HostValue Right = evaluate(E.getRHS());
  return arithmetic(E.getOpcode(), Left, Right, E.getLHS()->getType());
}

/// True if nothing follows \p E.
static bool endsPath(const clang::Expr &E) {
  const clang::Expr *Inner = E.IgnoreParenImpCasts();
  const auto *Call = dyn_cast<CallExpr>(Inner);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return isa<CXXThrowExpr>(Inner) || (Callee && neverReturns(*Callee));
}

/// The arm of \p E that is evaluated on this path, null if that is not known
/// and there are too many paths already.
const clang::Expr *
HostEvaluator::chosenArm(const AbstractConditionalOperator &E) {
  const HostValue Condition = evaluate(E.getCond());
  std::optional<bool> Way = truth(Condition);
  // As assert() is written: there is one way on.
  if (!Way && endsPath(*E.getFalseExpr()) != endsPath(*E.getTrueExpr())) {
    Way = endsPath(*E.getFalseExpr());
    learn(Condition, *Way);
  }
  if (!Way) {
    std::optional<unsigned> Choice = Path.Choices.choose(2);
    if (!Choice)
      return nullptr;
    Way = *Choice == 0;
    learn(Condition, *Way);
    Path.doubt(Condition, *Path.Current);
    Path.HasEnded |=
        !Path.TakesAllWays && !Path.Current->Facts.arePossible(Path.Terms);
  }
  return *Way ? E.getTrueExpr() : E.getFalseExpr();
}

HostValue
HostEvaluator::evaluateConditional(const AbstractConditionalOperator &E) {
  const Expr *Arm = chosenArm(E);
  if (Path.HasEnded)
    return {};
  if (Arm)
    return evaluate(Arm);
  HostState Before = *Path.Current;
  const unsigned Symbols = Path.Terms.count();
  HostValue IfTrue = evaluate(E.getTrueExpr());
  const bool TrueHasEnded = std::exchange(Path.HasEnded, false);
  std::swap(Before, *Path.Current);
  HostValue IfFalse = evaluate(E.getFalseExpr());
  if (TrueHasEnded)
    return IfFalse;
  if (std::exchange(Path.HasEnded, false)) {
    std::swap(Before, *Path.Current);
    return IfTrue;
  }
  Path.Current->join(Before, Path.Terms);
  // Which one it is is among what is lost.
  HostValue Either = Path.fresh(
      E.getType(), commonValue(IfTrue, IfFalse, Path.Terms), Context);
  Path.loseFacts(*Path.Current, Symbols + 1);
  return Either;
}

std::optional<bool> HostEvaluator::evaluateCondition(const Expr *E) {
  return knownTruth(evaluate(E));
}

std::optional<bool> HostEvaluator::truth(const HostValue &Value) const {
  if (Value.isUnknown() && Value.Symbol != 0)
    return Path.Current->Facts.truth(Value.Symbol, Path.Terms);
  return knownTruth(Value);
}

HostValue HostEvaluator::withLowBits(HostValue Value) const {
  for (HostValue &Element : Value.Elements)
    Element = withLowBits(std::move(Element));
  if (Value.isUnknown() && Value.Symbol != 0) {
    const ArgumentValue Known =
        Path.Current->Facts.lowBits(Value.Symbol, Path.Terms);
    Value.LowBits = Known.lowBits();
    Value.Number = int64_t(Known.rest());
  }
  return Value;
}

void HostEvaluator::learn(const HostValue &Value, bool Way) {
  if (!Value.isUnknown() || Value.Symbol == 0)
    return;
  std::vector<std::pair<unsigned, unsigned>> Same;
  Path.Current->Facts.learn(
      Value.Symbol, Way, Path.Terms, [&](unsigned Symbol, int64_t Number) {
        // A symbol may have been converted, which negative numbers do not
        // survive.
        if (Number < 0)
          return;
        Path.Current->learn(Path.Terms.whatFollows(Symbol, Number));
        llvm::append_range(Same, Path.Terms.whatEquals(Symbol, Number));
      });
  for (auto [Symbol, Other] : Same) {
    Path.Current->rename(Symbol, Other);
    Path.Current->Facts.rename(Symbol, Other, Path.Terms);
  }
}
