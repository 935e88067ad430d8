//===- PlaceCounts.cpp - Places that a change of layout affects -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/PlaceCounts.h"
#include "RequestCosts.h"

using namespace banklint;

using PlaceStates = std::map<AccessPlace, ConflictState>;

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
  // As where layouts are judged.
  for (const auto &[Number, A] : llvm::enumerate(Use.Program->Accesses))
    if (isLeftOut(A))
      Touches[Number] = false;
  return Touches;
}

/// Keeps the worst state.
template <typename MapT>
static void addState(std::pair<typename MapT::key_type, ConflictState> New,
                     MapT &States) {
  const auto [It, IsNew] = States.insert(New);
  It->second = std::min(It->second, New.second);
}

/// The worst state of each place of \p Verdicts that \p Touches the array and
/// has a conflict, if only one that the compiler may remove.
static void addStates(const ArrayUse &Use, llvm::ArrayRef<Verdict> Verdicts,
                      const std::vector<bool> &Touches, PlaceStates &States) {
  for (const Verdict &V : Verdicts) {
    if (!Touches[V.Access] || !isFinding(stateOf(V)))
      continue;
    const AccessPlace Place =
        accessPlace(*Use.Program, Use.Program->Accesses[V.Access]);
    addState({Place, stateOf(V)}, States);
  }
}

/// The worst request that is left, \p V's among them.
static void addRemaining(const Verdict &V, PlaceCounts &Counts) {
  if (!isFinding(stateOf(V)) || isWorse(Counts.WorstRemaining, V.Worst))
    return;
  const bool IsWorse = isWorse(V.Worst, Counts.WorstRemaining);
  Counts.WorstRemaining = V.Worst;
  Counts.IsWorstABound = V.mayTakeLess() && (IsWorse || Counts.IsWorstABound);
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

PlaceCounts banklint::countConflicts(const Architecture &Arch,
                                     llvm::ArrayRef<ArrayUse> Uses,
                                     const LayoutChange &Change,
                                     const InterpreterBudget &Budget) {
  PlaceCounts Counts;
  PlaceStates Before, After;
  for (const ArrayUse &Use : Uses) {
    const std::vector<bool> Touches = accessesTo(Use);
    addStates(Use, Use.Verdicts, Touches, Before);
    LayoutOverride Changed{Use.Array, Change};
    const std::vector<Verdict> Verdicts =
        judge(*Use.Program, Arch, Use.Launch, Budget, Changed);
    PlaceStates Own;
    addStates(Use, Verdicts, Touches, Own);
    for (const auto &[Place, State] : Own) {
      addState({Place, State}, After);
      if (mayConflict(State))
        addState({{Use.Program, Place}, State}, Counts.Remaining);
    }
    for (const Verdict &V : Verdicts)
      if (Touches[V.Access])
        addRemaining(V, Counts);
  }
  count(Before, After, Counts);
  return Counts;
}
