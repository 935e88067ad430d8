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

/// Takes two lanes, the lower one first.
using PairVisitor = llvm::function_ref<void(unsigned, unsigned)>;

/// Calls \p Visit for each two active lanes that are neighbors.
static void forEachPair(const WarpRequest &Request, PairVisitor Visit) {
  for (unsigned Lane = 1; Lane != WarpSize; ++Lane)
    if (Request.Active.test(Lane - 1) && Request.Active.test(Lane))
      Visit(Lane - 1, Lane);
}

/// Calls \p Visit for the first lanes of each two rows that follow each other:
/// a row is of neighbors whose elements of \p Bytes follow each other.
static void forEachRow(const WarpRequest &Request, uint64_t Bytes,
                       PairVisitor Visit) {
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

/// The distances in elements of the pairs that \p ForEach finds in conflicts,
/// the few that occur most.
static std::vector<uint64_t>
distances(llvm::ArrayRef<ArrayUse> Uses,
          llvm::function_ref<void(const WarpRequest &, uint64_t, PairVisitor)>
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
  return distances(Uses,
                   [](const WarpRequest &Request, uint64_t, PairVisitor Visit) {
                     forEachPair(Request, Visit);
                   });
}

std::vector<uint64_t> banklint::rowDistances(llvm::ArrayRef<ArrayUse> Uses) {
  return distances(Uses, forEachRow);
}
