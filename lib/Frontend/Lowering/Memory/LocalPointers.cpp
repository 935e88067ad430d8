//===- LocalPointers.cpp - Pointers to local variables --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer that is initialized with the address of a local variable and is
// never changed is another name for it: `f(&x)`, `float *row = regs;`. Any
// other use of a local variable's address lets the variable escape: what it
// holds is not known anywhere in the kernel then, so the kernel is lowered once
// more with that knowledge.
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Lowering/Memory/PointerAnalysis.h"

using namespace banklint;
using namespace clang;

bool PointerAnalysis::isChanged(const VarDecl &Decl) {
  const auto *Function =
      dyn_cast_or_null<FunctionDecl>(Decl.getParentFunctionOrMethod());
  const FunctionDecl *Definition = nullptr;
  if (!Function || !Function->hasBody(Definition))
    return true;
  // Code that the tree lacks may change it.
  if (Lost.error(Definition->getBeginLoc(), Definition->getEndLoc()))
    return true;
  auto [It, IsNew] = Changed.try_emplace(Definition);
  if (IsNew)
    It->second = changedVariables(Definition->getBody());
  return It->second.count(&Decl);
}

bool PointerAnalysis::isLocalPlace(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    return Field && !Field->isBitField() &&
           !Field->getType()->isReferenceType() &&
           (Member->isArrow() ? pointsToLocal(Member->getBase())
                              : isLocalPlace(Member->getBase()));
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return Subscript->getBase()->getType()->isPointerType() &&
           pointsToLocal(Subscript->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref && pointsToLocal(Unary->getSubExpr());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  Binding *B = Decl ? Frames.bindingOf(*Decl) : nullptr;
  if (!B || Emit.Values.isEscaped(*Decl))
    return false;
  if (B->Kind == Binding::Alias)
    return B->Target.Kind == LValue::Variable ||
           B->Target.Kind == LValue::Record || B->Target.Local;
  return B->Kind != Binding::Ignored || Decl->getType()->isRealFloatingType();
}

/// True if what \p Cast points to holds a value of the same kind as before: a
/// pointer.
static bool keepsPointer(const CastExpr &Cast) {
  const QualType From = Cast.getSubExpr()->getType()->getPointeeType();
  const QualType To = Cast.getType()->getPointeeType();
  return !From.isNull() && !To.isNull() && From->isPointerType() &&
         To->isPointerType();
}

/// True if \p Pointer points into a local struct or array that may be read as
/// something else: it has no numbers in floating point that stand as integers.
bool PointerAnalysis::isOfBytes(const Expr *Pointer) {
  const Expr *E = Pointer;
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      E = Unary->getSubExpr();
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      E = Binary->getLHS();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const Binding *B = Decl ? Frames.bindingOf(*Decl) : nullptr;
  if (!B)
    return false;
  const LValue *Named = B->Kind == Binding::Alias ? &B->Target
                        : B->Pointee              ? &*B->Pointee
                                                  : nullptr;
  if (Named && Named->Kind != LValue::Record)
    return false;
  return (Named || B->Kind == Binding::Members) &&
         !Mem.record(Named ? Named->Index : B->Index).HasFloats;
}

bool PointerAnalysis::pointsToLocal(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<CXXThisExpr>(E)) {
    const LValue *This = Frames.thisPlace();
    return This && This->Kind == LValue::Record;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf && isLocalPlace(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isAdditiveOp() && E->getType()->isPointerType() &&
           Binary->getLHS()->getType()->isPointerType() &&
           pointsToLocal(Binary->getLHS());
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (!Cast)
    return false;
  const Expr *Sub = Cast->getSubExpr();
  switch (Cast->getCastKind()) {
  case CK_NoOp:
    return pointsToLocal(Sub);
  case CK_BitCast:
    return (keepsPointer(*Cast) || isOfBytes(Sub)) && pointsToLocal(Sub);
  case CK_ArrayToPointerDecay:
    return isLocalPlace(Sub);
  case CK_LValueToRValue: {
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub->IgnoreParens());
    const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Binding *B = Decl ? Frames.bindingOf(*Decl) : nullptr;
    return B && B->Kind == Binding::Scalar && B->Pointee;
  }
  default:
    return false;
  }
}
