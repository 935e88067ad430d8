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

std::optional<AccessPattern>
banklint::cleanInBanks(const AccessEvent &Event, const KernelProgram &Program,
                       const Reason &Why, RequestCosts &Costs) {
  const Architecture &Arch = Costs.Arch;
  const Access &A = Program.Accesses[Event.Access];
  if (!isInArray(A, Program, Why) ||
      (!sharesWords(A.Op) && A.Op != MemoryOperation::Atomic))
    return std::nullopt;
  const uint64_t Banks = uint64_t(Arch.BankCount) * Arch.BankBytes;
  AccessPattern Near;
  Near.Op = A.Op;
  Near.Bytes = A.Bytes;
  Near.Lanes = Near.Addressing = Event.Lanes;
  Near.ShiftStep = shiftStepIn(Program, *A.Array, Arch, A.Bytes);
  bool IsStill = true;
  for (unsigned Lane : Event.Lanes) {
    const KnownBits Bits = Event.Address.knownBits(Lane);
    if (Bits.Count < llvm::Log2_64(Banks))
      return std::nullopt;
    IsStill &= Bits.Still >= llvm::Log2_64(Banks);
    Near.Offset[Lane] = Bits.Number % Banks;
  }
  if (A.Op == MemoryOperation::Load && A.Bytes > Arch.BankBytes &&
      (mayPair(Near, 1) || mayPair(Near, 2)))
    return std::nullopt;
  // Lanes in one bank may share a word, or not.
  AccessPattern Apart = Near;
  for (unsigned Lane : Event.Lanes)
    Apart.Offset[Lane] += Banks * Lane;
  const auto IsClean = [&Costs](const AccessPattern &Pattern) {
    const PatternCost Cost = Costs.costOf(Pattern, 0);
    return Cost.IsAligned && Cost.IsOneCost &&
           Cost.Cost.Kind == CostKind::Exact && !Cost.Cost.conflicts();
  };
  if (!IsClean(Near) || !IsClean(Apart))
    return std::nullopt;
  if (Event.Running && !IsStill)
    for (const Sweeps::State &State : Event.Running->open())
      Event.Running->stop(State.Id);
  return Apart;
}
