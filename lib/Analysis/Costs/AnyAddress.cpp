//===- AnyAddress.cpp - Requests that cost the same anywhere --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/AnyAddress.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// True if the address is one of an element of the array that the source names,
/// and only which element is not known. Other reasons may mean that there is no
/// such access at all.
static bool isOnlyIndexUnknown(ReasonCode Code) {
  switch (Code) {
  case ReasonCode::DataDependentIndex:
  case ReasonCode::FloatingPoint:
  case ReasonCode::LoopCarried:
  case ReasonCode::UnknownCondition:
  case ReasonCode::CrossLane:
  case ReasonCode::UniformUnknown:
  case ReasonCode::NotInitialized:
    return true;
  default:
    return false;
  }
}

/// True if the access is one of an element of the array that the source names.
static bool isInArray(const Access &A, const KernelProgram &Program,
                      const Reason &Why) {
  if (!A.Array || A.Pieces != 1 || !isOnlyIndexUnknown(Why.Code))
    return false;
  const Expr &Base = Program.expr(addressBase(Program, A.Address));
  return Base.Kind == ExprKind::Address && Base.Index == *A.Array;
}

/// True if \p Event takes one wavefront for every address that it may have, or
/// for every one at which its lanes are no farther apart.
/// \p ArrayBytes are those of its array, 0 if unknown.
static bool takesOneWavefront(const AccessEvent &Event,
                              const KernelProgram &Program,
                              const Architecture &Arch, uint64_t ArrayBytes) {
  const Access &A = Program.Accesses[Event.Access];
  if (!sharesWords(A.Op))
    return false;
  // Words that follow each other lie in different banks. Wider accesses are
  // served in parts, whose number depends on which lanes agree.
  const LaneSpread &Spread = Event.Address.spread();
  const uint64_t AllBanks = uint64_t(Arch.BankCount) * Arch.BankBytes;
  if (A.Bytes == Arch.BankBytes && Spread.Lanes.contains(Event.Lanes) &&
      Spread.Width < AllBanks)
    return true;
  const SharedArray &Array = Program.Arrays[*A.Array];
  return A.Bytes <= Arch.BankBytes && !Array.IsDynamic && ArrayBytes != 0 &&
         Array.Alignment >= Arch.BankBytes && ArrayBytes <= AllBanks;
}

/// All lanes on one word.
static AccessPattern oneWord(const AccessEvent &Event, const Access &A,
                             const Architecture &Arch) {
  AccessPattern Pattern;
  Pattern.Op = A.Op;
  Pattern.Bytes = A.Bytes;
  Pattern.Lanes = Pattern.Addressing = Event.Lanes;
  Pattern.ShiftStep = AccessPattern::span(Arch, A.Bytes);
  return Pattern;
}

/// True if all lanes of \p Pattern may be the same part of accesses that are
/// twice as wide.
static bool mayHaveNeighbors(const AccessPattern &Pattern) {
  const int64_t Wide = 2 * Pattern.Bytes;
  if (Wide > 16 || (Pattern.Op != MemoryOperation::Load &&
                    Pattern.Op != MemoryOperation::Store))
    return false;
  const int64_t First = Pattern.Offset[Pattern.Lanes.lowest()];
  for (unsigned Lane : Pattern.Lanes)
    if ((Pattern.Offset[Lane] - First) % Wide != 0)
      return false;
  return true;
}

/// True if all lanes of \p Event, of which only the lowest bits are known, may
/// be the same part of accesses that are twice as wide.
static bool mayHaveNeighbors(const AccessEvent &Event, const Access &A) {
  AccessPattern Pattern;
  Pattern.Op = A.Op;
  Pattern.Bytes = A.Bytes;
  Pattern.Lanes = Event.Lanes;
  for (unsigned Lane : Event.Lanes) {
    const KnownBits Bits = Event.Address.knownBits(Lane);
    if (uint64_t(1) << std::min(Bits.Count, MaxLowBits) < 2 * A.Bytes)
      return false;
    Pattern.Offset[Lane] = Bits.Number % (2 * A.Bytes);
  }
  return !A.IsVolatile && mayHaveNeighbors(Pattern);
}

/// True if every two lanes \p Distance apart may read the same.
static bool mayPair(const AccessPattern &Pattern, unsigned Distance) {
  for (unsigned Lane : Pattern.Lanes)
    if (unsigned Partner = Lane ^ Distance;
        Pattern.Lanes.test(Partner) &&
        Pattern.Offset[Lane] != Pattern.Offset[Partner])
      return false;
  return true;
}

namespace {
/// A request whose addresses are known modulo Period.
struct LowBitsRequest {
  AccessPattern Pattern;
  uint64_t Period = 0;
  /// They are the same in each cycle of all open sweeps.
  bool IsStill = true;
};
} // namespace

/// The request of \p Event as far as the lowest bits are known in all lanes;
/// nothing if these do not tell words apart.
static std::optional<LowBitsRequest>
describeLowBits(const AccessEvent &Event, const KernelProgram &Program,
                const Architecture &Arch) {
  const Access &A = Program.Accesses[Event.Access];
  LowBitsRequest Result;
  AccessPattern &Pattern = Result.Pattern;
  Pattern.Op = A.Op;
  Pattern.Bytes = A.Bytes;
  Pattern.Lanes = Pattern.Addressing = Event.Lanes;
  Pattern.ShiftStep = shiftStepIn(Program, *A.Array, Arch, A.Bytes);
  unsigned Count = MaxLowBits, Still = MaxLowBits;
  for (unsigned Lane : Event.Lanes) {
    const KnownBits Bits = Event.Address.knownBits(Lane);
    Count = std::min(Count, Bits.Count);
    Still = std::min(Still, Bits.Still);
  }
  Result.IsStill = Still >= Count;
  Result.Period = uint64_t(1) << Count;
  if (Result.Period < Arch.BankBytes)
    return std::nullopt;
  for (unsigned Lane : Event.Lanes)
    Pattern.Offset[Lane] = Event.Address.knownBits(Lane).Number % Result.Period;
  return Result;
}

/// True if no two lanes of \p Pattern have the same bytes.
static bool hasOwnBytes(const AccessPattern &Pattern) {
  llvm::SmallSet<int64_t, 32> Seen;
  for (unsigned Lane : Pattern.Lanes)
    Seen.insert(Pattern.Offset[Lane]);
  return Seen.size() == Pattern.Lanes.count();
}

/// \p Near, a request whose lanes may be in each of \p Rows rows of \p Period
/// bytes, with the lanes of each word in as many rows as there are.
static AccessPattern spread(const AccessPattern &Near, uint64_t Rows,
                            uint64_t Period, const Architecture &Arch) {
  AccessPattern Result = Near;
  llvm::SmallDenseMap<uint64_t, unsigned, 32> LanesOf;
  for (unsigned Lane : Near.Lanes)
    Result.Offset[Lane] +=
        Period * (LanesOf[Near.Offset[Lane] / Arch.BankBytes]++ % Rows);
  return Result;
}

static bool isSure(const PatternCost &Cost) {
  return Cost.IsAligned && Cost.IsOneCost && Cost.Cost.Kind == CostKind::Exact;
}

/// requestOfAny, of which the lowest bits are known.
static std::optional<AnyRequest> requestInBanks(const AccessEvent &Event,
                                                const KernelProgram &Program,
                                                uint64_t ArrayBytes,
                                                RequestCosts &Costs) {
  const Access &A = Program.Accesses[Event.Access];
  const Architecture &Arch = Costs.Arch;
  if (!sharesWords(A.Op) && A.Op != MemoryOperation::Atomic)
    return std::nullopt;
  const auto Request = describeLowBits(Event, Program, Arch);
  if (!Request)
    return std::nullopt;
  const AccessPattern &Near = Request->Pattern;
  if (A.Op == MemoryOperation::Load && A.Bytes > Arch.BankBytes &&
      (mayPair(Near, 1) || mayPair(Near, 2)))
    return std::nullopt;
  // Lanes whose bits are the same may share a word, or not. Where the bits do
  // not name the bank, lanes of different words may all be in one.
  const uint64_t AllBanks = uint64_t(Arch.BankCount) * Arch.BankBytes;
  const uint64_t Period = std::max(Request->Period, AllBanks);
  const uint64_t Rows = Program.Arrays[*A.Array].IsDynamic || ArrayBytes == 0
                            ? WarpSize
                            : llvm::divideCeil(ArrayBytes, Period);
  AnyRequest Result;
  Result.Pattern = spread(Near, Rows, Period, Arch);
  const PatternCost OfNear = Costs.costOf(Near, 0);
  const PatternCost OfApart = Costs.costOf(Result.Pattern, 0);
  if (!isSure(OfNear) || !isSure(OfApart))
    return std::nullopt;
  const bool NamesBanks = Request->Period >= AllBanks;
  Result.IsOneCost = NamesBanks ? isSame(OfNear.Cost, OfApart.Cost)
                                : OfApart.Cost.Wavefronts == 1;
  // Wide accesses are served in parts, whose number differs. Where lanes have
  // the same bytes of different rows, any cost is possible.
  if ((!Result.IsOneCost || !NamesBanks) &&
      (!sharesWords(A.Op) || A.Bytes > Arch.BankBytes || !hasOwnBytes(Near)))
    return std::nullopt;
  Result.MayMerge = !A.IsVolatile && mayHaveNeighbors(Result.Pattern);
  if (Event.Running && !Request->IsStill)
    for (const Sweeps::State &State : Event.Running->open())
      Event.Running->stop(State.Id);
  return Result;
}

std::optional<AnyRequest>
banklint::requestOfAny(const AccessEvent &Event, const KernelProgram &Program,
                       ArrayRoots &Roots, llvm::ArrayRef<uint64_t> ArrayBytes,
                       const Reason &Why, RequestCosts &Costs) {
  const Access &A = Program.Accesses[Event.Access];
  // One lane takes one wavefront wherever it is in shared memory.
  if (Event.Lanes.count() == 1 && A.Pieces == 1 && sharesWords(A.Op) &&
      isOnlyIndexUnknown(Why.Code) && Roots.rootOf(Event.Access))
    return AnyRequest{oneWord(Event, A, Costs.Arch)};
  if (!isInArray(A, Program, Why))
    return std::nullopt;
  if (takesOneWavefront(Event, Program, Costs.Arch, ArrayBytes[*A.Array]))
    return AnyRequest{oneWord(Event, A, Costs.Arch), /*IsOneCost=*/true,
                      mayHaveNeighbors(Event, A)};
  return requestInBanks(Event, Program, ArrayBytes[*A.Array], Costs);
}
