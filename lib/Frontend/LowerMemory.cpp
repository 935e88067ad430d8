//===- LowerMemory.cpp - Loads and stores ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace banklint;
using namespace clang;

/// The u64 address of \p P, opaque if it is not in shared memory.
ExprId Lowering::addressOf(const LValue &P) {
  if (P.Kind == LValue::Shared) {
    ExprId Inner = P.Inner.isValid() ? P.Inner : Builder.constant(0, I64);
    return Builder.address(P.Index, P.Subscripts, Inner);
  }
  if (P.Kind == LValue::Pointer)
    return P.Address;
  return opaque(ReasonCode::UnknownPointer,
                "the address of something that is not shared",
                Context.VoidPtrTy, P.Operands,
                P.Kind == LValue::Untracked ? P.IsDivergent : false);
}

/// Reads \p P, the place of \p E.
ExprId Lowering::load(const LValue &P, const Expr *E) {
  QualType Type = E->getType();
  switch (P.Kind) {
  case LValue::Variable:
    if (Escaped.count(P.Index))
      return opaque(ReasonCode::UnsupportedConstruct,
                    "changed through a reference", Type);
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
      return loadRecord(P, *Int);
    return opaque(ReasonCode::UnsupportedConstruct,
                  "part of a local struct or array", Type);
  case LValue::Shared:
  case LValue::Pointer: {
    ExprId Address = addressOf(P);
    emitAccess(MemoryOperation::Load, P, Type, E);
    return opaque(ReasonCode::DataDependentIndex,
                  "loaded from '" + textOf(E->getSourceRange()) + "'", Type,
                  {Address}, /*IsDivergent=*/false,
                  textOf(E->getSourceRange()));
  }
  case LValue::Coordinates:
  case LValue::Untracked:
    break;
  }
  llvm::StringRef Name = P.Name;
  std::string Text;
  if (Name.empty() && !P.IsDivergent) {
    Text = textOf(E->getSourceRange());
    Name = Text;
  }
  return opaque(P.Why.Code, P.Why.Detail, Type, P.Operands, P.IsDivergent,
                Name);
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
                         "perhaps assigned to");
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
    return emitAccess(MemoryOperation::Store, P, E->getType(), E);
  default:
    return;
  }
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
        {spanOf(E->getSourceRange()), What.str()});
}
