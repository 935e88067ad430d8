//===- PlaceCounts.cpp - Places that a change of layout affects -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/PlaceCounts.h"
#include "Costs/RequestCosts.h"

using namespace banklint;

using PlaceStates = std::map<AccessPlace, ConflictState>;

AccessPlace banklint::accessPlace(const KernelProgram &Program,
                                  const Access &A) {
  return {Program.fileOf(A.Span), A.Span.Line, A.Span.Column, A.Op};
}

/// Keeps the worst state.
template <typename MapT>
static void addState(std::pair<typename MapT::key_type, ConflictState> New,
                     MapT &States) {
  const auto [It, IsNew] = States.insert(New);
  It->second = std::min(It->second, New.second);
}

/// The worst state of each place of \p Use that accesses the array and has a
/// conflict, if only one that the compiler may remove.
static void addStates(const ArrayUse &Use, PlaceStates &States) {
  for (const Verdict &V : Use.Verdicts) {
    const Access &A = Use.Program->Accesses[V.Access];
    if (!isLeftOut(*Use.Program, V) && isFinding(stateOf(V)) &&
        (A.Array == Use.Array || V.reaches(Use.Array)))
      addState({accessPlace(*Use.Program, A), stateOf(V)}, States);
  }
}

/// The worst request that is left, that of \p Outcome among them.
static void addRemaining(const AccessOutcome &Outcome, PlaceCounts &Counts) {
  if (isWorse(Counts.WorstRemaining, Outcome.Worst))
    return;
  const bool IsWorse = isWorse(Outcome.Worst, Counts.WorstRemaining);
  Counts.WorstRemaining = Outcome.Worst;
  Counts.IsWorstABound = Outcome.IsBound && (IsWorse || Counts.IsWorstABound);
}

static void count(const PlaceStates &Before, const PlaceStates &After,
                  PlaceCounts &Counts) {
  for (const auto &[Place, State] : Before) {
    if (!mayConflict(State))
      continue;
    ++Counts.Conflicting;
    const auto Left = After.find(Place);
    if (Left == After.end())
      ++Counts.Cleared;
    else if (!mayConflict(Left->second))
      ++Counts.MayBeCleared;
  }
  for (const auto &[Place, State] : After) {
    const auto Was = Before.find(Place);
    if (Was != Before.end() && mayConflict(Was->second))
      continue;
    if (State == ConflictState::Conflict)
      ++Counts.Spoiled;
    else if (State == ConflictState::Possible || Was == Before.end())
      ++Counts.MayBeSpoiled;
  }
}

PlaceCounts banklint::countConflicts(llvm::ArrayRef<ArrayUse> Uses,
                                     const LayoutFix &Fix) {
  PlaceCounts Counts;
  PlaceStates Before, After;
  for (const ArrayUse &Use : Uses)
    addStates(Use, Before);
  for (const AccessOutcome &Outcome : Fix.Outcomes) {
    if (!isFinding(Outcome.State))
      continue;
    const KernelProgram &Program = *Uses[Outcome.Use].Program;
    const AccessPlace Place =
        accessPlace(Program, Program.Accesses[Outcome.Access]);
    addState({Place, Outcome.State}, After);
    addState({{&Program, Place}, Outcome.State}, Counts.Remaining);
    addRemaining(Outcome, Counts);
  }
  count(Before, After, Counts);
  return Counts;
}
