//===- LowerFloat.cpp - Floating point that is exact ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards such as `threadIdx.x < blockDim.x / 32.f` compute with few bits and
// divide by powers of two. Nothing is rounded in them, whatever order, width or
// fused operation the compiler chooses, so that integers can stand for them: a
// numerator over a power of two. Each step has a condition under which it is
// exact; where that fails, the value is unknown.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;

/// What fits the 24 bits of a float's significand is exact in a double, too.
constexpr int64_t MaxNumerator = int64_t(1) << 24;
/// Numerators stay far from 64 bits when they are brought to one denominator.
constexpr unsigned MaxShift = 16;

namespace {
struct DyadicConstant {
  int64_t Numerator;
  unsigned Shift;
};

enum class FloatFunction { None, Floor, Ceil, Truncate, Log2, PowerOf2, Power };
} // namespace

static bool isFloatOrDouble(QualType Type) {
  return Type->isSpecificBuiltinType(BuiltinType::Float) ||
         Type->isSpecificBuiltinType(BuiltinType::Double);
}

/// The value of \p E, if it is a constant of few bits.
static std::optional<DyadicConstant> dyadicConstant(const clang::Expr *E,
                                                    const ASTContext &Context) {
  llvm::APFloat Value(0.0);
  if (E->isValueDependent() || E->containsErrors() ||
      !E->EvaluateAsFloat(Value, Context))
    return std::nullopt;
  for (unsigned Shift = 0; Shift <= MaxShift; ++Shift) {
    llvm::APFloat Scaled =
        scalbn(Value, int(Shift), llvm::APFloat::rmNearestTiesToEven);
    llvm::APSInt Numerator(64, /*isUnsigned=*/false);
    bool IsExact = false;
    Scaled.convertToInteger(Numerator, llvm::APFloat::rmTowardZero, &IsExact);
    if (IsExact && std::abs(Numerator.getSExtValue()) <= MaxNumerator)
      return DyadicConstant{Numerator.getSExtValue(), Shift};
  }
  return std::nullopt;
}

/// The exponent of the power of two that \p E is.
static std::optional<int> exponentOf(const clang::Expr *E,
                                     const ASTContext &Context) {
  std::optional<DyadicConstant> Constant = dyadicConstant(E, Context);
  if (!Constant || Constant->Numerator <= 0 ||
      !llvm::isPowerOf2_64(Constant->Numerator))
    return std::nullopt;
  return int(llvm::Log2_64(Constant->Numerator)) - int(Constant->Shift);
}

/// Functions whose results are exact, see docs/hardware-model.md.
static FloatFunction floatFunction(const CallExpr &Call) {
  const FunctionDecl *Function = Call.getDirectCallee();
  if (!Function || !Function->getIdentifier() || Call.getNumArgs() == 0)
    return FloatFunction::None;
  auto Which = llvm::StringSwitch<FloatFunction>(Function->getName())
                   .Cases("floor", "floorf", FloatFunction::Floor)
                   .Cases("ceil", "ceilf", FloatFunction::Ceil)
                   .Cases("trunc", "truncf", FloatFunction::Truncate)
                   .Cases("log2", "log2f", "__log2f", FloatFunction::Log2)
                   .Cases("exp2", "exp2f", FloatFunction::PowerOf2)
                   .Cases("pow", "powf", "__powf", FloatFunction::Power)
                   .Default(FloatFunction::None);
  // Logarithms and powers of doubles are not.
  bool IsRounding = Which == FloatFunction::Floor ||
                    Which == FloatFunction::Ceil ||
                    Which == FloatFunction::Truncate;
  if (!IsRounding && !Call.getType()->isSpecificBuiltinType(BuiltinType::Float))
    return FloatFunction::None;
  return Which;
}

/// The power of two by which the value of \p E is divided, as an exponent, if
/// lowerDyadic can lower it.
std::optional<unsigned> Lowering::dyadicShift(const Expr *E) {
  E = E->IgnoreParens();
  if (!isFloatOrDouble(E->getType()))
    return std::nullopt;
  if (std::optional<DyadicConstant> Constant = dyadicConstant(E, Context))
    return Constant->Shift;
  auto Limited = [](int Shift) -> std::optional<unsigned> {
    if (std::abs(Shift) > int(MaxShift))
      return std::nullopt;
    return std::max(Shift, 0);
  };
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_IntegralToFloating)
      return 0;
    bool IsKept = Cast->getCastKind() == CK_FloatingCast ||
                  Cast->getCastKind() == CK_NoOp;
    return IsKept ? dyadicShift(Cast->getSubExpr()) : std::nullopt;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus
               ? dyadicShift(Unary->getSubExpr())
               : std::nullopt;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    std::optional<unsigned> Left = dyadicShift(Binary->getLHS());
    if (!Left)
      return std::nullopt;
    if (Binary->getOpcode() == BO_Div) {
      std::optional<int> By = exponentOf(Binary->getRHS(), Context);
      return By ? Limited(int(*Left) + *By) : std::nullopt;
    }
    std::optional<unsigned> Right = dyadicShift(Binary->getRHS());
    if (!Right)
      return std::nullopt;
    if (Binary->getOpcode() == BO_Mul)
      return Limited(int(*Left + *Right));
    return Binary->isAdditiveOp() ? std::optional(std::max(*Left, *Right))
                                  : std::nullopt;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call ? dyadicShiftOfCall(*Call) : std::nullopt;
}

std::optional<unsigned> Lowering::dyadicShiftOfCall(const CallExpr &Call) {
  FloatFunction Which = floatFunction(Call);
  if (Which == FloatFunction::None)
    return std::nullopt;
  if (Which == FloatFunction::Power &&
      (Call.getNumArgs() != 2 || exponentOf(Call.getArg(0), Context) != 1))
    return std::nullopt;
  std::optional<unsigned> Shift =
      dyadicShift(Call.getArg(Call.getNumArgs() - 1));
  bool TakesIntegers = Which == FloatFunction::Log2 ||
                       Which == FloatFunction::PowerOf2 ||
                       Which == FloatFunction::Power;
  if (!Shift || (TakesIntegers && *Shift != 0))
    return std::nullopt;
  return 0;
}

/// \p Value, of any integer type, as a numerator that is exact only between the
/// limits.
Lowering::Dyadic Lowering::limited(ExprId Value, unsigned Shift,
                                   ExprId IsExact) {
  IntType Type = Builder.typeOf(Value);
  auto Require = [&](BinaryOp Op, int64_t Limit) {
    IsExact = Builder.binary(
        BinaryOp::LogicalAnd, IsExact,
        Builder.binary(Op, Value, Builder.constant(Limit, Type)));
  };
  if (Type.Bits >= 32) {
    Require(BinaryOp::LessEqual, MaxNumerator);
    if (Type.Signed)
      Require(BinaryOp::GreaterEqual, -MaxNumerator);
  }
  return {Builder.convert(Value, I64), Shift, IsExact};
}

/// The numerator of \p Value over 2 to the \p Shift, which is at least its own.
ExprId Lowering::numeratorOver(const Dyadic &Value, unsigned Shift) {
  return Builder.binary(
      BinaryOp::Mul, Value.Numerator,
      Builder.constant(int64_t(1) << (Shift - Value.Shift), I64));
}

/// Requires that \p E has a dyadicShift.
Lowering::Dyadic Lowering::lowerDyadic(const Expr *E) {
  E = E->IgnoreParens();
  if (std::optional<DyadicConstant> Constant = dyadicConstant(E, Context))
    return {Builder.constant(Constant->Numerator, I64), Constant->Shift,
            Builder.constant(1, BoolType)};
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_IntegralToFloating)
      return limited(lowerValue(Cast->getSubExpr()), 0,
                     Builder.constant(1, BoolType));
    return lowerDyadic(Cast->getSubExpr());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    Dyadic Value = lowerDyadic(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Minus)
      Value.Numerator = Builder.unary(UnaryOp::Negate, Value.Numerator);
    return Value;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return lowerDyadicCall(*Call);
  const auto *Binary = cast<BinaryOperator>(E);
  Dyadic Left = lowerDyadic(Binary->getLHS());
  if (Binary->getOpcode() == BO_Div) {
    int Shift = int(Left.Shift) + *exponentOf(Binary->getRHS(), Context);
    if (Shift >= 0)
      return {Left.Numerator, unsigned(Shift), Left.IsExact};
    Left.Shift = 0;
    return limited(numeratorOver(Left, -Shift), 0, Left.IsExact);
  }
  Dyadic Right = lowerDyadic(Binary->getRHS());
  ExprId AreExact =
      Builder.binary(BinaryOp::LogicalAnd, Left.IsExact, Right.IsExact);
  if (Binary->getOpcode() == BO_Mul)
    return limited(
        Builder.binary(BinaryOp::Mul, Left.Numerator, Right.Numerator),
        Left.Shift + Right.Shift, AreExact);
  unsigned Shift = std::max(Left.Shift, Right.Shift);
  return limited(Builder.binary(Binary->getOpcode() == BO_Add ? BinaryOp::Add
                                                              : BinaryOp::Sub,
                                numeratorOver(Left, Shift),
                                numeratorOver(Right, Shift)),
                 Shift, AreExact);
}

Lowering::Dyadic Lowering::lowerDyadicCall(const CallExpr &Call) {
  Dyadic Value = lowerDyadic(Call.getArg(Call.getNumArgs() - 1));
  ExprId N = Value.Numerator;
  auto Constant = [&](int64_t Number) { return Builder.constant(Number, I64); };
  auto Require = [&](BinaryOp Op, ExprId Left, ExprId Right) {
    Value.IsExact = Builder.binary(BinaryOp::LogicalAnd, Value.IsExact,
                                   Builder.binary(Op, Left, Right));
  };
  auto ShiftedDown = [&](ExprId Number) {
    return Builder.binary(BinaryOp::ShiftRight, Number, Constant(Value.Shift));
  };
  auto Negative = [&](ExprId Number) {
    return Builder.unary(UnaryOp::Negate, Number);
  };
  switch (floatFunction(Call)) {
  case FloatFunction::Floor:
    return {ShiftedDown(N), 0, Value.IsExact};
  case FloatFunction::Ceil:
    return {Negative(ShiftedDown(Negative(N))), 0, Value.IsExact};
  case FloatFunction::Truncate:
    return {truncated(Value), 0, Value.IsExact};
  case FloatFunction::Log2:
    // Of powers of two.
    Require(BinaryOp::Greater, N, Constant(0));
    Require(BinaryOp::Equal,
            Builder.binary(BinaryOp::And, N,
                           Builder.binary(BinaryOp::Sub, N, Constant(1))),
            Constant(0));
    return {Builder.binary(BinaryOp::Sub, Constant(63),
                           Builder.unary(UnaryOp::CountLeadingZeros, N)),
            0, Value.IsExact};
  case FloatFunction::PowerOf2:
  case FloatFunction::Power:
    Require(BinaryOp::GreaterEqual, N, Constant(0));
    Require(BinaryOp::LessEqual, N, Constant(24));
    return {Builder.binary(BinaryOp::ShiftLeft, Constant(1), N), 0,
            Value.IsExact};
  case FloatFunction::None:
    break;
  }
  llvm_unreachable("it has a dyadicShift");
}

/// \p Value without its fraction.
ExprId Lowering::truncated(const Dyadic &Value) {
  return Builder.binary(BinaryOp::Div, Value.Numerator,
                        Builder.constant(int64_t(1) << Value.Shift, I64));
}

/// \p Value, of type \p Type, where \p IsExact.
ExprId Lowering::whereExact(ExprId IsExact, ExprId Value, QualType Type,
                            llvm::ArrayRef<ExprId> Operands) {
  return Builder.select(IsExact, Value,
                        opaque(ReasonCode::FloatingPoint,
                               "computed in floating point", Type, Operands,
                               /*IsDivergent=*/false));
}

std::optional<ExprId> Lowering::lowerExactComparison(const BinaryOperator &E) {
  if ((!E.isRelationalOp() && !E.isEqualityOp()) || !dyadicShift(E.getLHS()) ||
      !dyadicShift(E.getRHS()))
    return std::nullopt;
  Dyadic Left = lowerDyadic(E.getLHS());
  Dyadic Right = lowerDyadic(E.getRHS());
  unsigned Shift = std::max(Left.Shift, Right.Shift);
  ExprId Result = lowerArithmetic(E.getOpcode(), numeratorOver(Left, Shift),
                                  numeratorOver(Right, Shift), Context.LongTy,
                                  Context.LongTy, E.getType());
  return whereExact(
      Builder.binary(BinaryOp::LogicalAnd, Left.IsExact, Right.IsExact), Result,
      E.getType(), {Left.Numerator, Right.Numerator});
}

/// Floating point to an integer of \p E's type, or to bool.
std::optional<ExprId> Lowering::lowerExactCast(const CastExpr &E) {
  std::optional<IntType> Type = intType(E.getType());
  bool IsBool = E.getCastKind() == CK_FloatingToBoolean;
  // In narrower ones, a number may not fit.
  if (!Type || (!IsBool && Type->Bits < 32) || !dyadicShift(E.getSubExpr()))
    return std::nullopt;
  Dyadic Value = lowerDyadic(E.getSubExpr());
  if (!IsBool && !Type->Signed)
    Value.IsExact =
        Builder.binary(BinaryOp::LogicalAnd, Value.IsExact,
                       Builder.binary(BinaryOp::GreaterEqual, Value.Numerator,
                                      Builder.constant(0, I64)));
  ExprId Result =
      Builder.convert(IsBool ? Value.Numerator : truncated(Value), *Type);
  return whereExact(Value.IsExact, Result, E.getType(), {Value.Numerator});
}
