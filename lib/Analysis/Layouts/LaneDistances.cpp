//===- LaneDistances.cpp - How far lanes are apart in conflicts -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts/LaneDistances.h"

using namespace banklint;

std::set<uint64_t> banklint::laneDistances(llvm::ArrayRef<ArrayUse> Uses) {
  std::set<uint64_t> Found;
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
          Found.insert(Apart / Bytes);
      }
    }
  return Found;
}
