//===- ConflictState.cpp - Whether a verdict is a conflict ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/ConflictState.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace banklint;

ConflictState banklint::stateOf(const Verdict &V) {
  if (V.Result == Certainty::Unknown)
    return V.isAtLeast() ? ConflictState::Conflict : ConflictState::NotKnown;
  if (V.Worst.Kind != CostKind::Exact && V.Worst.Kind != CostKind::ExactAlone)
    return ConflictState::NotKnown;
  if (!V.Worst.conflicts())
    return ConflictState::Clean;
  if (V.Sure && V.Sure->conflicts())
    return ConflictState::Conflict;
  return V.IfSpared && !V.IfSpared->conflicts() ? ConflictState::Removable
                                                : ConflictState::Possible;
}

ConflictState banklint::combined(llvm::ArrayRef<ConflictState> States) {
  ConflictState Result = ConflictState::Clean;
  for (ConflictState State : States)
    if (Result == ConflictState::Clean ||
        (State < Result && State != ConflictState::Clean))
      Result = State;
  return Result;
}

bool banklint::isWorse(const Verdict &A, const Verdict &B) {
  auto Rank = [](const Verdict &V) {
    return std::make_tuple(-int(stateOf(V)), V.Worst.excess(), V.Worst.Ways,
                           V.Result == Certainty::Exact);
  };
  return Rank(A) > Rank(B);
}
