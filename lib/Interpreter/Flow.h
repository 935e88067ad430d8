//===- Flow.h - Which lanes are where ---------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The control state of a warp, and the lanes that have left a construct by
// break, continue or return and meet the others again at its end.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_FLOW_H
#define BANKLINT_LIB_INTERPRETER_FLOW_H

#include "Values/VariableValues.h"

namespace banklint {

struct Flow {
  /// The lanes that may be here.
  LaneMask Active;
  /// Whenever control is here, exactly these lanes are.
  bool IsExact = true;
  /// IsExact is only supposed: lanes may be missing.
  bool IsTrial = false;
  /// Control is here exactly once.
  bool IsCounted = true;
  /// Control may be elsewhere instead, by a branch: a loop of which the number
  /// of rounds is not known does not set this.
  bool IsConditional = false;
  /// Why the state is not sure; while both are false, why IsExact is.
  const Reason *Why = nullptr;

  bool isSure() const { return IsExact && IsCounted; }
};

/// Lanes that left towards one target.
struct ExitSet {
  LaneMask Lanes;
  /// Lanes common to all exits.
  LaneMask Common = LaneMask::all();
  bool IsExact = true;
  const Reason *Why = nullptr;
  /// Values of the variables at exits that were not sure, for the lanes in
  /// SnapshotLanes. Lanes of sure exits keep theirs in place.
  VariableValues Snapshot;
  LaneMask SnapshotLanes;

  void add(const Flow &State);
};

/// Where control can leave to.
struct Exits {
  ExitSet Break;
  ExitSet Continue;
  ExitSet Return;
};

/// The state after a construct that was entered in \p Entry: \p Arriving lanes
/// may come out of it, \p Left ones may have gone elsewhere by \p Gone.
Flow rejoin(const Flow &Entry, LaneMask Arriving,
            llvm::ArrayRef<const ExitSet *> Gone);

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_FLOW_H
