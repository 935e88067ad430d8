//===- Shuffle.cpp - Values of other lanes --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lane gets another lane's number only if that one surely takes part: what
// comes from a lane that does not is not defined. Where all lanes hold the
// same, or have the same source, they get the same, whichever lane gives it:
// if that one is missing after all, nothing is defined.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;

/// As evaluate(); some lanes of \p Mask may not get to what \p IsApart.
WarpValue Evaluator::evaluatePart(ExprId Id, LaneMask Mask, bool IsApart) {
  llvm::SaveAndRestore Restore(Apart, Apart + IsApart);
  return evaluate(Id, Mask);
}

WarpValue Evaluator::evaluateShuffle(const Expr &E, LaneMask Mask) {
  const OpaqueValue &Opaque = Program.Opaques[E.Index];
  const WarpValue Value = evaluate(E.Operands[0], Mask);
  const WarpValue Source = evaluate(E.Operands[1], Mask);
  Running.needStill(Source, Mask);
  const bool AreAllThere = State.IsExact && !State.IsTrial && Apart == 0;
  const bool IsOneValue = Value.isUniform(Mask);
  if (IsOneValue || !AreAllThere)
    Running.needUniform(Value, Mask);
  // Lanes whose sources are not there, and those whose values are known.
  LaneMask Missing, Taking;
  std::array<unsigned, WarpSize> Sources;
  Sources.fill(Mask.lowest());
  for (unsigned Lane : Source.constantLanes(Mask)) {
    uint64_t From = Source.base(Lane);
    if (From >= WarpSize || !Mask.test(From)) {
      Missing.set(Lane);
    } else if (Value.affine().test(From) && (AreAllThere || From == Lane)) {
      Taking.set(Lane);
      Sources[Lane] = From;
    }
  }
  if (IsOneValue)
    Taking = Mask & ~Missing;
  if (Taking != Mask && Missing.none() && Source.isUniform(Mask))
    return WarpValue::symbol(Symbols.fresh(nameOf(Opaque)));
  WarpValue Result;
  if (Taking.any()) {
    // Lanes that count for nothing keep one source from looking like several.
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      if (!Taking.test(Lane))
        Sources[Lane] = Sources[Taking.lowest()];
    Result = Value.shuffled(Sources);
  }
  Result.forget(Mask & ~Taking & ~Missing, &Opaque.Why);
  if (Missing.any())
    Result.forget(Missing,
                  Reasons.get(ReasonCode::CrossLane,
                              Opaque.Why.Detail + ", from an inactive lane"));
  return Result;
}
