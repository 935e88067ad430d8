//===- Spreads.cpp - How far apart unknown numbers are --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that keep something put it one behind the other:
//
//   s[count + __popc(ballot & lanemask_lt)] = x;
//
// Nobody knows where, but no two of them are more than 31 elements apart. So
// are those of an index that ends with `& 31`. What is added and is the same in
// all lanes changes nothing.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// Of larger numbers nothing is kept: they say nothing about banks.
static constexpr uint64_t MaxSpread = 1 << 12;

/// Numbers from 0 to \p Most.
static LaneSpread upTo(uint64_t Most, LaneMask Mask) {
  return {Mask, Most, Most};
}

/// What is known of the lanes of \p Mask, of whichever kind they are.
static std::optional<LaneSpread> spreadOf(const WarpValue &Value,
                                          LaneMask Mask) {
  if (Value.cases())
    return std::nullopt;
  if (!Value.affine().contains(Mask)) {
    const LaneSpread &Known = Value.spread();
    return Known.Lanes.contains(Mask) ? std::optional(Known) : std::nullopt;
  }
  if (Value.hasVaryingTerms(Mask))
    return std::nullopt;
  const auto [Least, Most] = spanOf(Value, Mask);
  LaneSpread Result{Mask, uint64_t(Most) - uint64_t(Least), std::nullopt};
  if (Value.constantLanes(Mask) == Mask && Least >= 0)
    Result.Most = uint64_t(Most);
  return Result;
}

/// The greatest that numbers of \p Type may be that are \p Of; nothing if they
/// may be negative, or any.
static std::optional<uint64_t> mostOf(const std::optional<LaneSpread> &Of,
                                      IntType Type) {
  if (Of && Of->Most)
    return Of->Most;
  if (Type.Signed || Type.Bits >= 64)
    return std::nullopt;
  return (uint64_t(1) << Type.Bits) - 1;
}

static std::optional<LaneSpread> scaled(const std::optional<LaneSpread> &Of,
                                        std::optional<int64_t> Factor) {
  if (!Of || !Factor || Of->Width > MaxSpread || *Factor < 0 ||
      *Factor > int64_t(MaxSpread))
    return std::nullopt;
  LaneSpread Result = *Of;
  Result.Width *= uint64_t(*Factor);
  if (Result.Most && *Result.Most <= MaxSpread)
    *Result.Most *= uint64_t(*Factor);
  else
    Result.Most = std::nullopt;
  return Result;
}

static std::optional<LaneSpread> sumOf(const std::optional<LaneSpread> &A,
                                       const std::optional<LaneSpread> &B,
                                       bool IsDifference) {
  if (!A || !B || A->Width > MaxSpread || B->Width > MaxSpread)
    return std::nullopt;
  LaneSpread Result{A->Lanes, A->Width + B->Width, std::nullopt};
  if (!IsDifference && A->Most && B->Most && *A->Most <= MaxSpread &&
      *B->Most <= MaxSpread)
    Result.Most = *A->Most + *B->Most;
  return Result;
}

static std::optional<LaneSpread> combined(BinaryOp Op, const WarpValue &Left,
                                          const WarpValue &Right, IntType Type,
                                          LaneMask Mask) {
  const std::optional<LaneSpread> A = spreadOf(Left, Mask),
                                  B = spreadOf(Right, Mask);
  const std::optional<int64_t> Number = Right.uniformConstant(Mask);
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return sumOf(A, B, Op == BinaryOp::Sub);
  case BinaryOp::Mul:
    if (const auto Factor = Left.uniformConstant(Mask))
      return scaled(B, Factor);
    return scaled(A, Number);
  case BinaryOp::ShiftLeft:
    if (!Number || *Number < 0 || *Number > 12)
      return std::nullopt;
    return scaled(A, int64_t(1) << *Number);
  case BinaryOp::And: {
    const uint64_t Most = std::min(A && A->Most ? *A->Most : ~uint64_t(0),
                                   B && B->Most ? *B->Most : ~uint64_t(0));
    return Most != ~uint64_t(0) ? std::optional(upTo(Most, Mask))
                                : std::nullopt;
  }
  case BinaryOp::Rem:
    if (!Number || *Number <= 0)
      return std::nullopt;
    if (mostOf(A, Type))
      return upTo(uint64_t(*Number) - 1, Mask);
    return LaneSpread{Mask, 2 * (uint64_t(*Number) - 1), std::nullopt};
  case BinaryOp::Div:
  case BinaryOp::ShiftRight:
    if (const auto Whole = mostOf(A, Type); Whole && Number && *Number > 0)
      if (const auto Most = evaluate(Op, int64_t(*Whole), *Number, I64))
        return upTo(uint64_t(*Most), Mask);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

static void keep(WarpValue &Result, std::optional<LaneSpread> Of,
                 LaneMask Mask) {
  if (!Of)
    return;
  Of->Lanes = Mask;
  Result.setSpread(*Of);
}

/// Enters how far apart the lanes of \p Mask are, of which some are unknown.
void Arithmetic::keepSpread(WarpValue &Result, BinaryOp Op,
                            const WarpValue &Left, const WarpValue &Right,
                            IntType Type, LaneMask Mask) {
  std::optional<LaneSpread> Of = combined(Op, Left, Right, Type, Mask);
  if (Result.cases() || !Of || !applies(Mechanism::Spreads))
    return;
  const bool IsSum = Op == BinaryOp::Add || Op == BinaryOp::Sub;
  for (const WarpValue *Operand : {&Left, &Right}) {
    if (!isMoving({Operand}))
      continue;
    if (!IsSum) {
      Running.needStill(*Operand, Mask);
      continue;
    }
    Running.needUniform(*Operand, Mask);
    Of->Most = std::nullopt;
  }
  keep(Result, Of, Mask);
}

void Arithmetic::keepSpread(WarpValue &Result, UnaryOp Op,
                            const WarpValue &Operand, IntType Type,
                            LaneMask Mask) {
  if (Op != UnaryOp::PopCount)
    return;
  Running.needStill(Operand, Mask);
  const std::optional<LaneSpread> Of = spreadOf(Operand, Mask);
  keep(Result,
       upTo(Of && Of->Most ? llvm::bit_width(*Of->Most) : uint64_t(Type.Bits),
            Mask),
       Mask);
}

/// Likewise of a conversion. Numbers that a wider type holds as well stay as
/// far apart; of 32 bits and more, arithmetic that wraps is not looked at.
void Arithmetic::keepConvertedSpread(WarpValue &Result,
                                     const WarpValue &Operand, IntType From,
                                     IntType To, LaneMask Mask) {
  std::optional<LaneSpread> Of = spreadOf(Operand, Mask);
  if (From.Bits < 32) {
    const std::optional<uint64_t> Most = mostOf(Of, From);
    Of = Most ? std::optional(upTo(*Most, Mask)) : std::nullopt;
  }
  if (!Of || To.Bits < From.Bits || !applies(Mechanism::Spreads))
    return;
  Running.needStill(Operand, Mask);
  keep(Result, Of, Mask);
}
