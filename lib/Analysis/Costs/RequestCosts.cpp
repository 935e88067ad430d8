//===- RequestCosts.cpp - Costs of access patterns ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/RequestCosts.h"
#include "Costs/CopyCosts.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace banklint;

/// Different copies past the cache. Each takes some hundred evaluations.
constexpr size_t MaxCopies = 256;

bool banklint::isWorse(const RequestCost &A, const RequestCost &B) {
  return A.excess() != B.excess() ? A.excess() > B.excess() : A.Ways > B.Ways;
}

bool banklint::sharesWords(MemoryOperation Op) {
  return Op == MemoryOperation::Load || Op == MemoryOperation::Store ||
         Op == MemoryOperation::AtomicCount;
}

bool banklint::isSame(const RequestCost &A, const RequestCost &B) {
  return A.Wavefronts == B.Wavefronts && A.Ideal == B.Ideal && A.Ways == B.Ways;
}

bool PatternCost::include(const PatternCost &Other) {
  const unsigned Most = std::max(MostWavefronts, Other.MostWavefronts);
  const bool IsWorst = !IsAligned || isWorse(Other.Cost, Cost);
  if (IsWorst)
    *this = Other;
  MostWavefronts = Most;
  return IsWorst;
}

/// The address of lane \p Lane, modulo 2^64.
static uint64_t addressOf(const AccessPattern &Pattern, int64_t SymbolValue,
                          unsigned Lane) {
  uint64_t Moved = uint64_t(Pattern.Coefficient[Lane]) * uint64_t(SymbolValue);
  return uint64_t(Pattern.Offset[Lane]) + Moved;
}

RequestCosts::Key RequestCosts::keyOf(const AccessPattern &Pattern,
                                      int64_t SymbolValue) const {
  Key Of;
  Of.Lanes = Pattern.Lanes.bits();
  Of.Shape =
      unsigned(Pattern.Op) | Pattern.Bytes << 8 | Pattern.ShiftStep << 16;
  Of.Pieces = Pattern.Pieces;
  if (Pattern.Addressing.none())
    return Of;
  // Only differences and the place within a span matter.
  uint64_t Origin =
      addressOf(Pattern, SymbolValue, Pattern.Addressing.lowest()) &
      ~uint64_t(AccessPattern::span(Arch, Pattern.Bytes) - 1);
  for (unsigned Lane : Pattern.Addressing)
    Of.Offset[Lane] = addressOf(Pattern, SymbolValue, Lane) - Origin;
  return Of;
}

/// Addresses have 32 bits, so differences are signed ones of 32 bits; half the
/// range, a multiple of all banks' bytes, makes them positive.
WarpRequest RequestCosts::requestOf(const AccessPattern &Pattern,
                                    const Key &Of) const {
  WarpRequest Request;
  Request.Op = Pattern.Op;
  Request.Bytes = Pattern.Bytes;
  Request.Active = Pattern.Lanes;
  for (unsigned Lane : Pattern.Addressing)
    Request.Address[Lane] =
        (int64_t(1) << 31) + int64_t(int32_t(Of.Offset[Lane]));
  return Request;
}

static void moveLanes(WarpRequest &Request, unsigned Bytes) {
  for (uint64_t &Address : Request.Address)
    Address += Bytes;
}

/// The cost of all pieces from \p Request on.
static RequestCost costOfPieces(const Architecture &Arch, WarpRequest Request,
                                unsigned Pieces) {
  RequestCost Sum = costOf(Arch, Request);
  for (unsigned Piece = 1; Piece < Pieces; ++Piece) {
    moveLanes(Request, Request.Bytes);
    RequestCost Cost = costOf(Arch, Request);
    Sum.Kind = std::max(Sum.Kind, Cost.Kind);
    Sum.Wavefronts += Cost.Wavefronts;
    Sum.Ideal += Cost.Ideal;
    Sum.Ways = std::max(Sum.Ways, Cost.Ways);
  }
  return Sum;
}

PatternCost RequestCosts::compute(const AccessPattern &Pattern,
                                  const Key &Of) const {
  PatternCost Result;
  unsigned Span = AccessPattern::span(Arch, Pattern.Bytes);
  for (unsigned Shift = 0; Shift != Span; Shift += Pattern.ShiftStep) {
    WarpRequest Request = requestOf(Pattern, Of);
    moveLanes(Request, Shift);
    if (!isAligned(Request))
      continue;
    RequestCost Cost = costOfPieces(Arch, Request, Pattern.Pieces);
    if (Result.IsAligned && !isSame(Cost, Result.Cost))
      Result.IsOneCost = false;
    if (!Result.IsAligned || isWorse(Cost, Result.Cost)) {
      Result.Cost = Cost;
      Result.Shift = Shift;
    }
    Result.IsAligned = true;
    Result.MostWavefronts = std::max(Result.MostWavefronts, Cost.Wavefronts);
    // Shifts that keep a wide access aligned are multiples of a bank's width,
    // which turn the banks.
    if (Pattern.Bytes >= Arch.BankBytes)
      break;
  }
  return Result;
}

PatternCost RequestCosts::costOfCopy(const AccessPattern &Pattern,
                                     const Key &Of) {
  const CopySource &Source = *Pattern.Source;
  std::vector<int64_t> By{Of.Lanes, Source.Start, Source.TargetStep,
                          Source.MayLackLanes};
  // Only the place in a line matters of what all lanes share.
  const uint32_t Start = uint32_t(Pattern.Offset[Pattern.Lanes.lowest()]) %
                         (Arch.BankCount * Arch.BankBytes) / Pattern.Bytes *
                         Pattern.Bytes;
  for (unsigned Lane : Pattern.Lanes)
    By.insert(By.end(), {Of.Offset[Lane] + Start, Source.Offset[Lane],
                         Source.Rows[Lane]});
  auto At = Copies.find(By);
  if (At != Copies.end())
    return At->second;
  PatternCost Result;
  if (Copies.size() == MaxCopies) {
    Result.IsAligned = true;
    Result.Cost.Kind = CostKind::Unknown;
    return Result;
  }
  WarpRequest Request = requestOf(Pattern, Of);
  moveLanes(Request, Start);
  return Copies[std::move(By)] = worstCopy(Arch, Request, Source);
}

PatternCost RequestCosts::costOf(const AccessPattern &Pattern,
                                 int64_t SymbolValue) {
  Key Of = keyOf(Pattern, SymbolValue);
  if (Pattern.Source)
    return costOfCopy(Pattern, Of);
  uint64_t Hash = llvm::xxh3_64bits(llvm::ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(Of.Offset.data()), sizeof(Of.Offset)));
  Entry &Slot = Cache[(Hash ^ Of.Lanes) % Cache.size()];
  if (!(Slot.Of == Of))
    Slot = {Of, compute(Pattern, Of)};
  return Slot.Cost;
}

WarpRequest RequestCosts::worstRequest(const AccessPattern &Pattern,
                                       int64_t SymbolValue,
                                       const PatternCost &Cost) const {
  WarpRequest Request = requestOf(Pattern, keyOf(Pattern, SymbolValue));
  if (Pattern.Addressing.any()) {
    // Back to offsets from the array's start, if none is negative.
    uint64_t Banks = uint64_t(Arch.BankCount) * Arch.BankBytes;
    unsigned First = Pattern.Addressing.lowest();
    int64_t Start = int32_t(addressOf(Pattern, SymbolValue, First));
    int64_t Move = Start - int64_t(Request.Address[First]);
    int64_t Least = 0;
    for (unsigned Lane : Pattern.Addressing)
      Least = std::min(Least, int64_t(Request.Address[Lane]) + Move);
    Move += llvm::alignTo(uint64_t(-Least), Banks);
    for (unsigned Lane : Pattern.Addressing)
      Request.Address[Lane] += Move + Cost.Shift;
  }
  if (Pattern.Source)
    Request.Source =
        Pattern.Source->addresses(Cost.Copy.Pitch, Cost.Copy.Shift);
  WarpRequest Worst = Request;
  RequestCost WorstCost = banklint::costOf(Arch, Request);
  for (unsigned Piece = 1; Piece < Pattern.Pieces; ++Piece) {
    moveLanes(Request, Pattern.Bytes);
    RequestCost PieceCost = banklint::costOf(Arch, Request);
    if (isWorse(PieceCost, WorstCost)) {
      Worst = Request;
      WorstCost = PieceCost;
    }
  }
  return Worst;
}
