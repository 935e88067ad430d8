//===- SequentialAddressing.h - Lanes on adjacent elements ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_SEQUENTIALADDRESSING_H
#define BANKLINT_ANALYSIS_SEQUENTIALADDRESSING_H

#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// A request with adjacent lanes on adjacent elements, instead of on elements
/// in equal distances: what halving a distance in a reduction comes to if it is
/// written the other way round.
struct SequentialAddressing {
  /// The distance that they have.
  uint64_t ElementsApart = 0;
  RequestCost Cost;
};

/// The bytes from each active lane of \p Request to the next, if these are
/// adjacent lanes in equal distances.
std::optional<int64_t> laneDistance(const WarpRequest &Request);

/// The worst request of \p V, which must have one, to \p Array. Nothing if its
/// lanes are not in equal distances of several elements, if no loop changes
/// these, or if it would take as many wavefronts.
std::optional<SequentialAddressing>
addressSequentially(const Verdict &V, const SharedArray &Array,
                    const Architecture &Arch);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_SEQUENTIALADDRESSING_H
