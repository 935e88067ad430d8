//===- LaneDistances.cpp - How far lanes are apart in conflicts -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts/LaneDistances.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// A tile has one pitch, and few columns that lanes are apart.
constexpr size_t MaxDistances = 16;

std::vector<uint64_t>
banklint::mostFrequent(const std::map<uint64_t, unsigned> &Counts,
                       size_t Most) {
  std::vector<std::pair<uint64_t, unsigned>> Sorted(Counts.begin(),
                                                    Counts.end());
  llvm::stable_sort(
      Sorted, [](const auto &A, const auto &B) { return A.second > B.second; });
  Sorted.resize(std::min(Most, Sorted.size()));
  const auto Keys = llvm::make_first_range(Sorted);
  return {Keys.begin(), Keys.end()};
}

/// Calls its argument for pairs of lanes.
using LanePairs = llvm::function_ref<void(unsigned, unsigned)>;

/// Neighbours.
static void forEachPair(const WarpRequest &Request, LanePairs Visit) {
  for (unsigned Lane = 1; Lane != WarpSize; ++Lane)
    if (Request.Active.test(Lane - 1) && Request.Active.test(Lane))
      Visit(Lane - 1, Lane);
}

/// Lanes that start rows of lanes on neighbouring elements of \p Bytes, and the
/// next such.
static void forEachRow(const WarpRequest &Request, uint64_t Bytes,
                       LanePairs Visit) {
  std::optional<unsigned> Start;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    if (!Request.Active.test(Lane)) {
      Start = std::nullopt;
      continue;
    }
    if (Lane != 0 && Request.Active.test(Lane - 1) &&
        Request.Address[Lane] - Request.Address[Lane - 1] == Bytes)
      continue;
    if (Start)
      Visit(*Start, Lane);
    Start = Lane;
  }
}

static std::vector<uint64_t>
distances(llvm::ArrayRef<ArrayUse> Uses,
          llvm::function_ref<void(const WarpRequest &, uint64_t, LanePairs)>
              ForEach) {
  std::map<uint64_t, unsigned> Found;
  for (const ArrayUse &Use : Uses) {
    const uint64_t Bytes = Use.Program->Arrays[Use.Array].ElementBytes;
    for (const Verdict &V : Use.Verdicts) {
      if (!V.reaches(Use.Array) || !V.Worst.conflicts() || !V.WorstRequest)
        continue;
      const WarpRequest &Request = V.WorstRequest->Request;
      ForEach(Request, Bytes, [&](unsigned From, unsigned To) {
        const uint64_t Apart =
            std::abs(int64_t(Request.Address[To] - Request.Address[From]));
        if (Apart > Bytes && Apart % Bytes == 0 && Apart / Bytes <= MaxPitch)
          ++Found[Apart / Bytes];
      });
    }
  }
  return mostFrequent(Found, MaxDistances);
}

std::vector<uint64_t> banklint::laneDistances(llvm::ArrayRef<ArrayUse> Uses) {
  return distances(Uses, [](const WarpRequest &Request, uint64_t,
                            LanePairs Visit) { forEachPair(Request, Visit); });
}

std::vector<uint64_t> banklint::rowDistances(llvm::ArrayRef<ArrayUse> Uses) {
  return distances(Uses, forEachRow);
}
