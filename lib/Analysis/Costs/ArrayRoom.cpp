//===- ArrayRoom.cpp - What the size of an array limits -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/ArrayRoom.h"
#include "Costs/SweepLimits.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

RequestCost RoomCost::limit(RequestCost Cost) const {
  Cost.Wavefronts = std::min(Cost.Wavefronts, Wavefronts);
  Cost.Ideal = std::min(Cost.Ideal, Cost.Wavefronts);
  Cost.Ways = std::min(Cost.Ways, Ways);
  return Cost;
}

PatternCost RoomCost::limit(PatternCost Cost) const {
  Cost.Cost = limit(Cost.Cost);
  Cost.MostWavefronts = std::min(Cost.MostWavefronts, Wavefronts);
  return Cost;
}

static uint64_t sumOf(llvm::ArrayRef<unsigned> Arrays,
                      llvm::ArrayRef<uint64_t> ArrayBytes) {
  uint64_t Sum = 0;
  for (unsigned Array : Arrays)
    Sum += ArrayBytes[Array];
  return Sum;
}

std::optional<RoomCost> ArrayRoom::of(unsigned Access,
                                      llvm::ArrayRef<unsigned> Arrays,
                                      unsigned WidestBytes) const {
  const auto &A = Program.Accesses[Access];
  if (!sharesWords(A.Op) || Arrays.empty())
    return std::nullopt;
  const uint64_t AllBanks = uint64_t(Arch.BankCount) * Arch.BankBytes;
  uint64_t Words = 0;
  for (unsigned Number : Arrays) {
    const SharedArray &Array = Program.Arrays[Number];
    if (ArrayBytes[Number] == 0)
      return std::nullopt;
    // One that starts inside of a word may end inside of another one.
    const bool MaySplit =
        A.Bytes < Arch.BankBytes && Array.Alignment < Arch.BankBytes;
    Words += llvm::divideCeil(
        ArrayBytes[Number] + (MaySplit ? Arch.BankBytes - 1 : 0), AllBanks);
  }
  const uint64_t Bytes =
      std::max<uint64_t>(uint64_t(A.Bytes) * A.Pieces, WidestBytes);
  const uint64_t Phases = std::max<uint64_t>(
      A.Pieces, llvm::divideCeil(Bytes * WarpSize, AllBanks));
  const uint64_t Ways = std::min<uint64_t>(Words, WarpSize);
  return RoomCost{unsigned(Phases * Ways), unsigned(Ways)};
}

/// Where an execution of access number \p Access may start in array number
/// \p Array at last, in bytes; nothing if that is not known.
std::optional<int64_t> ArrayRoom::lastStart(unsigned Access,
                                            unsigned Array) const {
  const auto &A = Program.Accesses[Access];
  if (!sharesWords(A.Op) || ArrayBytes[Array] == 0)
    return std::nullopt;
  return int64_t(ArrayBytes[Array]) - int64_t(A.Bytes) * int64_t(A.Pieces);
}

LaneMask ArrayRoom::inside(unsigned Access, unsigned Array,
                           const WarpValue &Address, LaneMask Lanes,
                           bool IsMaskExact) const {
  const std::optional<int64_t> LastStart = lastStart(Access, Array);
  if (IsMaskExact || !LastStart)
    return Lanes;
  for (unsigned Lane : Address.constantLanes(Lanes)) {
    const int64_t Offset = uint64_t(Address.base(Lane)) - arrayStart(Array);
    if (Offset < 0 || Offset > *LastStart)
      Lanes.reset(Lane);
  }
  return Lanes;
}

void ArrayRoom::keepInside(const AccessEvent &Event) const {
  if (Event.IsMaskExact || !Event.Array)
    return;
  if (const auto LastStart = lastStart(Event.Access, *Event.Array))
    keepSides(Event, *LastStart);
}

/// The lanes of \p W that \p Bytes from some lane's address on have room for,
/// those that cost most: of accesses of \p Size bytes a lane.
static LaneMask lanesWithin(const Architecture &Arch, const Witness &W,
                            uint64_t Bytes, uint64_t Size) {
  const LaneAddresses &Address = W.Request.Address;
  LaneMask Best;
  RequestCost Most;
  for (unsigned First : W.Request.Active) {
    WarpRequest Tried = W.Request;
    // Where the start of the array is known, that is what counts.
    const uint64_t Start = W.Array ? 0 : Address[First];
    for (unsigned Lane : W.Request.Active)
      if (Address[Lane] < Start || Address[Lane] + Size > Start + Bytes)
        Tried.Active.reset(Lane);
    const RequestCost Cost = costOf(Arch, Tried);
    if (Best.none() || isWorse(Cost, Most)) {
      Best = Tried.Active;
      Most = Cost;
    }
  }
  return Best;
}

void ArrayRoom::limit(Verdict &V) const {
  if ((V.Result != Certainty::UpperBound && V.Result != Certainty::Depends) ||
      V.MayStray)
    return;
  const auto &A = Program.Accesses[V.Access];
  const unsigned Widest =
      V.WorstRequest ? std::max(V.WorstRequest->Request.Bytes, V.FusedBytes)
                     : V.FusedBytes;
  const std::optional<RoomCost> Most = of(V.Access, V.Arrays, Widest);
  // What surely costs more surely leaves the array.
  if (!Most || (V.Sure && !Most->allows(*V.Sure)) ||
      strayLane(V.Faults, Program, A, Launch.DynamicBytes) ||
      !applies(Mechanism::ArrayRoom))
    return;
  V.Worst = Most->limit(V.Worst);
  if (V.IfSpared)
    V.IfSpared = Most->limit(*V.IfSpared);
  if (!V.WorstRequest || Most->allows(costOf(Arch, V.WorstRequest->Request)))
    return;
  const LaneMask Lanes =
      lanesWithin(Arch, *V.WorstRequest, sumOf(V.Arrays, ArrayBytes),
                  uint64_t(A.Bytes) * A.Pieces);
  if (Lanes.none())
    return;
  V.WorstRequest->Request.Active = Lanes;
  V.WorstRequest->Maps = bankMaps(Arch, V.WorstRequest->Request);
}
