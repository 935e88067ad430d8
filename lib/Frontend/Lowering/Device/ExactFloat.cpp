//===- ExactFloat.cpp - Floating point that is exact ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/ExactFloat.h"
#include "Lowering/Arithmetic.h"
#include "Lowering/Device/DeviceFunctions.h"
#include "Lowering/Emit/Integers.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/APFloat.h"

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
static DeviceMeaning floatFunction(const CallExpr &Call) {
  const FunctionDecl *Function = Call.getDirectCallee();
  const DeviceFunction *Known =
      Function ? findDeviceFunction(*Function, Call.getNumArgs()) : nullptr;
  switch (Known ? Known->Meaning : DeviceMeaning::None) {
  case DeviceMeaning::Floor:
  case DeviceMeaning::Ceil:
  case DeviceMeaning::Truncate:
    return Known->Meaning;
  case DeviceMeaning::Log2:
  case DeviceMeaning::PowerOf2:
  case DeviceMeaning::Power:
    // Logarithms and powers of doubles are not.
    if (Call.getType()->isSpecificBuiltinType(BuiltinType::Float))
      return Known->Meaning;
    return DeviceMeaning::None;
  default:
    return DeviceMeaning::None;
  }
}

static std::optional<unsigned> dyadicShiftOfCall(const CallExpr &Call,
                                                 const ASTContext &Context);

/// The power of two by which the value of \p E is divided, as an exponent, if
/// lowerDyadic can lower it.
static std::optional<unsigned> dyadicShift(const clang::Expr *E,
                                           const ASTContext &Context) {
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
    return IsKept ? dyadicShift(Cast->getSubExpr(), Context) : std::nullopt;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus
               ? dyadicShift(Unary->getSubExpr(), Context)
               : std::nullopt;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    std::optional<unsigned> Left = dyadicShift(Binary->getLHS(), Context);
    if (!Left)
      return std::nullopt;
    if (Binary->getOpcode() == BO_Div) {
      std::optional<int> By = exponentOf(Binary->getRHS(), Context);
      return By ? Limited(int(*Left) + *By) : std::nullopt;
    }
    std::optional<unsigned> Right = dyadicShift(Binary->getRHS(), Context);
    if (!Right)
      return std::nullopt;
    if (Binary->getOpcode() == BO_Mul)
      return Limited(int(*Left + *Right));
    return Binary->isAdditiveOp() ? std::optional(std::max(*Left, *Right))
                                  : std::nullopt;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call ? dyadicShiftOfCall(*Call, Context) : std::nullopt;
}

static std::optional<unsigned> dyadicShiftOfCall(const CallExpr &Call,
                                                 const ASTContext &Context) {
  DeviceMeaning Which = floatFunction(Call);
  if (Which == DeviceMeaning::None)
    return std::nullopt;
  if (Which == DeviceMeaning::Power && exponentOf(Call.getArg(0), Context) != 1)
    return std::nullopt;
  std::optional<unsigned> Shift =
      dyadicShift(Call.getArg(Call.getNumArgs() - 1), Context);
  bool TakesIntegers = Which == DeviceMeaning::Log2 ||
                       Which == DeviceMeaning::PowerOf2 ||
                       Which == DeviceMeaning::Power;
  if (!Shift || (TakesIntegers && *Shift != 0))
    return std::nullopt;
  return 0;
}

namespace {
/// A number in floating point that is Numerator (an i64) over 2 to the Shift,
/// if IsExact (a bool).
struct Dyadic {
  ExprId Numerator;
  unsigned Shift;
  ExprId IsExact;
};
} // namespace

/// \p Value, of any integer type, as a numerator that is exact only between the
/// limits.
static Dyadic limited(ExprBuilder &Builder, ExprId Value, unsigned Shift,
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
static ExprId numeratorOver(ExprBuilder &Builder, const Dyadic &Value,
                            unsigned Shift) {
  return Builder.binary(
      BinaryOp::Mul, Value.Numerator,
      Builder.constant(int64_t(1) << (Shift - Value.Shift), I64));
}

/// \p Value without its fraction.
static ExprId truncated(ExprBuilder &Builder, const Dyadic &Value) {
  return Builder.binary(BinaryOp::Div, Value.Numerator,
                        Builder.constant(int64_t(1) << Value.Shift, I64));
}

static Dyadic lowerDyadic(Lowerer &L, const clang::Expr *E);

static Dyadic lowerDyadicCall(Lowerer &L, const CallExpr &Call) {
  Dyadic Value = lowerDyadic(L, Call.getArg(Call.getNumArgs() - 1));
  ExprId N = Value.Numerator;
  auto Constant = [&](int64_t Number) {
    return L.Builder.constant(Number, I64);
  };
  auto Require = [&](BinaryOp Op, ExprId Left, ExprId Right) {
    Value.IsExact = L.Builder.binary(BinaryOp::LogicalAnd, Value.IsExact,
                                     L.Builder.binary(Op, Left, Right));
  };
  auto ShiftedDown = [&](ExprId Number) {
    return L.Builder.binary(BinaryOp::ShiftRight, Number,
                            Constant(Value.Shift));
  };
  auto Negative = [&](ExprId Number) {
    return L.Builder.unary(UnaryOp::Negate, Number);
  };
  switch (floatFunction(Call)) {
  case DeviceMeaning::Floor:
    return {ShiftedDown(N), 0, Value.IsExact};
  case DeviceMeaning::Ceil:
    return {Negative(ShiftedDown(Negative(N))), 0, Value.IsExact};
  case DeviceMeaning::Truncate:
    return {truncated(L.Builder, Value), 0, Value.IsExact};
  case DeviceMeaning::Log2:
    // Of powers of two.
    Require(BinaryOp::Greater, N, Constant(0));
    Require(BinaryOp::Equal,
            L.Builder.binary(BinaryOp::And, N,
                             L.Builder.binary(BinaryOp::Sub, N, Constant(1))),
            Constant(0));
    return {L.Builder.binary(BinaryOp::Sub, Constant(63),
                             L.Builder.unary(UnaryOp::CountLeadingZeros, N)),
            0, Value.IsExact};
  case DeviceMeaning::PowerOf2:
  case DeviceMeaning::Power:
    Require(BinaryOp::GreaterEqual, N, Constant(0));
    Require(BinaryOp::LessEqual, N, Constant(24));
    return {L.Builder.binary(BinaryOp::ShiftLeft, Constant(1), N), 0,
            Value.IsExact};
  default:
    break;
  }
  llvm_unreachable("it has a dyadicShift");
}

/// Requires that \p E has a dyadicShift.
static Dyadic lowerDyadic(Lowerer &L, const clang::Expr *E) {
  E = E->IgnoreParens();
  if (std::optional<DyadicConstant> Constant = dyadicConstant(E, L.Context))
    return {L.Builder.constant(Constant->Numerator, I64), Constant->Shift,
            L.Builder.constant(1, BoolType)};
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_IntegralToFloating)
      return limited(L.Builder, L.value(Cast->getSubExpr()), 0,
                     L.Builder.constant(1, BoolType));
    return lowerDyadic(L, Cast->getSubExpr());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    Dyadic Value = lowerDyadic(L, Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Minus)
      Value.Numerator = L.Builder.unary(UnaryOp::Negate, Value.Numerator);
    return Value;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return lowerDyadicCall(L, *Call);
  const auto *Binary = cast<BinaryOperator>(E);
  Dyadic Left = lowerDyadic(L, Binary->getLHS());
  if (Binary->getOpcode() == BO_Div) {
    int Shift = int(Left.Shift) + *exponentOf(Binary->getRHS(), L.Context);
    if (Shift >= 0)
      return {Left.Numerator, unsigned(Shift), Left.IsExact};
    Left.Shift = 0;
    return limited(L.Builder, numeratorOver(L.Builder, Left, -Shift), 0,
                   Left.IsExact);
  }
  Dyadic Right = lowerDyadic(L, Binary->getRHS());
  ExprId AreExact =
      L.Builder.binary(BinaryOp::LogicalAnd, Left.IsExact, Right.IsExact);
  if (Binary->getOpcode() == BO_Mul)
    return limited(
        L.Builder,
        L.Builder.binary(BinaryOp::Mul, Left.Numerator, Right.Numerator),
        Left.Shift + Right.Shift, AreExact);
  unsigned Shift = std::max(Left.Shift, Right.Shift);
  return limited(L.Builder,
                 L.Builder.binary(Binary->getOpcode() == BO_Add ? BinaryOp::Add
                                                                : BinaryOp::Sub,
                                  numeratorOver(L.Builder, Left, Shift),
                                  numeratorOver(L.Builder, Right, Shift)),
                 Shift, AreExact);
}

/// \p Value, of type \p Type, where \p IsExact.
static ExprId whereExact(Lowerer &L, ExprId IsExact, ExprId Value,
                         QualType Type, llvm::ArrayRef<ExprId> Operands) {
  return L.Builder.select(IsExact, Value,
                          L.Emit.opaque(ReasonCode::FloatingPoint,
                                        "computed in floating point", Type,
                                        Operands,
                                        /*IsDivergent=*/false));
}

std::optional<ExprId> banklint::lowerExactComparison(Lowerer &L,
                                                     const BinaryOperator &E) {
  if ((!E.isRelationalOp() && !E.isEqualityOp()) ||
      !dyadicShift(E.getLHS(), L.Context) ||
      !dyadicShift(E.getRHS(), L.Context))
    return std::nullopt;
  Dyadic Left = lowerDyadic(L, E.getLHS());
  Dyadic Right = lowerDyadic(L, E.getRHS());
  unsigned Shift = std::max(Left.Shift, Right.Shift);
  ExprId Result = lowerArithmetic(
      L.Emit, E.getOpcode(), numeratorOver(L.Builder, Left, Shift),
      numeratorOver(L.Builder, Right, Shift), L.Context.LongTy,
      L.Context.LongTy, E.getType());
  return whereExact(
      L, L.Builder.binary(BinaryOp::LogicalAnd, Left.IsExact, Right.IsExact),
      Result, E.getType(), {Left.Numerator, Right.Numerator});
}

/// \p Value as the integer that a function of \p Name, which may end in
/// "_rz", makes of it; nothing if that is not known.
static std::optional<ExprId> rounded(ExprBuilder &Builder, const Dyadic &Value,
                                     llvm::StringRef Name) {
  const ExprId N = Value.Numerator;
  const ExprId Shift = Builder.constant(Value.Shift, I64);
  const auto Down = [&](ExprId Number) {
    return Builder.binary(BinaryOp::ShiftRight, Number, Shift);
  };
  if (Name.ends_with("_rz"))
    return truncated(Builder, Value);
  if (Name.ends_with("_rd"))
    return Down(N);
  if (Name.ends_with("_ru"))
    return Builder.unary(UnaryOp::Negate,
                         Down(Builder.unary(UnaryOp::Negate, N)));
  return Name.ends_with("_rn") && Value.Shift == 0 ? std::optional(N)
                                                   : std::nullopt;
}

ExprId banklint::lowerToInteger(Lowerer &L, const CallExpr &E,
                                llvm::StringRef Name) {
  const clang::Expr *Argument = E.getArg(0);
  const std::optional<IntType> Type = intType(L.Context, E.getType());
  const auto Unknown = [&](ExprId Operand) {
    return L.Emit.opaque(ReasonCode::FloatingPoint,
                         "the result of '" + Name + "'", E.getType(), {Operand},
                         /*IsDivergent=*/false);
  };
  if (!Type || Type->Bits < 32 || !dyadicShift(Argument, L.Context) ||
      !applies(Mechanism::ExactFloat))
    return Unknown(L.value(Argument));
  Dyadic Value = lowerDyadic(L, Argument);
  const std::optional<ExprId> Result = rounded(L.Builder, Value, Name);
  if (!Result)
    return Unknown(Value.Numerator);
  if (!Type->Signed)
    Value.IsExact = L.Builder.binary(
        BinaryOp::LogicalAnd, Value.IsExact,
        L.Builder.binary(BinaryOp::GreaterEqual, Value.Numerator,
                         L.Builder.constant(0, I64)));
  return whereExact(L, Value.IsExact, L.Builder.convert(*Result, *Type),
                    E.getType(), {Value.Numerator});
}

std::optional<ExprId> banklint::lowerExactCast(Lowerer &L, const CastExpr &E) {
  std::optional<IntType> Type = intType(L.Context, E.getType());
  bool IsBool = E.getCastKind() == CK_FloatingToBoolean;
  // In narrower ones, a number may not fit.
  if (!Type || (!IsBool && Type->Bits < 32) ||
      !dyadicShift(E.getSubExpr(), L.Context))
    return std::nullopt;
  Dyadic Value = lowerDyadic(L, E.getSubExpr());
  if (!IsBool && !Type->Signed)
    Value.IsExact = L.Builder.binary(
        BinaryOp::LogicalAnd, Value.IsExact,
        L.Builder.binary(BinaryOp::GreaterEqual, Value.Numerator,
                         L.Builder.constant(0, I64)));
  ExprId Result = L.Builder.convert(
      IsBool ? Value.Numerator : truncated(L.Builder, Value), *Type);
  return whereExact(L, Value.IsExact, Result, E.getType(), {Value.Numerator});
}
