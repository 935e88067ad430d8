//===- MergingSweeps.cpp - Neighbours in counted cycles ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the window holds in cycles of a sweep that are counted, not executed.
//
//===----------------------------------------------------------------------===//

#include "Compiler/Merging.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

MergeWindow::Snapshot MergeWindow::snapshot() const {
  return {Entries,     Between, Last, Order, Lessons.VaryingPairs.size(),
          LanesChanges};
}

static bool isSameCost(const PatternCost &A, const PatternCost &B) {
  return isSame(A.Cost, B.Cost) && A.IsAligned == B.IsAligned &&
         A.IsOneCost == B.IsOneCost;
}

bool MergeWindow::isMovedFrom(const Snapshot &Before,
                              MovedValues &Values) const {
  const LastMet &Then = Before.Last;
  if (Last.Op != Then.Op || Last.HasStored != Then.HasStored ||
      Last.Stored != Then.Stored || Last.HasGap != Then.HasGap ||
      Last.IsGap != Then.IsGap ||
      Lessons.VaryingPairs.size() != Before.PairCount ||
      LanesChanges != Before.LanesChanges)
    return false;
  auto IsMoved = [&](const WindowEntry &Old, const WindowEntry &New) {
    const bool IsMergedAlike =
        Old.What == New.What &&
        (Old.What == WindowEntry::IsAlone ||
         (isSameCost(Old.Merged, New.Merged) &&
          Old.MergedPattern.Bytes == New.MergedPattern.Bytes));
    return Old.Access == New.Access && Old.IsMaskExact == New.IsMaskExact &&
           Old.IsCounted == New.IsCounted && Old.Array == New.Array &&
           Old.Pattern.Lanes == New.Pattern.Lanes && IsMergedAlike &&
           isSameCost(Old.Alone, New.Alone) &&
           Old.Known.Bits == New.Known.Bits &&
           Old.Known.Form == New.Known.Form && Old.IsDecided == New.IsDecided &&
           Old.HasSide == New.HasSide &&
           Before.Order - Old.Order == Order - New.Order &&
           Then.Segment - Old.Segment == Last.Segment - New.Segment &&
           (Old.RuntimeRound == 0) == (New.RuntimeRound == 0) &&
           Then.Round - Old.RuntimeRound == Last.Round - New.RuntimeRound &&
           Values.isMoved(Old.Address, New.Address, Old.Pattern.Lanes);
  };
  return llvm::equal(Before.Entries, Entries, IsMoved) &&
         Between.areMovedFrom(Before.Between, Before.Order, Order, Values);
}

void MergeWindow::move(SweepId Sweep, uint64_t Cycles) {
  Between.move(Sweep, Cycles);
  for (WindowEntry &E : Entries)
    if (const Motion *M = motionIn(E.Address, Sweep)) {
      const Motion By = *M;
      E.Address.move(By, Cycles);
      E.Span = spanOf(E.Address, E.Pattern.Lanes);
      for (AccessPattern *Pattern : {&E.Pattern, &E.MergedPattern})
        for (unsigned Lane : Pattern->Lanes)
          Pattern->Offset[Lane] += By.step(Lane) * int64_t(Cycles);
    }
}

void MergeWindow::keepRelations(Sweeps &Running, const WindowEntry &New) const {
  auto PlacesOf = [](const WindowEntry &E) -> SweptPlaces {
    return {E.Address, E.Pattern.Lanes, E.Pattern.Bytes, E.Span.first,
            E.Span.second};
  };
  if (Running.areStopped())
    return;
  const SweptPlaces Own = PlacesOf(New);
  for (const WindowEntry &Other : Entries)
    if (Other.Array == New.Array)
      keepRelation(Running, PlacesOf(Other), Own, PlaceRelation::OneDistance);
  Between.keepRelations(Running, Own, New.Pattern.Op, New.Array);
}
