//===- Arithmetic.cpp - Operators on warp values --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "LaneMaps.h"
#include "Motions.h"
#include "PointedObjects.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

const Reason *ReasonPool::get(ReasonCode Code, llvm::StringRef Detail) {
  const Reason *&Entry = ByText[{Code, Detail.str()}];
  if (!Entry)
    Entry = &Reasons.emplace_back(Reason{Code, Detail.str()});
  return Entry;
}

static const SymbolTerm *findTerm(const WarpValue &Value, SymbolId Symbol) {
  for (const SymbolTerm &Term : Value.terms())
    if (Term.symbol() == Symbol)
      return &Term;
  return nullptr;
}

WarpValue Arithmetic::sum(const WarpValue &Left, const WarpValue &Right,
                          int64_t Sign, IntType Type, LaneMask Mask) {
  WarpValue Result;
  mapBase(Result, Left, Right, [&](int64_t A, int64_t B) {
    return canonical(wrapAdd(A, wrapMul(Sign, B)), Type);
  });
  for (const SymbolTerm &Term : Left.terms()) {
    const SymbolTerm *Other = findTerm(Right, Term.symbol());
    addTerm(Result, Term.symbol(),
            Term.isCommon() && (!Other || Other->isCommon()), Mask,
            [&](unsigned Lane) {
              int64_t B = Other ? Other->coefficient(Lane) : 0;
              return canonicalCoefficient(
                  wrapAdd(Term.coefficient(Lane), wrapMul(Sign, B)), Type);
            });
  }
  for (const SymbolTerm &Term : Right.terms())
    if (!findTerm(Left, Term.symbol()))
      addTerm(Result, Term.symbol(), Term.isCommon(), Mask, [&](unsigned Lane) {
        return canonicalCoefficient(wrapMul(Sign, Term.coefficient(Lane)),
                                    Type);
      });
  return Result;
}

WarpValue Arithmetic::difference(const WarpValue &Left, const WarpValue &Right,
                                 LaneMask Mask) {
  Running.needTogether(Left, Right, Mask);
  if (Left.cases() || Right.cases())
    return binary(BinaryOp::Sub, Left, Right, I64, Mask);
  WarpValue Result = sum(Left, Right, -1, I64, Mask);
  LaneMask Unknown = Mask & ~(Left.affine() & Right.affine());
  Result.forget(Unknown, blame({&Left, &Right}));
  return Result;
}

WarpValue Arithmetic::product(const WarpValue &Value, const WarpValue &Factor,
                              IntType Type, LaneMask Mask) {
  WarpValue Result;
  mapBase(Result, Value, Factor,
          [&](int64_t A, int64_t B) { return canonical(wrapMul(A, B), Type); });
  for (const SymbolTerm &Term : Value.terms())
    addTerm(Result, Term.symbol(), Term.isCommon() && Factor.hasUniformBase(),
            Mask, [&](unsigned Lane) {
              return canonicalCoefficient(
                  wrapMul(Term.coefficient(Lane), Factor.base(Lane)), Type);
            });
  return Result;
}

/// True if all coefficients of \p Left are multiples of \p Divisor, so that
/// \p Left divided by it splits into the symbols' part and the base's. With
/// \p NeedsSign, also that \p Left is not negative, where C++ rounds otherwise.
bool Arithmetic::keepsDivided(const WarpValue &Left, int64_t Divisor,
                              bool NeedsSign, IntType Type,
                              LaneMask Mask) const {
  for (const SymbolTerm &Term : Left.terms())
    for (unsigned Lane : Mask) {
      int64_t Coefficient = Term.coefficient(Lane);
      if (Coefficient % Divisor != 0)
        return false;
      if (NeedsSign && Coefficient != 0 &&
          (Coefficient < 0 || !Symbols.isNonNegative(Term.symbol())))
        return false;
    }
  if (NeedsSign)
    for (unsigned Lane : Mask)
      if (canonicalCoefficient(Left.base(Lane), Type) < 0)
        return false;
  return true;
}

/// \p Left divided (shifted, masked) by the number \p Right where the symbols'
/// part comes out even.
std::optional<WarpValue> Arithmetic::divided(BinaryOp Op, const WarpValue &Left,
                                             int64_t Right, IntType Type,
                                             LaneMask Mask) {
  int64_t Divisor = Right;
  bool NeedsSign = false;
  if (Op == BinaryOp::ShiftRight) {
    if (Right < 0 || Right >= 31)
      return std::nullopt;
    Divisor = int64_t(1) << Right;
  } else if (Op == BinaryOp::And) {
    if (Right < 0 || !llvm::isPowerOf2_64(uint64_t(Right) + 1))
      return std::nullopt;
    Divisor = Right + 1;
  } else {
    // An unsigned remainder by a power of two is a mask; other divisors do not
    // commute with the wrap of the type, nor with a sign.
    NeedsSign =
        Op == BinaryOp::Div || Type.Signed || !llvm::isPowerOf2_64(Right);
  }
  // Narrow types do wrap, and quotients do not commute with that.
  if (Type.Bits < 32 && (NeedsSign || Op == BinaryOp::ShiftRight))
    return std::nullopt;
  if (Divisor <= 0 || !keepsDivided(Left, Divisor, NeedsSign, Type, Mask))
    return std::nullopt;
  WarpValue Result;
  // The base may be negative although the sum is not: shift its sign in.
  IntType Signed{Type.Bits, true};
  mapBase(Result, Left, WarpValue::uniform(Right), [&](int64_t A, int64_t B) {
    if (Op != BinaryOp::ShiftRight)
      return evaluate(Op, A, B, Type).value_or(0);
    return canonical(canonical(A, Signed) >> B, Type);
  });
  if (Op == BinaryOp::And || Op == BinaryOp::Rem)
    return Result;
  for (const SymbolTerm &Term : Left.terms())
    addTerm(Result, Term.symbol(), Term.isCommon(), Mask,
            [&](unsigned Lane) { return Term.coefficient(Lane) / Divisor; });
  return Result;
}

/// (s + n) * f for what all lanes share, s and f, and a number n of each lane:
/// a symbol for s * f, and n * f. Nothing if \p Value or \p Factor is another.
std::optional<WarpValue> Arithmetic::productOfShared(const WarpValue &Value,
                                                     const WarpValue &Factor,
                                                     IntType Type,
                                                     LaneMask Mask) {
  if (Value.cases() || Factor.cases() || Value.hasVaryingTerms(Mask) ||
      Value.isUniform(Mask) || !Factor.isUniform(Mask))
    return std::nullopt;
  Running.needStill(Value, Mask);
  Running.needStill(Factor, Mask);
  WarpValue Numbers = Value, Shared;
  Numbers.clearTerms();
  for (const SymbolTerm &Term : Value.terms())
    Shared.addTerm(SymbolTerm(Term.symbol(), Term.coefficient(Mask.lowest())));
  return sum(product(Factor, Numbers, Type, Mask),
             symbolic({int64_t(BinaryOp::Mul), Type.Bits, Type.Signed},
                      {&Shared, &Factor}, Mask),
             1, Type, Mask);
}

/// Rule 2 of the header; requires all lanes of \p Mask affine.
std::optional<WarpValue> Arithmetic::affine(BinaryOp Op, const WarpValue &Left,
                                            const WarpValue &Right,
                                            IntType Type, LaneMask Mask) {
  bool IsRightNumber = Right.constantLanes(Mask) == Mask;
  switch (Op) {
  case BinaryOp::Add:
    return sum(Left, Right, 1, Type, Mask);
  case BinaryOp::Sub:
    return sum(Left, Right, -1, Type, Mask);
  case BinaryOp::Mul:
    if (IsRightNumber)
      return product(Left, Right, Type, Mask);
    if (Left.constantLanes(Mask) == Mask)
      return product(Right, Left, Type, Mask);
    if (std::optional<WarpValue> Result =
            productOfShared(Left, Right, Type, Mask))
      return Result;
    return productOfShared(Right, Left, Type, Mask);
  case BinaryOp::ShiftLeft: {
    if (!IsRightNumber)
      return std::nullopt;
    WarpValue Factor;
    mapBase(Factor, Right, Right, [&](int64_t Count, int64_t) {
      return evaluate(Op, 1, Count, Type).value_or(0);
    });
    return product(Left, Factor, Type, Mask);
  }
  case BinaryOp::ShiftRight:
  case BinaryOp::Div:
  case BinaryOp::Rem:
  case BinaryOp::And:
    if (std::optional<int64_t> Number = Right.uniformConstant(Mask))
      if (std::optional<WarpValue> Result =
              divided(Op, Left, *Number, Type, Mask))
        return Result;
    if (Op == BinaryOp::And)
      if (std::optional<int64_t> Number = Left.uniformConstant(Mask))
        return divided(Op, Right, *Number, Type, Mask);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// True if all lanes of \p Mask point into shared arrays, which no sweep moves.
static bool pointsToArrays(const WarpValue &Value, LaneMask Mask) {
  return Value.motions().empty() && allObjects(Value, Mask, [](int64_t Object) {
           return Object > 0 && Object != ElsewhereObject;
         });
}

/// Comparisons whose sides have the same symbols: the bases decide. Nor does a
/// pointer into an array become null, whatever is added to it. Order needs that
/// the sum did not wrap, which C++ promises for int and long; for unsigned ones
/// both bases must be small, and narrow types do wrap.
std::optional<WarpValue> Arithmetic::compared(BinaryOp Op,
                                              const WarpValue &Left,
                                              const WarpValue &Right,
                                              IntType Type, LaneMask Mask) {
  const auto IsNull = [Mask](const WarpValue &Value) {
    return Value.uniformConstant(Mask) == 0;
  };
  if (Type == U64 && (Op == BinaryOp::Equal || Op == BinaryOp::NotEqual) &&
      ((IsNull(Left) && pointsToArrays(Right, Mask)) ||
       (IsNull(Right) && pointsToArrays(Left, Mask))))
    return WarpValue::uniform(Op == BinaryOp::NotEqual);
  if (!isComparison(Op) || !sum(Left, Right, -1, Type, Mask).terms().empty())
    return std::nullopt;
  bool IsEquality = Op == BinaryOp::Equal || Op == BinaryOp::NotEqual;
  if (!IsEquality && Type.Bits < 32)
    return std::nullopt;
  if (Type.Bits == 64 || (!IsEquality && !Type.Signed))
    for (unsigned Lane : Mask)
      if (!isSmall(Left.base(Lane), Type) || !isSmall(Right.base(Lane), Type))
        return std::nullopt;
  WarpValue Result;
  mapBase(Result, Left, Right, [&](int64_t A, int64_t B) {
    return evaluate(Op, A, B, Type).value_or(0);
  });
  return Result;
}

/// Lanes in which one operand alone decides the result.
static LaneMask absorbed(BinaryOp Op, const WarpValue &Operand, IntType Type,
                         LaneMask Mask, int64_t &Result) {
  int64_t Absorber;
  switch (Op) {
  case BinaryOp::And:
  case BinaryOp::Mul:
  case BinaryOp::LogicalAnd:
    Absorber = 0;
    break;
  case BinaryOp::LogicalOr:
    Absorber = 1;
    break;
  case BinaryOp::Or:
    Absorber = canonical(-1, Type);
    break;
  default:
    return LaneMask();
  }
  Result = Absorber;
  LaneMask Lanes;
  for (unsigned Lane : Operand.constantLanes(Mask))
    if (Operand.base(Lane) == Absorber)
      Lanes.set(Lane);
  return Lanes;
}

/// The numbers of \p Left and \p Right in the lanes of \p Mask combined into
/// the base of \p Result. Returns the lanes whose result is not defined.
static LaneMask mapNumbers(WarpValue &Result, BinaryOp Op,
                           const WarpValue &Left, const WarpValue &Right,
                           IntType Type, LaneMask Mask) {
  auto Map = [&](auto Function) {
    mapBase(Result, Left, Right, Function);
    return LaneMask();
  };
  // Addresses are sums and products: they are worth loops of their own.
  switch (Op) {
  case BinaryOp::Add:
    return Map([Type](int64_t A, int64_t B) {
      return canonical(wrapAdd(A, B), Type);
    });
  case BinaryOp::Sub:
    return Map([Type](int64_t A, int64_t B) {
      return canonical(wrapAdd(A, wrapMul(-1, B)), Type);
    });
  case BinaryOp::Mul:
    return Map([Type](int64_t A, int64_t B) {
      return canonical(wrapMul(A, B), Type);
    });
  case BinaryOp::And:
    return Map([](int64_t A, int64_t B) { return A & B; });
  case BinaryOp::Less:
    if (Type.Signed)
      return Map([](int64_t A, int64_t B) { return int64_t(A < B); });
    break;
  default:
    break;
  }
  LaneNumbers ByLane{};
  LaneMask Undefined;
  for (unsigned Lane : Mask) {
    std::optional<int64_t> Number =
        evaluate(Op, Left.base(Lane), Right.base(Lane), Type);
    ByLane[Lane] = Number.value_or(0);
    if (!Number)
      Undefined.set(Lane);
  }
  Result.setBase(ByLane);
  return Undefined;
}

WarpValue Arithmetic::binary(BinaryOp Op, const WarpValue &Left,
                             const WarpValue &Right, IntType Type,
                             LaneMask Mask) {
  if (Op == BinaryOp::And && Left.division()) {
    const WarpValue Whole = withoutMask(Left, Right, Type, Mask);
    if (!Whole.division())
      return binary(Op, Whole, Right, Type, Mask);
  }
  WarpValue Result =
      !Left.cases() && !Right.cases()
          ? binaryWithoutCases(Op, Left, Right, Type, Mask)
          : casewise(
                {&Left, &Right}, Mask, [&](llvm::ArrayRef<WarpValue> Sides) {
                  return binaryWithoutCases(Op, Sides[0], Sides[1], Type, Mask);
                });
  if (Result.cases() || !Result.affine().contains(Mask))
    keepDivision(Result, Op, Left, Right, Type, Mask);
  if (!Result.affine().contains(Mask))
    keepSpread(Result, Op, Left, Right, Type, Mask);
  return Result;
}

WarpValue Arithmetic::binaryWithoutCases(BinaryOp Op, const WarpValue &Left,
                                         const WarpValue &Right, IntType Type,
                                         LaneMask Mask) {
  if (Mask.none())
    return WarpValue();
  LaneMask Numbers = Left.constantLanes(Mask) & Right.constantLanes(Mask);
  WarpValue Result;
  LaneMask Undefined;
  if (Numbers.any()) {
    if (Left.hasUniformBase() && Right.hasUniformBase()) {
      std::optional<int64_t> Number =
          evaluate(Op, Left.base(0), Right.base(0), Type);
      Result.setUniformBase(Number.value_or(0));
      if (!Number)
        Undefined = Numbers;
    } else {
      Undefined = mapNumbers(Result, Op, Left, Right, Type, Numbers);
    }
  }
  if (Undefined.any())
    Result.forget(Undefined, Reasons.get(ReasonCode::UnsupportedConstruct,
                                         "it would divide by zero, if it is "
                                         "executed"));
  LaneMask Rest = Mask & ~Numbers;
  LaneMask FromBases = Numbers;
  if (Rest.any())
    FromBases |= addForms(Result, Op, Left, Right, Type, Rest, Numbers);
  if (isMoving({&Left, &Right})) {
    moveBinary(Running, Result, Op, Left, Right, Type, FromBases);
    Running.needStill(Right, Undefined);
  }
  return Result;
}

/// What `x & ~3` is a multiple of: the symbol stands for the rest of it.
static uint64_t maskStep(const WarpValue &Left, const WarpValue &Right,
                         LaneMask Mask) {
  unsigned Zeros = 0;
  for (const WarpValue *Operand : {&Left, &Right})
    if (const auto Number = Operand->uniformConstant(Mask))
      Zeros = llvm::countr_zero(uint64_t(*Number));
  return uint64_t(1) << std::min(Zeros, MaxLowBits);
}

/// Adds to \p Result the lanes of \p Rest, which are not numbers on both sides.
/// Returns those of them whose base follows from the bases.
LaneMask Arithmetic::addForms(WarpValue &Result, BinaryOp Op,
                              const WarpValue &Left, const WarpValue &Right,
                              IntType Type, LaneMask Rest, LaneMask Numbers) {
  int64_t Absorber = 0;
  LaneMask Decided = absorbed(Op, Left, Type, Rest, Absorber) |
                     absorbed(Op, Right, Type, Rest, Absorber);
  if (Decided.any()) {
    Result = WarpValue::merge(Result, WarpValue::uniform(Absorber), Decided);
    Running.needStill(Left, Decided);
    Running.needStill(Right, Decided);
  }
  Rest &= ~Decided;
  LaneMask FromBases;
  LaneMask BothAffine = Rest & Left.affine() & Right.affine();
  if (BothAffine.any()) {
    std::optional<WarpValue> Form =
        isComparison(Op) ? compared(Op, Left, Right, Type, BothAffine)
                         : affine(Op, Left, Right, Type, BothAffine);
    if (Form)
      FromBases = BothAffine;
    else
      Form = comparedByRange(Op, Left, Right, Type, BothAffine);
    if (!Form)
      Form = comparedAsShared(Op, Left, Right, Type, BothAffine);
    if (!Form)
      Form = chosenByRange(Op, Left, Right, Type, BothAffine);
    if (!Form && (Form = byCases(Op, Left, Right, Type, BothAffine))) {
      // Which cases there are, and what they are called, follows from the
      // numbers.
      Running.needStill(Left, BothAffine);
      Running.needStill(Right, BothAffine);
    }
    if (!Form) {
      Form = symbolic({int64_t(Op), Type.Bits, Type.Signed}, {&Left, &Right},
                      BothAffine);
      const uint64_t Step = Op == BinaryOp::And && Type.Bits >= 32
                                ? maskStep(Left, Right, BothAffine)
                                : 1;
      if (Form->affine().contains(BothAffine)) {
        limitResidues(*Form, Step, Op, Left, Right, BothAffine);
        if (Step != 1)
          Form = product(*Form, WarpValue::uniform(int64_t(Step)), Type,
                         BothAffine);
      }
    }
    if (Form->terms().size() > MaxTerms)
      Form = folded(*Form, BothAffine);
    Result = Numbers.none() && Decided.none() && BothAffine == Rest
                 ? *Form
                 : WarpValue::merge(Result, *Form, BothAffine);
  }
  LaneMask Unknown = Rest & ~BothAffine;
  if (Unknown.any())
    Result.forget(Unknown, blame({&Left, &Right}));
  keepLowBits(Result, Op, Left, Right, Type, Unknown);
  return FromBases;
}

bool Arithmetic::isMoving(llvm::ArrayRef<const WarpValue *> Operands) const {
  return !Running.areNone() &&
         llvm::any_of(Operands, [this](const WarpValue *Operand) {
           return Running.isMoving(*Operand);
         });
}
