//===- ReuseSweeps.cpp - Spared accesses in counted cycles ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the window holds in cycles of a sweep that are counted, not executed.
//
//===----------------------------------------------------------------------===//

#include "Compiler/Reuse.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

ReuseWindow::Snapshot ReuseWindow::snapshot() const {
  Snapshot Result;
  for (unsigned I = 0; I != Entries.size(); ++I)
    Result.Entries.push_back(Entries[(Oldest + I) % Entries.size()]);
  Result.Round = Round;
  Result.VaryingCount = Varying.size();
  return Result;
}

static bool isSameCost(const std::optional<RequestCost> &A,
                       const std::optional<RequestCost> &B) {
  return A.has_value() == B.has_value() && (!A || isSame(*A, *B));
}

/// How many rounds ago, at most \p Most.
static unsigned age(unsigned Round, unsigned Now, unsigned Most) {
  return Round == 0 ? ~0u : std::min(Now - Round, Most);
}

bool ReuseWindow::isMovedFrom(const Snapshot &Before,
                              MovedValues &Values) const {
  const Snapshot Now = snapshot();
  if (Now.Entries.size() != Before.Entries.size() ||
      Now.VaryingCount != Before.VaryingCount)
    return false;
  auto IsSameSide = [](const BranchSide &A, const BranchSide &B) {
    return A.Arm == B.Arm && A.Entry == B.Entry && A.LoopDepth == B.LoopDepth;
  };
  auto IsMoved = [&](const SpareEntry &Old, const SpareEntry &New) {
    return Old.Access == New.Access && Old.Array == New.Array &&
           Old.Lanes == New.Lanes && Old.LoopDepth == New.LoopDepth &&
           age(Old.RuntimeRound, Before.Round, MostUnrolled) ==
               age(New.RuntimeRound, Now.Round, MostUnrolled) &&
           Old.IsAffine == New.IsAffine && Old.MayRestore == New.MayRestore &&
           Old.WritesBack == New.WritesBack && Old.IsCurrent == New.IsCurrent &&
           Old.IsUnread == New.IsUnread && Old.mayVanish() == New.mayVanish() &&
           Old.Overwritten == New.Overwritten &&
           isSameCost(Old.Cost, New.Cost) &&
           isSameCost(Old.Joined, New.Joined) &&
           llvm::equal(Old.Sides, New.Sides, IsSameSide) &&
           Values.isMoved(Old.Address, New.Address, Old.Lanes);
  };
  return llvm::equal(Before.Entries, Now.Entries, IsMoved);
}

void ReuseWindow::move(SweepId Sweep, uint64_t Cycles) {
  for (SpareEntry &E : Entries)
    if (const Motion *M = motionIn(E.Address, Sweep)) {
      E.Address.move(Motion(*M), Cycles);
      E.Places = std::nullopt;
      if (E.IsAffine)
        E.findSpan();
      Extents[&E - Entries.data()] = extentOf(E);
    }
}
