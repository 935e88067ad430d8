//===- ConflictState.h - Whether a verdict is a conflict --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a verdict says of a conflict: the difference between a definite
// conflict, a possible one, and none. Also which of several verdicts is the
// worst.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_CONFLICTSTATE_H
#define BANKLINT_ANALYSIS_CONFLICTSTATE_H

#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// From the worst on.
enum class ConflictState {
  /// It conflicts in each run, or in one with ordinary arguments.
  Conflict,
  /// A bound on it conflicts, or some value makes it conflict.
  Possible,
  /// Likewise, but the compiler may well remove the conflict.
  Removable,
  /// It definitely does not.
  Clean,
  NotKnown,
};

ConflictState stateOf(const Verdict &V);

/// True if the verdict is worth a finding: Conflict, Possible or Removable.
inline bool isFinding(ConflictState State) {
  return State <= ConflictState::Removable;
}

/// True if the layout is to blame, whoever decides whether it matters.
inline bool mayConflict(ConflictState State) {
  return State == ConflictState::Conflict || State == ConflictState::Possible;
}

/// The state of several verdicts together, at least one: a conflict that one of
/// them has or may have, else NotKnown if one is, else Clean.
ConflictState combined(llvm::ArrayRef<ConflictState> States);

/// True if \p A is worse than \p B: of the more certain state, then with more
/// excess wavefronts, then more ways, then exact.
bool isWorse(const Verdict &A, const Verdict &B);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_CONFLICTSTATE_H
