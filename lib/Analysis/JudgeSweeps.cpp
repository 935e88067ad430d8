//===- JudgeSweeps.cpp - Cycles that are counted, not executed ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// What all lanes' places may have to be a multiple of.
int64_t Judge::unitBytes(const Access &A) const {
  return std::max<int64_t>(MergeWindow::widestOf(A),
                           AccessPattern::span(Costs.Arch, A.Bytes));
}

std::vector<TracedTotals> Judge::totals() const {
  std::vector<TracedTotals> Result;
  for (const AccessRecord &Record : Records)
    Result.push_back(Record.traced());
  return Result;
}

void Judge::beginSweep(SweepId) {
  Sweep &New = Running.emplace_back();
  New.Before = totals();
  New.Reusing = Reuse.added();
  New.Merging = Window.added();
  const WindowSizes Sizes(Reuse.size(), Window.size());
  if (Sizes == WindowSizes())
    note(New, Sizes);
}

void Judge::endSweep(SweepId) { Running.pop_back(); }

/// Notes what a cycle of \p S starts with.
void Judge::note(Sweep &S, const WindowSizes &Sizes) {
  S.Sizes = Sizes;
  S.Reused = Reuse.snapshot();
  S.Merged = Window.snapshot();
}

CycleEffect Judge::endCycle(Sweeps &, SweepId Id, unsigned RuntimeRound) {
  Sweep &S = Running.back();
  std::vector<TracedTotals> Now = totals();
  S.Cycle.clear();
  for (auto [Total, Before] : llvm::zip_equal(Now, S.Before))
    S.Cycle.push_back(
        {{Total.Requests - Before.Requests,
          Total.Wavefronts - Before.Wavefronts, Total.Ideal - Before.Ideal},
         Total.IfMerged - Before.IfMerged});
  S.Before = std::move(Now);
  const WindowSizes Sizes(Reuse.size(), Window.size());
  const bool IsSameSize = S.Sizes == Sizes;
  MovedValues Values(Id);
  Reuse.setRound(RuntimeRound);
  const bool Repeats = S.Reused && IsSameSize &&
                       Reuse.isMovedFrom(*S.Reused, Values) &&
                       Window.isMovedFrom(*S.Merged, Values);
  const bool Settles = !IsSameSize || Reuse.added() - S.Reusing < Sizes.first ||
                       Window.added() - S.Merging < Sizes.second;
  S.Reused.reset();
  S.Merged.reset();
  S.Sizes = Sizes;
  if (IsSameSize || Sizes == WindowSizes())
    note(S, Sizes);
  return Repeats   ? CycleEffect::Repeats
         : Settles ? CycleEffect::Settles
                   : CycleEffect::Varies;
}

void Judge::repeat(SweepId Id, uint64_t Cycles) {
  for (auto [Record, Cycle] : llvm::zip_equal(Records, Running.back().Cycle))
    Record.repeat(Cycle, Cycles);
  Reuse.move(Id, Cycles);
  Window.move(Id, Cycles);
}
