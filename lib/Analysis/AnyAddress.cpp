//===- AnyAddress.cpp - Requests that cost the same anywhere --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnyAddress.h"

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

bool banklint::takesOneWavefront(const AccessEvent &Event,
                                 const KernelProgram &Program,
                                 const Architecture &Arch, const Reason &Why,
                                 llvm::ArrayRef<LayoutOverride> Layout) {
  const Access &A = Program.Accesses[Event.Access];
  if (!A.Array || A.Pieces != 1 || !isOnlyIndexUnknown(Why.Code) ||
      !isIn(Program, A.Address, *A.Array) || !sharesWords(A.Op))
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
