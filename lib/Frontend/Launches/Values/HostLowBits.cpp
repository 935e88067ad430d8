//===- HostLowBits.cpp - The lowest bits of unknown numbers ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a size that is not known, host code makes pitches of which the lowest bits
// are: `n | 1`, `(n + 31) / 32 * 32 + 1`.
//
//===----------------------------------------------------------------------===//

#include "Launches/Values/HostFacts.h"
#include "banklint/Program/Expr.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using llvm::KnownBits;

/// The bits of \p Op of numbers of 64 bits.
static KnownBits combined(BinaryOp Op, bool IsSigned, const KnownBits &Left,
                          const KnownBits &Right) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return KnownBits::computeForAddSub(Op == BinaryOp::Add, /*NSW=*/false,
                                       /*NUW=*/false, Left, Right);
  case BinaryOp::Mul:
    return KnownBits::mul(Left, Right);
  case BinaryOp::Div:
    return IsSigned ? KnownBits::sdiv(Left, Right)
                    : KnownBits::udiv(Left, Right);
  case BinaryOp::Rem:
    return IsSigned ? KnownBits::srem(Left, Right)
                    : KnownBits::urem(Left, Right);
  case BinaryOp::And:
    return Left & Right;
  case BinaryOp::Or:
    return Left | Right;
  case BinaryOp::Xor:
    return Left ^ Right;
  case BinaryOp::ShiftLeft:
    return KnownBits::shl(Left, Right);
  case BinaryOp::ShiftRight:
    return IsSigned ? KnownBits::ashr(Left, Right)
                    : KnownBits::lshr(Left, Right);
  default:
    return KnownBits(64);
  }
}

/// Adds to \p Bits, those of \p Symbol, what tests such as `n % 32 == 0` say.
void HostFacts::addTestedBits(unsigned Symbol, const HostTerms &Terms,
                              KnownBits &Bits) const {
  for (const auto &[Tested, Found] : Known) {
    const Term *Rest = Terms.find(Tested);
    if (!Rest || Rest->Left.Symbol != Symbol || Rest->Right.Symbol != 0 ||
        (Rest->Op != BinaryOp::Rem && Rest->Op != BinaryOp::And))
      continue;
    const uint64_t Modulus =
        uint64_t(Rest->Right.Number) + (Rest->Op == BinaryOp::And ? 1 : 0);
    if (!llvm::isPowerOf2_64(Modulus))
      continue;
    if (Found.Least == Found.Most) {
      const llvm::APInt Low(64, Modulus - 1), Number(64, uint64_t(Found.Least));
      Bits.One |= Low & Number;
      Bits.Zero |= Low & ~Number;
    } else if (Modulus == 2 && Found.IsNotZero) {
      Bits.One.setBit(0);
    }
  }
}

KnownBits HostFacts::bitsOf(const Operand &Of, const HostTerms &Terms) const {
  if (Of.Symbol == 0)
    return KnownBits::makeConstant(llvm::APInt(64, uint64_t(Of.Number)));
  KnownBits Bits(64);
  if (const Term *T = Terms.find(Of.Symbol)) {
    Bits = combined(T->Op, T->Type.Signed, bitsOf(T->Left, Terms),
                    bitsOf(T->Right, Terms));
    if (T->Type.Bits < 64) {
      const KnownBits Kept = Bits.trunc(T->Type.Bits);
      Bits = T->Type.Signed ? Kept.sext(64) : Kept.zext(64);
    }
  }
  addTestedBits(Of.Symbol, Terms, Bits);
  return Bits;
}

ArgumentValue HostFacts::lowBits(unsigned Symbol,
                                 const HostTerms &Terms) const {
  const KnownBits Bits = bitsOf({Symbol}, Terms);
  // No execution takes a path on which a bit is both.
  if (Bits.hasConflict())
    return {};
  return ArgumentValue::ofLowBits((Bits.Zero | Bits.One).countr_one(),
                                  Bits.One.getZExtValue());
}
