//===- LowBits.cpp - The lowest bits of what is not known -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, products and bitwise operators keep what is known modulo a power of
// two; modulo 2^Type.Bits they are exact, whatever the type.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "banklint/Support/Mechanisms.h"

using namespace banklint;

/// What is known of the result, but for Still.
static KnownBits combined(BinaryOp Op, const KnownBits &A, const KnownBits &B) {
  const unsigned Both = std::min(A.Count, B.Count);
  switch (Op) {
  case BinaryOp::Add:
    return {Both, A.Number + B.Number};
  case BinaryOp::Sub:
    return {Both, A.Number - B.Number};
  case BinaryOp::Or:
    return {Both, A.Number | B.Number};
  case BinaryOp::Xor:
    return {Both, A.Number ^ B.Number};
  case BinaryOp::And: {
    // Bits of which one side is known to be 0.
    const unsigned Zeros = std::max(A.zeros(), B.zeros());
    return Zeros > Both ? KnownBits(Zeros, 0)
                        : KnownBits(Both, A.Number & B.Number);
  }
  case BinaryOp::Mul:
    return {std::min(A.Count + B.zeros(), B.Count + A.zeros()),
            A.Number * B.Number};
  case BinaryOp::ShiftLeft:
    if (B.Count < 64 || B.Number >= 64)
      return {};
    return {A.Count + unsigned(B.Number), A.Number << B.Number};
  case BinaryOp::ShiftRight:
    if (B.Count < 64 || B.Number >= A.Count)
      return {};
    return {A.Count - unsigned(B.Number), A.Number >> B.Number};
  case BinaryOp::Rem:
    // What is taken off is a multiple of the divisor.
    return {std::min(A.Count, B.zeros()), A.Number};
  default:
    return {};
  }
}

/// True if some lowest bits of the result may be known. Most that is not known
/// has none, and 32 lanes are many.
static bool mayKeepBits(BinaryOp Op, const WarpValue &Left,
                        const WarpValue &Right, LaneMask Mask) {
  const auto IsBlank = [Mask](const WarpValue &Value) {
    return !Value.hasLowBits() && (Mask & Value.affine()).none();
  };
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return !IsBlank(Left) && !IsBlank(Right);
  case BinaryOp::And:
  case BinaryOp::Mul:
    return !IsBlank(Left) || !IsBlank(Right);
  case BinaryOp::ShiftLeft:
    return !IsBlank(Right);
  case BinaryOp::ShiftRight:
  case BinaryOp::Rem:
    return !IsBlank(Left);
  default:
    return false;
  }
}

/// \p Bits without those that move in a sweep.
static KnownBits stillOf(KnownBits Bits) {
  Bits.Count = Bits.Still;
  return Bits;
}

/// Enters what is known of the lanes of \p Mask, which are not affine.
void Arithmetic::keepLowBits(WarpValue &Result, BinaryOp Op,
                             const WarpValue &Left, const WarpValue &Right,
                             IntType Type, LaneMask Mask) const {
  if (Mask.none() || !mayKeepBits(Op, Left, Right, Mask))
    return;
  LowBits Bits;
  bool IsKnown = false;
  const unsigned Most = std::min<unsigned>(MaxLowBits, Type.Bits);
  for (unsigned Lane : Mask) {
    const KnownBits A = Left.knownBits(Lane), B = Right.knownBits(Lane);
    KnownBits &Of = Bits.Lanes[Lane];
    Of = combined(Op, A, B);
    Of.Still = combined(Op, stillOf(A), stillOf(B)).Count;
    Of.limit(Most);
    IsKnown |= Of.Count != 0;
  }
  if (IsKnown && applies(Mechanism::LowBits))
    Result.setLowBits(Bits);
}
