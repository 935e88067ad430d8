//===- SweepLimits.h - How far costs stay the same --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an access costs, and what it has to do with others, stays the same in
// the cycles of a sweep (Sweeps.h) if its lanes move together by a multiple of
// what the hardware and the compiler divide memory into, or if each lane stays
// in its bank and none comes near another's word.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_SWEEPLIMITS_H
#define BANKLINT_LIB_ANALYSIS_COSTS_SWEEPLIMITS_H

#include "banklint/Hardware/Architecture.h"
#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

/// The widest access: places that are so far apart have nothing to do with each
/// other.
constexpr int64_t WidestAccessBytes = 16;

/// Limits sweeps to where the request of \p Event, an execution of \p A, costs
/// the same. \p UnitBytes is what it may have to be aligned to.
void keepCost(const AccessEvent &Event, const Access &A,
              const Architecture &Arch, int64_t UnitBytes);

/// Limits sweeps to where each lane of \p Event whose address is known stays
/// inside or outside of its array, where an access that fits starts at byte
/// \p LastStart at last.
void keepSides(const AccessEvent &Event, int64_t LastStart);

/// The lanes' places in an execution of an access.
struct SweptPlaces {
  const WarpValue &Address;
  LaneMask Lanes;
  unsigned Bytes;
  /// As spanOf says.
  int64_t Low, High;
};

/// What two accesses' places may have to do with each other.
enum class PlaceRelation {
  /// All threads find one at the same short distance from the other.
  OneDistance,
  /// Or some thread may find both in one place.
  Overlap,
};

/// Limits sweeps to where the places of \p A and \p B, known but for symbols,
/// have the same to do with each other.
void keepRelation(Sweeps &Running, const SweptPlaces &A, const SweptPlaces &B,
                  PlaceRelation Relation);

/// Whether values are what others have become: symbols that are fresh in each
/// cycle may differ, but each is to stand for the same one everywhere.
class MovedValues {
public:
  explicit MovedValues(SweepId Sweep) : Sweep(Sweep) {}
  /// True if \p After is \p Before moved by its step in \p Lanes.
  bool isMoved(const WarpValue &Before, const WarpValue &After, LaneMask Lanes);

private:
  SweepId Sweep;
  std::map<SymbolId, SymbolId> Renamed, Original;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_SWEEPLIMITS_H
