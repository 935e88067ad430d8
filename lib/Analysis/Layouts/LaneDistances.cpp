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

std::vector<uint64_t> banklint::laneDistances(llvm::ArrayRef<ArrayUse> Uses) {
  std::map<uint64_t, unsigned> Found;
  for (const ArrayUse &Use : Uses)
    for (const Verdict &V : Use.Verdicts) {
      if (!V.reaches(Use.Array) || !V.Worst.conflicts() || !V.WorstRequest)
        continue;
      const WarpRequest &Request = V.WorstRequest->Request;
      const uint64_t Bytes = Use.Program->Arrays[Use.Array].ElementBytes;
      for (unsigned Lane = 1; Lane != WarpSize; ++Lane) {
        if (!Request.Active.test(Lane - 1) || !Request.Active.test(Lane))
          continue;
        const uint64_t Apart = std::abs(
            int64_t(Request.Address[Lane] - Request.Address[Lane - 1]));
        if (Apart > Bytes && Apart % Bytes == 0 && Apart / Bytes <= MaxPitch)
          ++Found[Apart / Bytes];
      }
    }
  return mostFrequent(Found, MaxDistances);
}
