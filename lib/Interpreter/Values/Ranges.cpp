//===- Ranges.cpp - What limits of unknown numbers decide -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Motions.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static bool isOrder(BinaryOp Op) {
  return Op == BinaryOp::Less || Op == BinaryOp::LessEqual ||
         Op == BinaryOp::Greater || Op == BinaryOp::GreaterEqual;
}

/// The least and the greatest number that \p Value may be in \p Lane, where
/// that does not wrap.
std::optional<std::pair<int64_t, int64_t>>
Arithmetic::rangeOf(const WarpValue &Value, unsigned Lane, IntType Type) const {
  int64_t Least = Value.base(Lane), Greatest = Least;
  for (const SymbolTerm &Term : Value.terms()) {
    const int64_t Coefficient = Term.coefficient(Lane);
    const std::optional<int64_t> Most = Symbols.most(Term.symbol());
    if (!Most || !isSmall(Coefficient, I64) || !isSmall(*Most, I64) ||
        !isSmall(Least, I64) || !isSmall(Greatest, I64))
      return std::nullopt;
    (Coefficient < 0 ? Least : Greatest) += Coefficient * *Most;
  }
  if (!isSmall(Least, Type) || !isSmall(Greatest, Type))
    return std::nullopt;
  // `blockIdx.x - 1u` is -1 once it is wider (convert), and 2^32 - 1 for the
  // GPU.
  if (Type.Bits == 64 && Least < 0 && !Value.terms().empty())
    return std::nullopt;
  return std::pair(Least, Greatest);
}

/// Comparisons that come out the same whatever the symbols are: for the least
/// on the left with the greatest on the right, and the other way round.
std::optional<WarpValue> Arithmetic::comparedByRange(BinaryOp Op,
                                                     const WarpValue &Left,
                                                     const WarpValue &Right,
                                                     IntType Type,
                                                     LaneMask Mask) {
  const bool IsEquality = Op == BinaryOp::Equal || Op == BinaryOp::NotEqual;
  if (!isComparison(Op) || Type.Bits < 32)
    return std::nullopt;
  LaneNumbers Results{}, Ends[4] = {};
  for (unsigned Lane : Mask) {
    const auto A = rangeOf(Left, Lane, Type), B = rangeOf(Right, Lane, Type);
    if (!A || !B)
      return std::nullopt;
    const std::optional<int64_t> One = evaluate(Op, A->first, B->second, Type);
    const std::optional<int64_t> Other =
        evaluate(Op, A->second, B->first, Type);
    const bool IsApart = A->second < B->first || B->second < A->first;
    if (One != Other || (IsEquality && !IsApart))
      return std::nullopt;
    Results[Lane] = *One;
    Ends[0][Lane] = A->first;
    Ends[1][Lane] = A->second;
    Ends[2][Lane] = B->first;
    Ends[3][Lane] = B->second;
  }
  WarpValue Result = WarpValue::lanes(Results);
  if (!isMoving({&Left, &Right}))
    return Result;
  if (IsEquality) {
    Running.needStill(Left, Mask);
    Running.needStill(Right, Mask);
    return Result;
  }
  WarpValue Moved[4] = {Left, Left, Right, Right};
  for (unsigned I = 0; I != 4; ++I) {
    Moved[I].clearTerms();
    Moved[I].setBase(Ends[I]);
    Running.keepWithin(Moved[I], Mask, Type.Signed ? INT32_MIN : 0, INT32_MAX);
  }
  WarpValue Again = Result;
  moveBinary(Running, Result, Op, Moved[0], Moved[3], Type, Mask);
  moveBinary(Running, Again, Op, Moved[1], Moved[2], Type, Mask);
  for (const Motion &M : Again.motions())
    if (!motionIn(Result, M.sweep()))
      Result.addMotion(M);
  return Result;
}

/// True if the numbers of \p Value leave room for the values of its symbols.
static bool hasSmallNumbers(const WarpValue &Value, IntType Type,
                            LaneMask Mask) {
  for (unsigned Lane : Mask) {
    bool IsAllSmall = isSmall(Value.base(Lane), Type);
    for (const SymbolTerm &Term : Value.terms())
      IsAllSmall &= isSmall(Term.coefficient(Lane), Type);
    if (!IsAllSmall)
      return false;
  }
  return true;
}

static bool isShared(const SymbolTerm &Term, LaneMask Mask) {
  for (unsigned Lane : Mask)
    if (Term.coefficient(Lane) != Term.coefficient(Mask.lowest()))
      return false;
  return true;
}

/// Comparisons whose sides differ by as much in all lanes, which need not know
/// it: `l * n + k < l * n + n` is `k < n`. What sums must not do is what
/// compared() asks of them.
std::optional<WarpValue> Arithmetic::comparedAsShared(BinaryOp Op,
                                                      const WarpValue &Left,
                                                      const WarpValue &Right,
                                                      IntType Type,
                                                      LaneMask Mask) {
  if (!isComparison(Op) || Type.Bits < 32 || Left.cases() || Right.cases() ||
      Left.isUniform(Mask) || Right.isUniform(Mask))
    return std::nullopt;
  const WarpValue Distance = sum(Left, Right, -1, Type, Mask);
  if (!Distance.isUniform(Mask))
    return std::nullopt;
  const bool MayWrap = Type.Bits == 64 || (isOrder(Op) && !Type.Signed);
  if (MayWrap && (!hasSmallNumbers(Left, Type, Mask) ||
                  !hasSmallNumbers(Right, Type, Mask)))
    return std::nullopt;
  Running.needStill(Left, Mask);
  Running.needStill(Right, Mask);
  // What all lanes share of the right side stays there.
  WarpValue Far;
  const unsigned First = Mask.lowest();
  for (const SymbolTerm &Term : Right.terms())
    if (Term.coefficient(First) != 0 && isShared(Term, Mask))
      Far.addTerm(SymbolTerm(Term.symbol(), Term.coefficient(First)));
  WarpValue Near = WarpValue::uniform(Distance.base(First));
  for (const SymbolTerm &Term : Distance.terms())
    Near.addTerm(SymbolTerm(Term.symbol(), Term.coefficient(First)));
  Near = sum(Near, Far, 1, Type, Mask);
  return binaryWithoutCases(Op, Near, Far, Type, Mask);
}

/// The lesser or the greater of two numbers of which that is known, whatever
/// the symbols are.
std::optional<WarpValue>
Arithmetic::chosenByRange(BinaryOp Op, const WarpValue &Left,
                          const WarpValue &Right, IntType Type, LaneMask Mask) {
  if (Op != BinaryOp::Min && Op != BinaryOp::Max)
    return std::nullopt;
  const std::optional<WarpValue> IsLeftLess =
      comparedByRange(BinaryOp::LessEqual, Left, Right, Type, Mask);
  if (!IsLeftLess || !IsLeftLess->motions().empty())
    return std::nullopt;
  LaneMask FromLeft;
  for (unsigned Lane : Mask)
    if ((IsLeftLess->base(Lane) != 0) == (Op == BinaryOp::Min))
      FromLeft.set(Lane);
  return WarpValue::merge(Right, Left, FromLeft);
}
