//===- Divisions.cpp - What divisions leave, put together -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// True if \p A and \p B surely are one number in each lane of \p Mask.
bool Arithmetic::areSame(const WarpValue &A, const WarpValue &B,
                         LaneMask Mask) {
  return !A.cases() && !B.cases() && A.affine().contains(Mask) &&
         B.affine().contains(Mask) &&
         difference(A, B, Mask).uniformConstant(Mask) == 0;
}

/// The number of times that \p Value, a number that all lanes share, is \p Of.
std::optional<int64_t> Arithmetic::multipleOf(const WarpValue &Value,
                                              const WarpValue &Of, IntType Type,
                                              LaneMask Mask) {
  if (areSame(Value, Of, Mask))
    return 1;
  if (Value.terms().empty() || Of.terms().empty())
    return std::nullopt;
  const int64_t Whole = Value.terms().front().coefficient(Mask.lowest());
  const int64_t One = Of.terms().front().coefficient(Mask.lowest());
  if (One == 0 || Whole % One != 0)
    return std::nullopt;
  const WarpValue Times = WarpValue::uniform(Whole / One);
  return areSame(Value, binary(BinaryOp::Mul, Of, Times, Type, Mask), Mask)
             ? std::optional(Whole / One)
             : std::nullopt;
}

/// What \p Part, of a division, is if multiplied by \p Factor.
std::optional<DividedValue> Arithmetic::scaled(const WarpValue &Part,
                                               const WarpValue &Factor,
                                               IntType Type, LaneMask Mask) {
  DividedValue Result = *Part.division();
  if (!Result.Lanes.contains(Mask))
    return std::nullopt;
  if (const std::optional<int64_t> Number = Factor.uniformConstant(Mask)) {
    Result.Factor = uint64_t(Result.Factor) * uint64_t(*Number);
    Result.Addend = binary(BinaryOp::Mul, Result.Addend, Factor, Type, Mask);
    return Result;
  }
  if (Result.Part != DividedValue::Quotient ||
      Result.Addend.uniformConstant(Mask) != 0)
    return std::nullopt;
  const WarpValue Divisor = convert(Result.Divisor, Result.Type, Type, Mask);
  const std::optional<int64_t> Times = multipleOf(Factor, Divisor, Type, Mask);
  if (!Times)
    return std::nullopt;
  Result.Part = DividedValue::Multiple;
  Result.Factor = uint64_t(Result.Factor) * uint64_t(*Times);
  return Result;
}

/// What \p Part, of a division and multiplied by \p Sign, is if \p Addend is
/// added.
std::optional<DividedValue> Arithmetic::moved(const WarpValue &Part,
                                              int64_t Sign,
                                              const WarpValue &Addend,
                                              IntType Type, LaneMask Mask) {
  DividedValue Result = *Part.division();
  if (!Result.Lanes.contains(Mask) || Addend.cases() ||
      !Addend.affine().contains(Mask))
    return std::nullopt;
  Result.Factor = uint64_t(Result.Factor) * uint64_t(Sign);
  Result.Addend = binary(Sign > 0 ? BinaryOp::Add : BinaryOp::Sub, Addend,
                         Result.Addend, Type, Mask);
  return Result;
}

/// \p A + \p Sign * \p B if they are the two parts of one division.
std::optional<WarpValue> Arithmetic::recombined(const DividedValue &A,
                                                int64_t Sign,
                                                const DividedValue &B,
                                                IntType Type, LaneMask Mask) {
  if (A.Part == B.Part || A.Part == DividedValue::Quotient ||
      B.Part == DividedValue::Quotient || A.Type != B.Type ||
      uint64_t(A.Factor) != uint64_t(Sign) * uint64_t(B.Factor) ||
      !(A.Lanes & B.Lanes).contains(Mask) ||
      !areSame(A.Dividend, B.Dividend, Mask) ||
      !areSame(A.Divisor, B.Divisor, Mask))
    return std::nullopt;
  const WarpValue Whole =
      binary(BinaryOp::Mul, convert(A.Dividend, A.Type, Type, Mask),
             WarpValue::uniform(A.Factor), Type, Mask);
  const WarpValue Addend = binary(Sign > 0 ? BinaryOp::Add : BinaryOp::Sub,
                                  A.Addend, B.Addend, Type, Mask);
  return binary(BinaryOp::Add, Whole, Addend, Type, Mask);
}

/// The number of residues that a mask such as 0x7ff keeps; nothing if \p Mask
/// is none.
static std::optional<int64_t> residuesOf(const WarpValue &Mask,
                                         LaneMask Lanes) {
  const std::optional<int64_t> Bits = Mask.uniformConstant(Lanes);
  return Bits && *Bits > 0 && *Bits < INT32_MAX && llvm::isMask_64(*Bits)
             ? std::optional(*Bits + 1)
             : std::nullopt;
}

/// \p Value with \p Kept, a mask: if it is made of what a wider mask kept, that
/// of the whole.
WarpValue Arithmetic::withoutMask(const WarpValue &Value, const WarpValue &Kept,
                                  IntType Type, LaneMask Mask) {
  const std::optional<int64_t> Residues = residuesOf(Kept, Mask);
  if (!Residues || !Value.division())
    return Value;
  const DividedValue &Whole = *Value.division();
  const std::optional<int64_t> Divisor = Whole.Divisor.uniformConstant(Mask);
  if (Whole.Part != DividedValue::Remainder || !Divisor ||
      *Divisor % *Residues != 0 || !Whole.Lanes.contains(Mask))
    return Value;
  const WarpValue Scaled =
      binary(BinaryOp::Mul, convert(Whole.Dividend, Whole.Type, Type, Mask),
             WarpValue::uniform(Whole.Factor), Type, Mask);
  return binary(BinaryOp::Add, Scaled, Whole.Addend, Type, Mask);
}

/// Notes in \p Result, that of \p Op, what it has of a division.
void Arithmetic::keepDivision(WarpValue &Result, BinaryOp Op,
                              const WarpValue &Left, const WarpValue &Right,
                              IntType Type, LaneMask Mask) {
  if ((Op == BinaryOp::Div || Op == BinaryOp::Rem || Op == BinaryOp::And) &&
      !applies(Mechanism::Divisions))
    return;
  if (Op == BinaryOp::Div || Op == BinaryOp::Rem) {
    if (!Left.cases() && !Right.cases() && Left.affine().contains(Mask) &&
        Right.isUniform(Mask))
      Result.setDivision({Left, Right, Type,
                          Op == BinaryOp::Div ? DividedValue::Quotient
                                              : DividedValue::Remainder,
                          1, WarpValue::uniform(0), Mask});
    return;
  }
  if (Op == BinaryOp::And) {
    // As if the dividend were unsigned, whose remainder this is.
    const std::optional<int64_t> Residues = residuesOf(Right, Mask);
    const IntType Unsigned{Type.Bits, /*Signed=*/false};
    if (Residues && !Left.cases() && Left.affine().contains(Mask))
      Result.setDivision(
          {convert(Left, Type, Unsigned, Mask), WarpValue::uniform(*Residues),
           Unsigned, DividedValue::Remainder, 1, WarpValue::uniform(0), Mask});
    return;
  }
  if (!Left.division() && !Right.division())
    return;
  const int64_t Sign = Op == BinaryOp::Sub ? -1 : 1;
  std::optional<DividedValue> Whole;
  switch (Op) {
  case BinaryOp::Mul:
    Whole = Left.division() ? scaled(Left, Right, Type, Mask)
                            : scaled(Right, Left, Type, Mask);
    break;
  case BinaryOp::ShiftLeft:
    if (const auto Bits = Right.uniformConstant(Mask);
        Left.division() && Bits && *Bits >= 0 && *Bits < 32)
      Whole = scaled(Left, WarpValue::uniform(int64_t(1) << *Bits), Type, Mask);
    break;
  case BinaryOp::Add:
  case BinaryOp::Sub:
    if (Left.division() && Right.division()) {
      if (const auto Sum =
              recombined(*Left.division(), Sign, *Right.division(), Type, Mask))
        Result = WarpValue::merge(Result, *Sum, Mask);
      return;
    }
    Whole = Right.division()
                ? moved(Right, Sign, Left, Type, Mask)
                : moved(Left, 1,
                        Sign > 0 ? Right
                                 : unary(UnaryOp::Negate, Right, Type, Mask),
                        Type, Mask);
    break;
  default:
    break;
  }
  if (Whole)
    Result.setDivision(std::move(*Whole));
}

/// \p Operand, a part of a division, in another type. It is still one if that
/// has as many bits, or if it has more and the part is extended as the whole
/// would be.
WarpValue Arithmetic::convertedPart(const WarpValue &Operand, IntType From,
                                    IntType To, LaneMask Mask) {
  DividedValue Whole = *Operand.division();
  WarpValue Plain = Operand;
  Plain.clearDivision();
  WarpValue Result = convert(Plain, From, To, Mask);
  if (To.Bits < From.Bits ||
      (To.Bits > From.Bits && From.Signed != Whole.Type.Signed))
    return Result;
  Whole.Lanes &= Mask;
  Whole.Addend = convert(Whole.Addend, From, To, Whole.Lanes);
  Result.setDivision(std::move(Whole));
  return Result;
}
