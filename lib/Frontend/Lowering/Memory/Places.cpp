//===- Places.cpp - Places that are made of others ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/Memory.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;

LValue Memory::moved(LValue P, ExprId Bytes) {
  if (Builder.constantValue(Bytes) == 0)
    return P;
  std::optional<int64_t> Constant = Builder.constantValue(Bytes);
  if (P.Kind == LValue::Record && Constant)
    P.Bytes += *Constant;
  else if (P.Kind == LValue::Shared || P.Kind == LValue::Record)
    P.Inner = P.Inner.isValid() ? Builder.binary(BinaryOp::Add, P.Inner, Bytes)
                                : Bytes;
  else if (P.Kind == LValue::Pointer)
    P.Address =
        Builder.binary(BinaryOp::Add, P.Address, Builder.convert(Bytes, U64));
  else if (P.Kind == LValue::Untracked)
    P.Operands.push_back(Bytes);
  else if (P.Kind == LValue::Choice)
    for (LValue &Alternative : P.Alternatives)
      Alternative = moved(std::move(Alternative), Bytes);
  return P;
}

LValue Memory::bounded(LValue P, QualType Type) {
  if (P.Kind == LValue::Record && !P.Within && !P.Inner.isValid() &&
      Type->isConstantArrayType())
    P.Within = {P.Bytes,
                P.Bytes + Context.getTypeSizeInChars(Type).getQuantity()};
  for (LValue &Alternative : P.Alternatives)
    Alternative = bounded(std::move(Alternative), Type);
  return P;
}

void Memory::freeze(LValue &P) {
  for (ExprId &Subscript : P.Subscripts)
    Subscript = Emit.temporary(Subscript);
  if (P.Inner.isValid())
    P.Inner = Emit.temporary(P.Inner);
  if (P.Address.isValid())
    P.Address = Emit.temporary(P.Address);
  for (LValue &Alternative : P.Alternatives)
    freeze(Alternative);
}

LValue Memory::choice(ExprId Condition, LValue Then, LValue Else) {
  auto IsMemory = [](const LValue &P) { return P.isMemory(); };
  Condition = Emit.temporary(Builder.convert(Condition, BoolType));
  freeze(Then);
  freeze(Else);
  LValue P;
  if (IsMemory(Then) || IsMemory(Else)) {
    escape(Then);
    escape(Else);
    P.Kind = LValue::Pointer;
    P.Address =
        Builder.select(Condition, Emit.addressOf(Then), Emit.addressOf(Else));
    return P;
  }
  P.Kind = LValue::Choice;
  P.Address = Condition;
  P.Alternatives = {std::move(Then), std::move(Else)};
  return P;
}

LValue Memory::unknownReference(bool MayBeShared) {
  LValue P =
      untracked(ReasonCode::UnsupportedConstruct, "a reference in a struct");
  if (MayBeShared) {
    P.Kind = LValue::Pointer;
    P.Address = Emit.opaque(ReasonCode::UnknownPointer,
                            "a reference in a struct", Context.VoidPtrTy);
  }
  return P;
}

LValue Memory::placeOfField(LValue P, const FieldDecl &Field) {
  if (P.Kind == LValue::Choice) {
    for (LValue &Alternative : P.Alternatives)
      Alternative = placeOfField(std::move(Alternative), Field);
    return choice(P.Address, std::move(P.Alternatives[0]),
                  std::move(P.Alternatives[1]));
  }
  bool IsReference = Field.getType()->isReferenceType();
  if (P.Kind == LValue::Record) {
    P = fieldOf(Context, std::move(P), Field);
    if (!IsReference)
      return P;
    auto &References = Records[P.Index].References;
    auto Known = References.find(P.Bytes);
    if (Known != References.end() && !P.Inner.isValid())
      return Known->second;
    return unknownReference(Records[P.Index].MayHoldShared);
  }
  if (IsReference)
    return unknownReference(P.isMemory());
  if (P.Kind == LValue::Untracked)
    return P;
  return moved(std::move(P),
               Builder.constant(fieldOf(Context, LValue(), Field).Bytes, I64));
}
