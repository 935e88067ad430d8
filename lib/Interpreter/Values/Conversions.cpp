//===- Conversions.cpp - Unary operators on warp values -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "LaneMaps.h"
#include "Motions.h"

using namespace banklint;

WarpValue Arithmetic::unary(UnaryOp Op, const WarpValue &Operand, IntType Type,
                            LaneMask Mask) {
  if (Mask.none())
    return WarpValue();
  if (Operand.cases())
    return casewise({&Operand}, Mask, [&](llvm::ArrayRef<WarpValue> Only) {
      return unary(Op, Only.front(), Type, Mask);
    });
  if (Op == UnaryOp::Negate)
    return binary(BinaryOp::Sub, WarpValue::uniform(0), Operand, Type, Mask);
  if (Op == UnaryOp::Not)
    return binary(BinaryOp::Sub, WarpValue::uniform(canonical(-1, Type)),
                  Operand, Type, Mask);
  LaneMask Numbers = Operand.constantLanes(Mask);
  WarpValue Result;
  mapBase(Result, Operand, Operand,
          [&](int64_t A, int64_t) { return evaluate(Op, A, Type); });
  LaneMask Rest = Mask & Operand.affine() & ~Numbers;
  if (Rest.any())
    Result = WarpValue::merge(
        Result, symbolic({100 + int64_t(Op), Type.Bits}, {&Operand}, Rest),
        Rest);
  LaneMask Unknown = Mask & ~Operand.affine();
  if (Unknown.any()) {
    Result.forget(Unknown, blame({&Operand}));
    keepSpread(Result, Op, Operand, Type, Mask);
  }
  if (!isMoving({&Operand}))
    return Result;
  if (Op == UnaryOp::LogicalNot)
    moveBinary(Running, Result, BinaryOp::Equal, Operand, WarpValue::uniform(0),
               Type, Numbers);
  else if (Op == UnaryOp::Abs)
    moveMagnitude(Running, Result, Operand, Numbers);
  else
    moveErratically(Running, Result, Operand);
  return Result;
}

WarpValue Arithmetic::convert(const WarpValue &Operand, IntType From,
                              IntType To, LaneMask Mask) {
  if (Mask.none())
    return WarpValue();
  if (Operand.division())
    return convertedPart(Operand, From, To, Mask);
  if (Operand.cases())
    return casewise({&Operand}, Mask, [&](llvm::ArrayRef<WarpValue> Only) {
      return convert(Only.front(), From, To, Mask);
    });
  if (To == BoolType)
    return binary(BinaryOp::NotEqual, Operand, WarpValue::uniform(0), From,
                  Mask);
  // The same number in both types.
  bool IsWider = To.Bits > From.Bits && (To.Signed || !From.Signed);
  if (Operand.terms().empty() && Operand.affine() == LaneMask::all() &&
      (IsWider || To == From))
    return Operand;
  WarpValue Result;
  mapBase(Result, Operand, Operand,
          [To](int64_t A, int64_t) { return canonical(A, To); });
  // The base of `n - 1` is 2^32 - 1 if unsigned; -1 once it is wider, so that
  // the array that an address points into does not depend on a wrap.
  LaneMask Numbers = Operand.constantLanes(Mask);
  if (From == U32 && To.Bits == 64 && Numbers != Mask) {
    WarpValue Offsets;
    mapBase(Offsets, Operand, Operand, [&](int64_t A, int64_t) {
      return canonical(canonical(A, I32), To);
    });
    Result = WarpValue::merge(Offsets, Result, Numbers);
  }
  // What a narrow type cut off matters once it is widened; from 32 bits on it
  // does not, see Value.h.
  bool KeepsTerms = From.Bits >= 32 || To.Bits <= From.Bits;
  for (const SymbolTerm &Term : Operand.terms())
    addTerm(Result, Term.symbol(), Term.isCommon(), Mask, [&](unsigned Lane) {
      return canonicalCoefficient(Term.coefficient(Lane), To);
    });
  LaneMask Rest = Mask & Operand.affine() & ~Result.constantLanes(Mask);
  if (!KeepsTerms && Rest.any()) {
    WarpValue Cut = symbolic({200, To.Bits, To.Signed}, {&Operand}, Rest);
    Result = WarpValue::merge(Result, Cut, Rest);
    Running.needStill(Operand, Rest);
  }
  if (isMoving({&Operand})) {
    const bool HasOffsets = From == U32 && To.Bits == 64;
    moveConverted(Running, Result, Operand, To, HasOffsets ? Numbers : Mask,
                  HasOffsets ? Mask & ~Numbers : LaneMask());
  }
  LaneMask Unknown = Mask & ~Operand.affine();
  if (Unknown.any())
    Result.forget(Unknown, blame({&Operand}));
  // Both types have the lowest bits in common.
  keepLowBits(Result, BinaryOp::Add, Operand, WarpValue::uniform(0),
              From.Bits < To.Bits ? From : To, Unknown);
  if (Unknown.any())
    keepConvertedSpread(Result, Operand, From, To, Mask);
  return Result;
}
