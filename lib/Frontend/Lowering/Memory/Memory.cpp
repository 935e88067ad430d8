//===- Memory.cpp - Loads and stores --------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/Memory.h"
#include "Lowering/Compiler/NamedPlaces.h"
#include "Lowering/Emit/Integers.h"

using namespace banklint;
using namespace clang;

ExprId Memory::load(const LValue &P, const clang::Expr *E) {
  ExprId Value = loadOnce(P, E);
  const bool IsTracked = P.Kind != LValue::Untracked && !P.isMemory();
  return IsTracked || !E->getType().isVolatileQualified()
             ? Value
             : Emit.markVolatile(Value);
}

ExprId Memory::loadOnce(const LValue &P, const clang::Expr *E) {
  QualType Type = E->getType();
  switch (P.Kind) {
  case LValue::Variable:
    if (Emit.Values.isEscaped(P.Index))
      return Emit.opaque(ReasonCode::UnsupportedConstruct,
                         "changed through a reference", Type);
    Emit.Values.noteRead(P.Index);
    Emit.Flow.read(FlowPart::variable(P.Index));
    if (const auto Number = Emit.Numbers.find(P.Index);
        Number != Emit.Numbers.end())
      return Builder.constant(Number->second,
                              Emit.Program.Variables[P.Index].Type);
    return Builder.variable(P.Index);
  case LValue::Choice: {
    ExprId Then = load(P.Alternatives[0], E);
    ExprId Else = load(P.Alternatives[1], E);
    IntType Int = valueType(Context, Type);
    return Builder.select(P.Address, Builder.convert(Then, Int),
                          Builder.convert(Else, Int));
  }
  case LValue::Parameter:
    return Builder.parameter(P.Index);
  case LValue::Member:
    return Builder.builtin(P.Component);
  case LValue::Record:
    if (!P.BitField.isNull()) {
      noteRead(P, P.BitField);
      return Builder.convert(
          loadRecord(P, valueType(Context, P.BitField), /*IsPointer=*/false),
          valueType(Context, Type));
    }
    noteRead(P, Type);
    if (std::optional<IntType> Int = intType(Context, Type))
      return loadRecord(P, *Int, Type->isPointerType());
    if (Records[P.Index].HasFloats && Type->isRealFloatingType())
      return loadRecord(P, valueType(Context, Type), /*IsPointer=*/false);
    // All threads get the same argument, whatever it holds.
    return Emit.opaque(ReasonCode::UnsupportedConstruct,
                       "part of a local struct or array", Type,
                       P.Inner.isValid() ? llvm::ArrayRef(P.Inner)
                                         : llvm::ArrayRef<ExprId>(),
                       /*IsDivergent=*/!Records[P.Index].IsArgument);
  case LValue::Shared:
  case LValue::Pointer: {
    ExprId Address = Emit.addressOf(P);
    Emit.emitAccess(MemoryOperation::Load, P, Type, E);
    if (E->refersToBitField())
      Emit.Flow.narrow();
    std::string Text = Emit.textOf(E->getSourceRange());
    LValue Loaded;
    Loaded.Why = {ReasonCode::DataDependentIndex, "loaded from '" + Text + "'"};
    Loaded.Name = Text;
    Loaded.Operands = {Address};
    Loaded.IsDivergent = false;
    Loaded.IsEscaped = true;
    return loadUntracked(Loaded, Type);
  }
  case LValue::Untracked:
    if (P.Local)
      Emit.Flow.read(FlowPart::local(*P.Local));
    break;
  case LValue::Coordinates:
    break;
  }
  LValue Loaded = P;
  std::string Text;
  if (P.Name.empty() && !P.IsDivergent) {
    Text = Emit.Places.nameOf(E->getSourceRange());
    Loaded.Name = Text;
  }
  return loadUntracked(Loaded, Type);
}

ExprId Memory::loadUntracked(const LValue &P, QualType Type) {
  bool MayBeShared = P.IsEscaped && Emit.Values.isSharedStored();
  if (Type->isPointerType() && !MayBeShared && !P.IsDivergent) {
    OpaqueValue Value{P.Why, P.Name.str(), /*Divergent=*/false,
                      /*Elsewhere=*/true};
    return Builder.opaque(std::move(Value), U64, P.Operands);
  }
  const bool IsSharedPointer =
      MayBeShared &&
      (Type->isPointerType() ||
       (Type->isIntegerType() && Context.getTypeSize(Type) == 64));
  ExprId Value = Emit.opaque(
      IsSharedPointer ? ReasonCode::UnknownPointer : P.Why.Code, P.Why.Detail,
      Type, P.Operands, P.IsDivergent || MayBeShared, P.Name);
  if (IsSharedPointer)
    Emit.Values.addOpaque(Value);
  return Value;
}

void Memory::store(const LValue &P, ExprId Value, const clang::Expr *E) {
  switch (P.Kind) {
  case LValue::Variable:
    Emit.Flow.assign(FlowPart::variable(P.Index));
    return Emit.assign(P.Index, Value);
  case LValue::Record:
    return storeRecord(P, Value,
                       P.BitField.isNull() ? E->getType() : P.BitField);
  case LValue::Choice: {
    if (!intType(Context, E->getType()))
      return forgetWhole(P, ReasonCode::UnsupportedConstruct,
                         "possibly assigned to");
    Value = Emit.temporary(Value);
    for (bool IsThen : {true, false}) {
      const LValue &Target = P.Alternatives[IsThen ? 0 : 1];
      ExprId Old = Builder.convert(load(Target, E), Builder.typeOf(Value));
      store(Target,
            IsThen ? Builder.select(P.Address, Value, Old)
                   : Builder.select(P.Address, Old, Value),
            E);
    }
    return;
  }
  case LValue::Shared:
  case LValue::Pointer:
    // The bits around it stay.
    if (E->refersToBitField())
      Emit.emitAccess(MemoryOperation::Load, P, E->getType(), E);
    Emit.emitAccess(MemoryOperation::Store, P, E->getType(), E);
    break;
  case LValue::Untracked:
    // A store to other memory stays behind what was loaded.
    if (P.Local)
      Emit.Flow.assign(FlowPart::local(*P.Local));
    else if (isInOtherMemory(E))
      Emit.Flow.settle();
    Emit.HasOtherEffects |= !P.IsLocal;
    break;
  default:
    break;
  }
  Emit.Values.noteStored(Value);
}

/// What changes \p Part perhaps reads it before.
void Memory::forgetValue(const FlowPart &Part) {
  Emit.Flow.readPerhaps(Part);
  Emit.Flow.forget(Part);
}

void Memory::forget(const LValue &P, QualType Type, ReasonCode Code,
                    const llvm::Twine &Detail) {
  Reason Why{Code, Detail.str()};
  if (P.Kind == LValue::Record) {
    noteRead(P, Type, /*IsSome=*/true);
    return forgetRecord(P, Type, std::move(Why));
  }
  for (const LValue &Alternative : P.Alternatives)
    forget(Alternative, Type, Code, Detail);
  if (P.Kind == LValue::Untracked && P.Local)
    forgetValue(FlowPart::local(*P.Local));
  if (P.Kind != LValue::Variable)
    return;
  forgetValue(FlowPart::variable(P.Index));
  IntType Int = Emit.Program.Variables[P.Index].Type;
  Emit.assign(P.Index,
              Builder.opaque({std::move(Why), "", /*Divergent=*/true}, Int));
}

void Memory::forgetWhole(const LValue &P, ReasonCode Code,
                         const llvm::Twine &Detail) {
  for (const LValue &Alternative : P.Alternatives)
    forgetWhole(Alternative, Code, Detail);
  if (P.Kind == LValue::Variable)
    forget(P, Context.IntTy, Code, Detail);
  if (P.Kind != LValue::Record)
    return;
  const FlowPart Whole = FlowPart::someOfRecord(P.Index, 0, INT64_MAX);
  Emit.Flow.use(Whole);
  Emit.Flow.forget(Whole);
  std::map<int64_t, unsigned> ByOffset = Records[P.Index].Variables;
  for (auto [Offset, Variable] : ByOffset)
    Emit.assign(Variable,
                Builder.opaque({{Code, Detail.str()}, "", true},
                               Emit.Program.Variables[Variable].Type));
}

void Memory::escape(const LValue &P) {
  for (const LValue &Alternative : P.Alternatives)
    escape(Alternative);
  const VarDecl *Owner = nullptr;
  if (P.Kind == LValue::Variable)
    Owner = Emit.Values.ownerOf(P.Index);
  if (P.Kind == LValue::Record)
    Owner = Records[P.Index].Owner;
  if (P.Local)
    Emit.Flow.lose(FlowPart::local(*P.Local));
  else if (P.Kind == LValue::Record)
    Emit.Flow.lose(FlowPart::someOfRecord(P.Index, 0, INT64_MAX));
  // Others than temporaries are not known before either: it may be a loop.
  if (Owner)
    Emit.Values.noteEscaped(*Owner);
  if (P.Kind == LValue::Variable) {
    Emit.Values.noteEscaped(P.Index);
    Emit.Flow.narrow({FlowPart::variable(P.Index)});
  }
  if (P.Kind == LValue::Record)
    for (auto [Offset, Variable] : Records[P.Index].Variables)
      Emit.Values.noteEscaped(Variable);
  forgetWhole(P, ReasonCode::UnsupportedConstruct,
              "changed through a reference");
}

ExprId Memory::pointerTo(const LValue &P) {
  escape(P);
  return Emit.addressOf(P);
}
