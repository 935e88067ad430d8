//===- SequentialAddressing.cpp - Lanes on adjacent elements --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/SequentialAddressing.h"

using namespace banklint;

std::optional<int64_t> banklint::laneDistance(const WarpRequest &Request) {
  LaneMask Lanes = Request.Active;
  const unsigned First = Lanes.lowest();
  if (Lanes != LaneMask(LaneMask::first(Lanes.count()).bits() << First) ||
      Lanes.count() < 2)
    return std::nullopt;
  auto DistanceOf = [&](unsigned Lane) {
    return int64_t(Request.Address[Lane] - Request.Address[Lane - 1]);
  };
  for (unsigned Lane = First + 1; Lane != First + Lanes.count(); ++Lane)
    if (DistanceOf(Lane) != DistanceOf(First + 1))
      return std::nullopt;
  return DistanceOf(First + 1);
}

std::optional<SequentialAddressing>
banklint::addressSequentially(const Verdict &V, const SharedArray &Array,
                              const Architecture &Arch) {
  // Lanes that keep their distance are those of a layout; distances that a loop
  // changes, as reductions do, need not be.
  if (V.WorstRequest->Loops.empty() ||
      V.Traced.Wavefronts == V.Traced.Requests * V.Worst.Wavefronts)
    return std::nullopt;
  WarpRequest Request = V.WorstRequest->Request;
  const std::optional<int64_t> Step = laneDistance(Request);
  // Members of structures are not adjacent.
  if (!Step || Request.Bytes != Array.ElementBytes ||
      *Step % int64_t(Request.Bytes) != 0 ||
      std::abs(*Step) <= int64_t(Request.Bytes))
    return std::nullopt;
  for (unsigned Lane : Request.Active)
    Request.Address[Lane] = uint64_t(Lane) * Request.Bytes;
  const RequestCost Sequential = costOf(Arch, Request);
  if (Sequential.Wavefronts >= V.Worst.Wavefronts)
    return std::nullopt;
  return SequentialAddressing{uint64_t(std::abs(*Step)) / Request.Bytes,
                              Sequential};
}
