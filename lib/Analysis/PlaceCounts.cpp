//===- PlaceCounts.cpp - Places that a change of layout affects -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/PlaceCounts.h"
#include "banklint/Analysis/ConflictState.h"
#include <set>
#include <tuple>

using namespace banklint;

/// File, line, column, operation.
using PlaceSet =
    std::set<std::tuple<llvm::StringRef, unsigned, unsigned, MemoryOperation>>;

/// By access number: whether it reaches the array of \p Use.
static std::vector<bool> accessesTo(const ArrayUse &Use) {
  std::vector<bool> Touches;
  for (const Access &A : Use.Program->Accesses)
    Touches.push_back(A.Array == Use.Array);
  for (const Verdict &V : Use.Verdicts)
    if (V.reaches(Use.Array))
      Touches[V.Access] = true;
  return Touches;
}

/// The places of \p Verdicts that conflict.
static void addConflicts(const ArrayUse &Use, llvm::ArrayRef<Verdict> Verdicts,
                         const std::vector<bool> &Touches, PlaceSet &Places) {
  for (const Verdict &V : Verdicts) {
    const Access &A = Use.Program->Accesses[V.Access];
    if (Touches[V.Access] && mayConflict(stateOf(V)))
      Places.insert(
          {Use.Program->fileOf(A.Span), A.Span.Line, A.Span.Column, A.Op});
  }
}

PlaceCounts banklint::countConflicts(const Architecture &Arch,
                                     llvm::ArrayRef<ArrayUse> Uses,
                                     const LayoutChange &Change,
                                     const InterpreterBudget &Budget) {
  PlaceSet Before, After;
  for (const ArrayUse &Use : Uses) {
    std::vector<bool> Touches = accessesTo(Use);
    addConflicts(Use, Use.Verdicts, Touches, Before);
    LayoutOverride Changed{Use.Array, Change};
    addConflicts(Use, judge(*Use.Program, Arch, Use.Launch, Budget, Changed),
                 Touches, After);
  }
  PlaceCounts Counts;
  Counts.Conflicting = Before.size();
  for (const auto &Place : Before)
    Counts.Cleared += After.count(Place) == 0;
  for (const auto &Place : After)
    Counts.Spoiled += Before.count(Place) == 0;
  return Counts;
}
