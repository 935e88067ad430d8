//===- Ranges.cpp - What limits of unknown numbers decide -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Motions.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// The sum of \p Number and \p Factor times \p Limit, where there is one that
/// is far from what would wrap.
static std::optional<int64_t> plusProduct(std::optional<int64_t> Number,
                                          int64_t Factor,
                                          std::optional<int64_t> Limit) {
  if (!Number || !Limit || !isSmall(Factor, I64) || !isSmall(*Limit, I64) ||
      !isSmall(*Number, I64))
    return std::nullopt;
  return *Number + Factor * *Limit;
}

/// The least and the greatest number that \p Value may be in \p Lane, where
/// that does not wrap.
NumberRange Arithmetic::rangeOf(const WarpValue &Value, unsigned Lane,
                                IntType Type) const {
  NumberRange Result = {Value.base(Lane), Value.base(Lane)};
  for (const SymbolTerm &Term : Value.terms()) {
    const int64_t Factor = Term.coefficient(Lane);
    if (Factor == 0)
      continue;
    NumberRange Of = Symbols.range(Term.symbol());
    // Sums of unsigned numbers may wrap if they have no limit.
    if (!Of.Least && Type.Signed && Symbols.isNonNegative(Term.symbol()))
      Of.Least = 0;
    if (Factor < 0)
      std::swap(Of.Least, Of.Greatest);
    Result.Least = plusProduct(Result.Least, Factor, Of.Least);
    Result.Greatest = plusProduct(Result.Greatest, Factor, Of.Greatest);
  }
  for (std::optional<int64_t> *End : {&Result.Least, &Result.Greatest})
    if (*End && !isSmall(**End, Type))
      End->reset();
  return Result;
}

/// What \p Op, a comparison of order, is for all numbers of \p A and \p B.
static std::optional<bool> orderOf(BinaryOp Op, const NumberRange &A,
                                   const NumberRange &B, IntType Type) {
  const auto At = [&](std::optional<int64_t> Left,
                      std::optional<int64_t> Right) -> std::optional<int64_t> {
    return Left && Right ? evaluate(Op, *Left, *Right, Type) : std::nullopt;
  };
  const bool IsGreaterTrue =
      Op == BinaryOp::Greater || Op == BinaryOp::GreaterEqual;
  // Where the comparison is hardest to hold, and where it is easiest.
  const std::optional<int64_t> Hardest =
      IsGreaterTrue ? At(A.Least, B.Greatest) : At(A.Greatest, B.Least);
  const std::optional<int64_t> Easiest =
      IsGreaterTrue ? At(A.Greatest, B.Least) : At(A.Least, B.Greatest);
  if (Hardest && *Hardest)
    return true;
  if (Easiest && !*Easiest)
    return false;
  return std::nullopt;
}

static bool isOrder(BinaryOp Op) {
  return Op == BinaryOp::Less || Op == BinaryOp::LessEqual ||
         Op == BinaryOp::Greater || Op == BinaryOp::GreaterEqual;
}

/// Lanes of \p Mask in which limits decide an order, as of threadIdx.x and
/// min(8, n): \p Result gets their truths.
LaneMask Arithmetic::decidedByLimit(WarpValue &Result, BinaryOp Op,
                                    const WarpValue &Left,
                                    const WarpValue &Right, IntType Type,
                                    LaneMask Mask) {
  const auto HasLimit = [this](const WarpValue &Value) {
    return llvm::any_of(Value.terms(), [this](const SymbolTerm &Term) {
      return Symbols.isChoice(Term.symbol());
    });
  };
  if (!isOrder(Op) || Type.Bits != 32 || (!HasLimit(Left) && !HasLimit(Right)))
    return LaneMask();
  LaneNumbers Truths{};
  LaneMask Decided;
  for (unsigned Lane : Mask)
    if (const std::optional<bool> Truth = orderOf(
            Op, rangeOf(Left, Lane, Type), rangeOf(Right, Lane, Type), Type)) {
      Truths[Lane] = *Truth;
      Decided.set(Lane);
    }
  if (Decided.any()) {
    Result = WarpValue::merge(Result, WarpValue::lanes(Truths), Decided);
    Running.needStill(Left, Decided);
    Running.needStill(Right, Decided);
  }
  return Decided;
}

/// \p Result is the symbol of min or max of \p Left and \p Right, which all
/// lanes of \p Mask share: it has the limit of one of them.
void Arithmetic::limitChoice(const WarpValue &Result, BinaryOp Op,
                             const WarpValue &Left, const WarpValue &Right,
                             IntType Type, LaneMask Mask) {
  if ((Op != BinaryOp::Min && Op != BinaryOp::Max) || Type.Bits != 32 ||
      Result.terms().size() != 1)
    return;
  const NumberRange A = rangeOf(Left, Mask.lowest(), Type);
  const NumberRange B = rangeOf(Right, Mask.lowest(), Type);
  const auto Either = [](std::optional<int64_t> X, std::optional<int64_t> Y,
                         auto Choose) {
    return X && Y ? std::optional(Choose(*X, *Y)) : X ? X : Y;
  };
  const auto Both = [](std::optional<int64_t> X, std::optional<int64_t> Y,
                       auto Choose) {
    return X && Y ? std::optional(Choose(*X, *Y)) : std::nullopt;
  };
  const auto Lesser = [](int64_t X, int64_t Y) { return std::min(X, Y); };
  const auto Greater = [](int64_t X, int64_t Y) { return std::max(X, Y); };
  NumberRange Of;
  if (Op == BinaryOp::Min)
    Of = {Both(A.Least, B.Least, Lesser),
          Either(A.Greatest, B.Greatest, Lesser)};
  else
    Of = {Either(A.Least, B.Least, Greater),
          Both(A.Greatest, B.Greatest, Greater)};
  if (!Type.Signed && !Of.Least)
    Of.Least = 0;
  Symbols.limitChoice(Result.terms().front().symbol(), Of);
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
    const NumberRange A = rangeOf(Left, Lane, Type);
    const NumberRange B = rangeOf(Right, Lane, Type);
    if (!A.isBounded() || !B.isBounded())
      return std::nullopt;
    const std::optional<int64_t> One =
        evaluate(Op, *A.Least, *B.Greatest, Type);
    const std::optional<int64_t> Other =
        evaluate(Op, *A.Greatest, *B.Least, Type);
    const bool IsApart = *A.Greatest < *B.Least || *B.Greatest < *A.Least;
    if (One != Other || (IsEquality && !IsApart))
      return std::nullopt;
    Results[Lane] = *One;
    Ends[0][Lane] = *A.Least;
    Ends[1][Lane] = *A.Greatest;
    Ends[2][Lane] = *B.Least;
    Ends[3][Lane] = *B.Greatest;
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
