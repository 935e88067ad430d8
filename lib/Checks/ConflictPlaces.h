//===- ConflictPlaces.h - Where conflicts are -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One expression of the source has many verdicts: one for each instantiation,
// launch and inlined copy. This gathers them by place and by what they access,
// and picks the worst.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_CONFLICTPLACES_H
#define BANKLINT_LIB_CHECKS_CONFLICTPLACES_H

#include "Occurrence.h"
#include "banklint/Analysis/ConflictState.h"

namespace banklint {

/// A launch of a kernel or an instantiation, besides the worst one, that
/// reaches a place.
struct OtherLaunch {
  /// Its worst copy.
  Occurrence Worst;
  /// Of all its copies.
  ConflictState State = ConflictState::Clean;
};

/// A place and operation with a conflict in one tile (Tiles.h), or with one
/// that may have one.
struct ConflictPlace {
  Occurrence Worst;
  /// tellingCall of Worst.
  std::optional<unsigned> Call;
  /// In Worst's kernel, the place serves others, too.
  bool IsOfSeveralTiles = false;
  /// Another kernel calls with another array of the same name.
  bool HasNamesake = false;
  /// Of Worst: Conflict, Possible or Removable.
  ConflictState State = ConflictState::Conflict;
  /// True if Worst is a load, and the store of the same expression (a compound
  /// assignment) has the same figures in the same launch.
  bool IsAlsoStore = false;
  /// The chains of calls that lead to where the copies of the access in the
  /// worst one's launch are reported, and those that lead to a copy in a state
  /// as sure as its.
  unsigned Calls = 1;
  unsigned ConflictingCalls = 1;
  /// Those of the others that may conflict.
  unsigned PossibleCalls = 0;
  /// Each chain leads to one copy: not so for the requests of one matrix
  /// fragment.
  bool IsCallOneCopy = true;
  /// What the copies together cost a block of the worst one's launch, the
  /// store's included if IsAlsoStore; nothing if it is not known how many
  /// requests there are.
  std::optional<Totals> BlockTotal;
  /// Why the cost of the place is an upper bound: Worst's verdict if that is
  /// not exact, else that of another copy if BlockTotal is known, which
  /// it is a part of. Null if the cost is exact.
  const Verdict *Bound = nullptr;
  /// The excess of the copies alone.
  std::optional<uint64_t> ExcessWavefronts;
  /// ConflictCost::ExecutedExcess of the copies, the store's included if
  /// IsAlsoStore.
  uint64_t ExecutedExcess = 0;
  /// In the order of the report.
  std::vector<OtherLaunch> Others;
  /// True if more than one kernel or instantiation reaches the place.
  bool HasSeveralKernels = false;

  bool isBound() const { return Bound != nullptr; }
};

/// The places of \p R with a conflict, sorted by file, line, column and
/// operation, one for each tile. The worst is the first of which no other
/// isWorse.
std::vector<ConflictPlace> findConflicts(const Report &R);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_CONFLICTPLACES_H
