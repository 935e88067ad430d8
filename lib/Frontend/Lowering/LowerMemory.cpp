//===- LowerMemory.cpp - Loads and stores ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace banklint;
using namespace clang;

/// The address of \p P, which is not in shared memory.
ExprId Lowering::elsewhere(const LValue &P, const llvm::Twine &Detail) {
  bool IsLocal = P.Kind != LValue::Untracked || P.IsLocal;
  OpaqueValue Value;
  Value.Why = {ReasonCode::UnknownPointer, Detail.str()};
  Value.Name = P.Name.str();
  Value.Divergent = IsLocal || P.IsDivergent;
  Value.Elsewhere = IsLocal || !P.IsDivergent;
  return Builder.opaque(std::move(Value), U64, P.Operands);
}

/// A pointer to \p P: if it is local, nobody knows what it holds from then on.
ExprId Lowering::pointerTo(const LValue &P) {
  escape(P);
  return addressOf(P);
}

/// The u64 address of \p P, opaque if it is not in shared memory.
ExprId Lowering::addressOf(const LValue &P) {
  if (P.Kind == LValue::Shared) {
    ExprId Inner = P.Inner.isValid() ? P.Inner : Builder.constant(0, I64);
    return Builder.address(P.Index, P.Subscripts, Inner);
  }
  if (P.Kind == LValue::Pointer)
    return P.Address;
  LValue Place = P;
  Place.Name = {};
  return elsewhere(Place, "the address of something that is not shared");
}

/// Reads \p P, the place of \p E.
ExprId Lowering::load(const LValue &P, const Expr *E) {
  QualType Type = E->getType();
  switch (P.Kind) {
  case LValue::Variable:
    if (Escaped.count(P.Index))
      return opaque(ReasonCode::UnsupportedConstruct,
                    "changed through a reference", Type);
    noteRead(P.Index);
    return Builder.variable(P.Index);
  case LValue::Choice: {
    ExprId Then = load(P.Alternatives[0], E);
    ExprId Else = load(P.Alternatives[1], E);
    IntType Int = valueType(Type);
    return Builder.select(P.Address, Builder.convert(Then, Int),
                          Builder.convert(Else, Int));
  }
  case LValue::Parameter:
    return Builder.parameter(P.Index);
  case LValue::Member:
    return Builder.builtin(P.Component);
  case LValue::Record:
    if (std::optional<IntType> Int = intType(Type))
      return loadRecord(P, *Int, Type->isPointerType());
    // All threads get the same argument, whatever it holds.
    return opaque(ReasonCode::UnsupportedConstruct,
                  "part of a local struct or array", Type,
                  P.Inner.isValid() ? llvm::ArrayRef(P.Inner)
                                    : llvm::ArrayRef<ExprId>(),
                  /*IsDivergent=*/!Records[P.Index].IsArgument);
  case LValue::Shared:
  case LValue::Pointer: {
    ExprId Address = addressOf(P);
    emitAccess(MemoryOperation::Load, P, Type, E);
    std::string Text = textOf(E->getSourceRange());
    LValue Loaded;
    Loaded.Why = {ReasonCode::DataDependentIndex, "loaded from '" + Text + "'"};
    Loaded.Name = Text;
    Loaded.Operands = {Address};
    Loaded.IsDivergent = false;
    Loaded.IsEscaped = true;
    return loadUntracked(Loaded, Type);
  }
  case LValue::Coordinates:
  case LValue::Untracked:
    break;
  }
  LValue Loaded = P;
  std::string Text;
  if (P.Name.empty() && !P.IsDivergent) {
    Text = textOf(E->getSourceRange());
    Loaded.Name = Text;
  }
  return loadUntracked(Loaded, Type);
}

/// What is read from \p P, whose Why and Name say what it is. A pointer is one
/// to other memory, unless a shared address may have been stored there.
ExprId Lowering::loadUntracked(const LValue &P, QualType Type) {
  bool MayBeShared = P.IsEscaped && Facts.IsSharedStored;
  if (Type->isPointerType() && !MayBeShared && !P.IsDivergent) {
    OpaqueValue Value{P.Why, P.Name.str(), /*Divergent=*/false,
                      /*Elsewhere=*/true};
    return Builder.opaque(std::move(Value), U64, P.Operands);
  }
  ExprId Value = opaque(P.Why.Code, P.Why.Detail, Type, P.Operands,
                        P.IsDivergent || MayBeShared, P.Name);
  if (MayBeShared && Type->isPointerType())
    SharedOpaques.insert(Program.expr(Value).Index);
  return Value;
}

void Lowering::store(const LValue &P, ExprId Value, const Expr *E) {
  switch (P.Kind) {
  case LValue::Variable:
    return assign(P.Index, Value);
  case LValue::Record:
    return storeRecord(P, Value, E->getType());
  case LValue::Choice: {
    if (!intType(E->getType()))
      return forgetWhole(P, ReasonCode::UnsupportedConstruct,
                         "possibly assigned to");
    Value = temporary(Value);
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
      emitAccess(MemoryOperation::Load, P, E->getType(), E);
    emitAccess(MemoryOperation::Store, P, E->getType(), E);
    break;
  default:
    break;
  }
  if (Value.isValid() && !Facts.IsSharedStored && mayBeShared(Value))
    HasLearned = Facts.IsSharedStored = true;
}

/// Whatever \p P holds may change now.
void Lowering::forget(const LValue &P, QualType Type, ReasonCode Code,
                      const llvm::Twine &Detail) {
  Reason Why{Code, Detail.str()};
  if (P.Kind == LValue::Record)
    return forgetRecord(P, Type, std::move(Why));
  for (const LValue &Alternative : P.Alternatives)
    forget(Alternative, Type, Code, Detail);
  if (P.Kind != LValue::Variable)
    return;
  IntType Int = Program.Variables[P.Index].Type;
  assign(P.Index,
         Builder.opaque({std::move(Why), "", /*Divergent=*/true}, Int));
}

/// The same for everything that \p P is a part of.
void Lowering::forgetWhole(const LValue &P, ReasonCode Code,
                           const llvm::Twine &Detail) {
  for (const LValue &Alternative : P.Alternatives)
    forgetWhole(Alternative, Code, Detail);
  if (P.Kind == LValue::Variable)
    forget(P, Context.IntTy, Code, Detail);
  if (P.Kind != LValue::Record)
    return;
  std::map<int64_t, unsigned> ByOffset = Records[P.Index].Variables;
  for (auto [Offset, Variable] : ByOffset)
    assign(Variable, Builder.opaque({{Code, Detail.str()}, "", true},
                                    Program.Variables[Variable].Type));
}

/// From now on nobody knows what \p P, if it is local, holds.
void Lowering::escape(const LValue &P) {
  for (const LValue &Alternative : P.Alternatives)
    escape(Alternative);
  const VarDecl *Owner = nullptr;
  if (P.Kind == LValue::Variable)
    Owner = VariableOwners[P.Index];
  if (P.Kind == LValue::Record)
    Owner = Records[P.Index].Owner;
  // Others than temporaries are not known before either: it may be a loop.
  if (Owner && Facts.Escaped.insert(Owner).second)
    HasLearned = true;
  if (P.Kind == LValue::Variable)
    Escaped.insert(P.Index);
  if (P.Kind == LValue::Record)
    for (auto [Offset, Variable] : Records[P.Index].Variables)
      Escaped.insert(Variable);
  forgetWhole(P, ReasonCode::UnsupportedConstruct,
              "changed through a reference");
}

void Lowering::observeLayout(const LValue &P, const Expr *E,
                             llvm::StringRef What) {
  if (P.Kind == LValue::Shared)
    Program.Arrays[P.Index].LayoutUses.push_back(
        {spanOf(E->getSourceRange()), What.str(), /*IsOfType=*/false});
}
