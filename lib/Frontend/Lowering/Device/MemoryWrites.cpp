//===- MemoryWrites.cpp - Functions that write through pointers -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/MemoryWrites.h"
#include "Lowering/Compiler/NamedPlaces.h"
#include "Lowering/Emit/Integers.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;

/// The place that \p Pointer names: `&v`, or an array; null if it is a value.
static const clang::Expr *namedPlace(const clang::Expr *Pointer) {
  const clang::Expr *E = Pointer->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    return Address->getSubExpr();
  return E->isGLValue() && E->getType()->isArrayType() ? E : nullptr;
}

/// What \p Pointer, not of shared memory, points to changes. Returns the place,
/// an untracked one if it is not named.
static LValue writeElsewhere(Lowerer &L, const clang::Expr *Pointer) {
  const clang::Expr *Named = namedPlace(Pointer);
  if (!Named) {
    L.effects(Pointer);
    return LValue();
  }
  LValue P = L.place(Named);
  L.Mem.forgetWhole(P, ReasonCode::DataDependentIndex,
                    "written through a pointer");
  return P;
}

/// The place in shared memory that \p Pointer points to.
static LValue pointedTo(Lowerer &L, const clang::Expr *Pointer) {
  const auto *Address = dyn_cast<UnaryOperator>(Pointer->IgnoreParenImpCasts());
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return L.Pointers.placeBehind(Pointer, L.value(Pointer));
  const LValue P = L.place(Address->getSubExpr());
  L.Arrays.observeLayout(P, Address, "a pointer into it");
  return P;
}

/// True if \p Pointer points to a local variable or a part of one, of which \p
/// Bytes are all.
static bool isWholeLocal(Lowerer &L, const clang::Expr *Pointer,
                         int64_t Bytes) {
  const clang::Expr *Named = namedPlace(Pointer);
  return Named && (localOf(Named) || L.Pointers.isLocalPlace(Named)) &&
         L.Context.getTypeSizeInChars(Named->getType()).getQuantity() == Bytes;
}

/// Copies \p Bytes from a local struct or array to another one; false if one of
/// them is something else.
static bool copyLocal(Lowerer &L, const clang::Expr *To,
                      const clang::Expr *From, int64_t Bytes) {
  const auto IsRecord = [&](const clang::Expr *Pointer) {
    return isWholeLocal(L, Pointer, Bytes) &&
           !namedPlace(Pointer)->getType()->isScalarType();
  };
  if (!IsRecord(To) || !IsRecord(From))
    return false;
  const LValue Target = L.place(namedPlace(To));
  const LValue Source = L.place(namedPlace(From));
  if (Target.Kind != LValue::Record || Source.Kind != LValue::Record)
    return false;
  L.Mem.copyRecord(Target, namedPlace(To)->getType(), Source);
  return true;
}

static std::optional<ExprId> lowerCopy(Lowerer &L, const CallExpr &E) {
  const clang::Expr *To = E.getArg(0), *From = E.getArg(1);
  const bool IsToShared = L.Pointers.pointsToShared(To);
  const bool IsFromShared = L.Pointers.pointsToShared(From);
  const std::optional<int64_t> Bytes = constantOf(E.getArg(2), L.Context);
  if (!Bytes || *Bytes <= 0)
    return std::nullopt;
  if (!IsToShared && !IsFromShared)
    return copyLocal(L, To, From, *Bytes)
               ? std::optional(L.Builder.constant(0, U64))
               : std::nullopt;
  // From one memory to another one, nvcc copies more than a number by bytes.
  const bool IsLocal = isWholeLocal(L, IsFromShared ? To : From, *Bytes);
  if (!IsLocal && !(*Bytes <= 8 && llvm::has_single_bit(uint64_t(*Bytes))))
    return std::nullopt;
  const auto Access = [&](MemoryOperation Op, const clang::Expr *Pointer) {
    L.Emit.emitCopy(Op, pointedTo(L, Pointer), *Bytes,
                    Pointer->IgnoreParenImpCasts());
  };
  if (IsFromShared)
    Access(MemoryOperation::Load, From);
  else
    L.effects(From);
  const unsigned Load = L.Emit.Program.Accesses.size() - 1;
  if (IsToShared) {
    Access(MemoryOperation::Store, To);
  } else {
    const LValue Target = writeElsewhere(L, To);
    if (IsLocal)
      L.Mem.noteLoaded(Target, namedPlace(To)->getType(), Load);
  }
  return L.Builder.constant(0, U64);
}

/// The results of a function of floating-point numbers, to where its pointers
/// point.
static std::optional<ExprId> lowerResults(Lowerer &L, const CallExpr &E) {
  const auto IsResult = [](const clang::Expr *Argument) {
    return Argument->getType()->isPointerType();
  };
  if (llvm::none_of(E.arguments(), [&](const clang::Expr *Argument) {
        return IsResult(Argument) && L.Pointers.pointsToShared(Argument);
      }))
    return std::nullopt;
  for (const clang::Expr *Argument : E.arguments())
    if (!IsResult(Argument))
      L.effects(Argument);
  for (const clang::Expr *Argument : E.arguments()) {
    if (!IsResult(Argument))
      continue;
    if (!L.Pointers.pointsToShared(Argument)) {
      writeElsewhere(L, Argument);
      continue;
    }
    L.Emit.emitAccess(MemoryOperation::Store, pointedTo(L, Argument),
                      Argument->getType()->getPointeeType(), Argument);
  }
  return L.Builder.constant(0, I32);
}

std::optional<ExprId> banklint::lowerMemoryWrite(Lowerer &L, const CallExpr &E,
                                                 DeviceMeaning Meaning) {
  switch (Meaning) {
  case DeviceMeaning::MemoryCopy:
    return lowerCopy(L, E);
  case DeviceMeaning::Results:
    return lowerResults(L, E);
  default:
    return std::nullopt;
  }
}
