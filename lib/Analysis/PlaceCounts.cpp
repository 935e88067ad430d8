//===- PlaceCounts.cpp - Places that a change of layout affects -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/PlaceCounts.h"
#include "RequestCosts.h"
#include "banklint/Analysis/ConflictState.h"

using namespace banklint;

AccessPlace banklint::accessPlace(const KernelProgram &Program,
                                  const Access &A) {
  return {Program.fileOf(A.Span), A.Span.Line, A.Span.Column, A.Op};
}

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

/// Those of \p Verdicts that conflict, or may, and are of \p Touches.
static std::vector<const Verdict *>
conflictsIn(llvm::ArrayRef<Verdict> Verdicts,
            const std::vector<bool> &Touches) {
  std::vector<const Verdict *> Result;
  for (const Verdict &V : Verdicts)
    if (Touches[V.Access] && mayConflict(stateOf(V)))
      Result.push_back(&V);
  return Result;
}

PlaceCounts banklint::countConflicts(const Architecture &Arch,
                                     llvm::ArrayRef<ArrayUse> Uses,
                                     const LayoutChange &Change,
                                     const InterpreterBudget &Budget) {
  PlaceCounts Counts;
  std::set<AccessPlace> Before, After;
  for (const ArrayUse &Use : Uses) {
    const std::vector<bool> Touches = accessesTo(Use);
    const auto PlaceOf = [&Use](const Verdict &V) {
      return accessPlace(*Use.Program, Use.Program->Accesses[V.Access]);
    };
    for (const Verdict *V : conflictsIn(Use.Verdicts, Touches))
      Before.insert(PlaceOf(*V));
    LayoutOverride Changed{Use.Array, Change};
    const std::vector<Verdict> Verdicts =
        judge(*Use.Program, Arch, Use.Launch, Budget, Changed);
    for (const Verdict *V : conflictsIn(Verdicts, Touches)) {
      After.insert(PlaceOf(*V));
      if (!isWorse(V->Worst, Counts.WorstRemaining))
        continue;
      Counts.WorstRemaining = V->Worst;
      Counts.IsWorstABound = V->mayTakeLess();
    }
  }
  Counts.Conflicting = Before.size();
  for (const auto &Place : Before)
    Counts.Cleared += After.count(Place) == 0;
  for (const auto &Place : After)
    Counts.Spoiled += Before.count(Place) == 0;
  Counts.Remaining = std::move(After);
  return Counts;
}
