//===- ValueFlow.cpp - What records get and give --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records what is read of local records, and
// what they are made of.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

using namespace banklint;
using namespace clang;

/// The bytes of a record that \p P, of \p Type, is; nothing if it is no record,
/// or it is not known where it is in that.
std::optional<FlowPart> Memory::partAt(const LValue &P, QualType Type) const {
  const std::optional<int64_t> Begin = constantOffset(P, Builder);
  if (P.Kind != LValue::Record || !Begin || *Begin < 0 ||
      Type->isIncompleteType() || Type->isDependentType())
    return std::nullopt;
  return FlowPart::record(
      P.Index, *Begin, *Begin + Context.getTypeSizeInChars(Type).getQuantity());
}

void Memory::noteRead(const LValue &P, QualType Type, bool IsSome) {
  for (const LValue &Alternative : P.Alternatives)
    noteRead(Alternative, Type, IsSome);
  if (P.Kind != LValue::Record)
    return;
  if (std::optional<FlowPart> Part = partAt(P, Type)) {
    Part->IsSome = IsSome;
    return Emit.Flow.read(*Part);
  }
  const auto [Begin, End] =
      P.Within.value_or(std::pair(int64_t(0), MaxFlowBytes));
  Emit.Flow.readPerhaps(FlowPart::someOfRecord(P.Index, Begin, End));
}

void Memory::noteCopied(const LValue &To, QualType Type, const LValue &From) {
  for (const LValue &Alternative : From.Alternatives)
    noteCopied(To, Type, Alternative);
  const std::optional<FlowPart> Source = partAt(From, Type);
  const std::optional<FlowPart> Target = partAt(To, Type);
  if (Source && Target)
    return Emit.Flow.copy(*Source, *Target);
  noteRead(From, Type);
  if (From.Local)
    Emit.Flow.read(FlowPart::local(*From.Local));
  noteAssigned(To, Type);
}

void Memory::noteComputed(const LValue &To, QualType Type) {
  if (const std::optional<FlowPart> Part = partAt(To, Type))
    Emit.Flow.assignParts(*Part);
}

void Memory::noteAssigned(const LValue &To, QualType Type) {
  if (To.Kind != LValue::Record)
    return;
  if (const std::optional<FlowPart> Part = partAt(To, Type))
    return Emit.Flow.assign(*Part);
  if (!To.Within || Type->isIncompleteType() || Type->isDependentType())
    return Emit.Flow.forget(FlowPart::record(To.Index, 0, INT64_MAX));
  Emit.Flow.assignElement(
      FlowPart::record(To.Index, To.Within->first, To.Within->second),
      Context.getTypeSizeInChars(Type).getQuantity());
}

void Memory::noteLoadTo(unsigned Access, QualType Type, FlowPart To) {
  LoadedTypes[Emit.Flow.loadTo(Access, To)] = Type;
}

void Memory::noteLoaded(const LValue &To, const clang::Expr *From) {
  if (Emit.hasJustAccessed(From))
    noteLoaded(To, From->getType());
}

void Memory::noteLoaded(const LValue &To, QualType Type) {
  if (Type->isIncompleteType() || Type->isDependentType() ||
      Type.isVolatileQualified() || To.Kind != LValue::Record)
    return;
  const unsigned Number = Emit.AccessPlaces.back().first;
  const banklint::Access &A = Emit.Program.Accesses[Number];
  const int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  if (A.Op != MemoryOperation::Load || int64_t(A.Bytes) * A.Pieces != Size)
    return;
  if (const std::optional<FlowPart> Part = partAt(To, Type))
    return noteLoadTo(Number, Type, *Part);
  // An element of an array, of which the stride is a multiple of the size where
  // that is the alignment.
  if (!To.Within || Context.getTypeAlignInChars(Type).getQuantity() != Size)
    return;
  for (int64_t At = To.Within->first + (To.Bytes - To.Within->first) % Size;
       At + Size <= To.Within->second; At += Size)
    noteLoadTo(Number, Type, FlowPart::record(To.Index, At, At + Size));
}
