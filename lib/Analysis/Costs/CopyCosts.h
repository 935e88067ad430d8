//===- CopyCosts.h - Copies past the cache ----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a cp.async.cg costs depends on the lines that it reads. Of their
// addresses a program has the differences between lanes: where the source
// starts is an argument, and the pitch of its rows often is one, too. So a cost
// is the worst over all starts in a line and over all pitches for which each
// row ends before the next one starts. Often no conflict depends on them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_COPYCOSTS_H
#define BANKLINT_LIB_ANALYSIS_COSTS_COPYCOSTS_H

#include "Costs/RequestCosts.h"

namespace banklint {

/// Where the lanes of a copy past the cache read.
struct CopySource {
  /// Bytes after what the first lane reads, for a pitch of 0.
  LaneNumbers Offset{};
  /// Where in a line the first lane reads if what is not known of its address
  /// is a multiple of a line.
  unsigned Start = 0;
  /// By how much more the lane is moved by each step of the pitch, an unknown.
  LaneNumbers Rows{};
  bool HasRows = false;
  /// Lanes may be missing.
  bool MayLackLanes = false;
  /// The unknown part of the addresses in shared memory is a multiple of it: a
  /// power of two, at most the bytes of all banks.
  unsigned TargetStep = 1;

  /// For a pitch of \p Pitch, \p Shift bytes after the start of a line.
  LaneAddresses addresses(int64_t Pitch, unsigned Shift) const;
};

/// Enters the source of \p Event's copy to \p Address into \p Pattern, which
/// has the rest, or says why its cost does not follow from it.
std::optional<Reason> describeSource(const AccessEvent &Event,
                                     const WarpValue &Address,
                                     const KernelProgram &Program,
                                     const Architecture &Arch,
                                     AccessPattern &Pattern);

/// The worst cost of \p Request, a copy without a source, from \p Source over
/// all shifts and pitches.
PatternCost worstCopy(const Architecture &Arch, WarpRequest Request,
                      const CopySource &Source);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_COPYCOSTS_H
