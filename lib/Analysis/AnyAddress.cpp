//===- AnyAddress.cpp - Requests that cost the same anywhere --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnyAddress.h"
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

/// True if the lanes of one access to one word share its wavefront.
static bool sharesWords(MemoryOperation Op) {
  return Op == MemoryOperation::Load || Op == MemoryOperation::Store ||
         Op == MemoryOperation::AtomicCount;
}

/// True if \p Address, an expression of u64, adds and subtracts bytes to the
/// address of an element of \p Array.
static bool isIn(const KernelProgram &Program, ExprId Address, unsigned Array) {
  const Expr &E = Program.expr(Address);
  if (E.Kind == ExprKind::Address)
    return E.Index == Array;
  bool IsSum = E.Kind == ExprKind::Binary &&
               (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Sub);
  return IsSum && isIn(Program, E.Operands[0], Array);
}

/// True if the access is one of an element of the array that the source names.
static bool isInArray(const Access &A, const KernelProgram &Program,
                      const Reason &Why) {
  return A.Array && A.Pieces == 1 && isOnlyIndexUnknown(Why.Code) &&
         isIn(Program, A.Address, *A.Array);
}

bool banklint::takesOneWavefront(const AccessEvent &Event,
                                 const KernelProgram &Program,
                                 const Architecture &Arch, const Reason &Why,
                                 llvm::ArrayRef<LayoutOverride> Layout) {
  const Access &A = Program.Accesses[Event.Access];
  if (!isInArray(A, Program, Why) || !sharesWords(A.Op))
    return false;
  if (Event.Lanes.count() == 1)
    return true;
  // Words that follow each other lie in different banks. Wider accesses are
  // served in parts, whose number depends on which lanes agree.
  const SharedArray &Array = Program.Arrays[*A.Array];
  uint64_t Bytes = layoutOf(Array, changeOf(Layout, *A.Array)).Bytes;
  return A.Bytes <= Arch.BankBytes && !Array.IsDynamic && Bytes != 0 &&
         Array.Alignment >= Arch.BankBytes &&
         Bytes <= uint64_t(Arch.BankCount) * Arch.BankBytes;
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
/// nothing if these do not name the banks.
static std::optional<LowBitsRequest>
describeLowBits(const AccessEvent &Event, const KernelProgram &Program,
                const Architecture &Arch) {
  const Access &A = Program.Accesses[Event.Access];
  const unsigned BankBits =
      llvm::Log2_64(uint64_t(Arch.BankCount) * Arch.BankBytes);
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
  if (Count < BankBits)
    return std::nullopt;
  Result.IsStill = Still >= Count;
  Result.Period = uint64_t(1) << Count;
  for (unsigned Lane : Event.Lanes)
    Pattern.Offset[Lane] = Event.Address.knownBits(Lane).Number % Result.Period;
  return Result;
}

std::optional<AccessPattern> banklint::sureInBanks(const AccessEvent &Event,
                                                   const KernelProgram &Program,
                                                   const Reason &Why,
                                                   RequestCosts &Costs) {
  const Access &A = Program.Accesses[Event.Access];
  if (!isInArray(A, Program, Why) ||
      (!sharesWords(A.Op) && A.Op != MemoryOperation::Atomic))
    return std::nullopt;
  const auto Request = describeLowBits(Event, Program, Costs.Arch);
  if (!Request)
    return std::nullopt;
  const AccessPattern &Near = Request->Pattern;
  if (A.Op == MemoryOperation::Load && A.Bytes > Costs.Arch.BankBytes &&
      (mayPair(Near, 1) || mayPair(Near, 2)))
    return std::nullopt;
  // Lanes whose bits are the same may share a word, or not.
  AccessPattern Apart = Near;
  for (unsigned Lane : Event.Lanes)
    Apart.Offset[Lane] += Request->Period * Lane;
  const PatternCost OfNear = Costs.costOf(Near, 0);
  const PatternCost OfApart = Costs.costOf(Apart, 0);
  const auto IsSure = [](const PatternCost &Cost) {
    return Cost.IsAligned && Cost.IsOneCost &&
           Cost.Cost.Kind == CostKind::Exact;
  };
  if (!IsSure(OfNear) || !IsSure(OfApart) || !isSame(OfNear.Cost, OfApart.Cost))
    return std::nullopt;
  if (Event.Running && !Request->IsStill)
    for (const Sweeps::State &State : Event.Running->open())
      Event.Running->stop(State.Id);
  return Apart;
}
