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

#include "Lowering/Memory/Memory.h"

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

/// Says which bytes of \p Whole the place \p P, of \p Type, is.
void Memory::placeWithin(FlowPart &Whole, const LValue &P, QualType Type) {
  const ExprId Fixed = Builder.constant(P.Bytes, I64);
  // A constant place may be outside of the object, in code that is not
  // executed.
  Whole.At =
      P.Inner.isValid() ? Builder.binary(BinaryOp::Add, P.Inner, Fixed) : Fixed;
  Whole.Bytes = Context.getTypeSizeInChars(Type).getQuantity();
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
  FlowPart Part = FlowPart::someOfRecord(P.Index, Begin, End);
  if (P.Inner.isValid() && !Type->isIncompleteType() &&
      !Type->isDependentType() && !IsSome)
    placeWithin(Part, P, Type);
  Emit.Flow.readPerhaps(Part);
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
  FlowPart Whole =
      FlowPart::record(To.Index, To.Within->first, To.Within->second);
  placeWithin(Whole, To, Type);
  Emit.Flow.assignElement(Whole,
                          Context.getTypeSizeInChars(Type).getQuantity());
}

void Memory::noteLoadTo(unsigned Access, QualType Type, FlowPart To) {
  LoadedTypes[Emit.Flow.loadTo(Access, To)] = Type;
}

void Memory::noteLoaded(const LValue &To, QualType Type, unsigned Number) {
  if (Type->isIncompleteType() || Type->isDependentType() ||
      Type.isVolatileQualified() || To.Kind != LValue::Record)
    return;
  const banklint::Access &A = Emit.Program.Accesses[Number];
  const int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  if (A.Op != MemoryOperation::Load || int64_t(A.Bytes) * A.Pieces != Size)
    return;
  if (const std::optional<FlowPart> Part = partAt(To, Type))
    return noteLoadTo(Number, Type, *Part);
  // An element of an array, of which the stride is a multiple of the size where
  // that is the alignment.
  if (!To.Within || Context.getTypeAlignInChars(Type).getQuantity() != Size)
    return noteLoadTo(Number, Type,
                      FlowPart::someOfRecord(To.Index, 0, INT64_MAX));
  FlowPart Whole =
      FlowPart::record(To.Index, To.Within->first, To.Within->second);
  placeWithin(Whole, To, Type);
  noteLoadTo(Number, Type, Whole);
}
