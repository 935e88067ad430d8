//===- LaneDistances.h - How far lanes are apart in conflicts ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_LAYOUTS_LANEDISTANCES_H
#define BANKLINT_LIB_ANALYSIS_LAYOUTS_LANEDISTANCES_H

#include "banklint/Analysis/LayoutSearch.h"
#include <map>
#include <vector>

namespace banklint {

/// Longer rows are no rows of a tile.
constexpr uint64_t MaxPitch = 4096;

/// The elements from lane to lane in the conflicts of \p Uses, which are the
/// lengths of rows where subscripts take these from the launch. The few that
/// occur most, these first.
std::vector<uint64_t> laneDistances(llvm::ArrayRef<ArrayUse> Uses);

/// Likewise from one row of lanes on neighboring elements to the next.
std::vector<uint64_t> rowDistances(llvm::ArrayRef<ArrayUse> Uses);

/// The \p Most keys of \p Counts that occur most, these first. Of equal counts
/// the lower key is first.
std::vector<uint64_t> mostFrequent(const std::map<uint64_t, unsigned> &Counts,
                                   size_t Most);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_LAYOUTS_LANEDISTANCES_H
