//===- Intervening.cpp - Accesses between neighbours ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Intervening.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

void Intervening::forgetBefore(unsigned Order) {
  while (!Entries.empty() && Entries.front().Order < Order)
    Entries.pop_front();
}

/// True if a thread surely finds both in one place.
static bool surelyMeet(const Intervening::Entry &A, const WarpValue &Address,
                       unsigned Bytes, LaneMask Lanes) {
  const LaneMask Common = A.Lanes & Lanes;
  if (Common.none() || !haveSameTerms(A.Address, Address, Common))
    return false;
  for (unsigned Lane : Common) {
    const int64_t Distance = Address.base(Lane) - A.Address.base(Lane);
    if (Distance < int64_t(A.Bytes) && -Distance < int64_t(Bytes))
      return true;
  }
  return false;
}

bool Intervening::meets(MemoryOperation Op, unsigned First, unsigned Last,
                        const WarpValue &Address, unsigned Bytes,
                        LaneMask Lanes) const {
  return llvm::any_of(Entries, [&](const Entry &E) {
    return E.Op != Op && !E.IsSpare && E.Order >= First && E.Order < Last &&
           surelyMeet(E, Address, Bytes, Lanes);
  });
}

bool Intervening::areAll(MemoryOperation Op, unsigned First, unsigned Last,
                         llvm::function_ref<bool(const Entry &)> Such) const {
  assert(First <= Last);
  return llvm::all_of(Entries, [&](const Entry &E) {
    return E.Op == Op || E.Order < First || E.Order > Last || Such(E);
  });
}

void Intervening::keepRelations(Sweeps &Running, const SweptPlaces &New,
                                MemoryOperation Op,
                                const std::optional<unsigned> &Array) const {
  for (const Entry &E : Entries)
    if (E.Op != Op && E.Array == Array)
      keepRelation(Running,
                   {E.Address, E.Lanes, E.Bytes, E.Span.first, E.Span.second},
                   New, PlaceRelation::Overlap);
}

bool Intervening::areMovedFrom(const Intervening &Before, unsigned OrderThen,
                               unsigned OrderNow, MovedValues &Values) const {
  return llvm::equal(
      Before.Entries, Entries, [&](const Entry &Old, const Entry &New) {
        return OrderThen - Old.Order == OrderNow - New.Order &&
               Old.Op == New.Op && Old.Bytes == New.Bytes &&
               Old.Lanes == New.Lanes && Old.Array == New.Array &&
               Old.IsSpare == New.IsSpare &&
               Values.isMoved(Old.Address, New.Address, Old.Lanes);
      });
}

void Intervening::move(SweepId Sweep, uint64_t Cycles) {
  for (Entry &E : Entries)
    if (const Motion *M = motionIn(E.Address, Sweep)) {
      const Motion By = *M;
      E.Address.move(By, Cycles);
      E.Span = spanOf(E.Address, E.Lanes);
    }
}
