//===- Flow.cpp - Which lanes are where -----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"

using namespace banklint;

void ExitSet::add(const Flow &State) {
  Lanes |= State.Active;
  Common &= State.Active;
  IsExact &= State.IsExact;
  if (!Why)
    Why = State.Why;
}

Flow banklint::rejoin(const Flow &Entry, LaneMask Arriving,
                      llvm::ArrayRef<const ExitSet *> Gone) {
  LaneMask Left;
  bool IsAllOrNone = true;
  const Reason *Why = Entry.IsExact ? nullptr : Entry.Why;
  for (const ExitSet *Set : Gone) {
    if (Set->Lanes.none())
      continue;
    Left |= Set->Lanes;
    IsAllOrNone &= Set->IsExact && Set->Common == Entry.Active;
    if (!Why)
      Why = Set->Why;
  }
  Flow After = Entry;
  After.Active = Arriving;
  if ((Left & Arriving).none())
    return After;
  After.IsCounted = false;
  After.IsConditional = true;
  After.Why = Why ? Why : Entry.Why;
  if (!IsAllOrNone || Arriving != Entry.Active)
    After.IsExact = false;
  return After;
}
