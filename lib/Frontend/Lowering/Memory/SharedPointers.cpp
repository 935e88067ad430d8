//===- SharedPointers.cpp - What may be in shared memory ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstWalker.h"
#include "Lowering/Memory/PointerAnalysis.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;

namespace {
class ReturnedValues : public AstWalker {
public:
  std::vector<const clang::Expr *> Found;
  bool visitStmt(const clang::Stmt *S) override {
    const auto *Return = dyn_cast<ReturnStmt>(S);
    if (Return && Return->getRetValue())
      Found.push_back(Return->getRetValue());
    return true;
  }
  // The returns of a lambda are its own.
  bool enter(const clang::Stmt *S) override { return !isa<LambdaExpr>(S); }
};

} // namespace

/// True if \p Function may return the address of a shared variable that it
/// names itself.
bool PointerAnalysis::returnsShared(const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function || !Function->hasBody(Definition) ||
      !(Definition->getReturnType()->isPointerType() ||
        Definition->getReturnType()->isReferenceType()))
    return false;
  auto [It, IsNew] = ReturnsShared.try_emplace(Definition, false);
  if (!IsNew)
    return It->second;
  ReturnedValues Values;
  Values.walk(Definition->getBody());
  bool Result = llvm::any_of(Values.Found, [&](const Expr *Value) {
    return Value->isGLValue() ? isShared(Value) : pointsToShared(Value);
  });
  return ReturnsShared[Definition] = Result;
}

/// The place of \p E, a local variable or a part of one, where that shows
/// without lowering anything.
std::optional<LValue> PointerAnalysis::localPart(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
    const Binding *B = Decl ? Frames.bindingOf(*Decl) : nullptr;
    if (!B || B->Kind == Binding::Ignored)
      return std::nullopt;
    if (B->Kind == Binding::Alias)
      return B->Target;
    LValue P;
    P.Kind = B->Kind == Binding::Scalar ? LValue::Variable : LValue::Record;
    P.Index = B->Index;
    return P;
  }
  std::optional<LValue> Base;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    Base = localPart(Cast->getSubExpr());
    if (Base)
      Base->Bytes += baseOffset(Emit.Context, *Cast);
    return Base;
  }
  if (isa<CXXThisExpr>(E) && Frames.thisPlace())
    return *Frames.thisPlace();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref &&
                   isa<CXXThisExpr>(Unary->getSubExpr()->IgnoreParens())
               ? localPart(Unary->getSubExpr())
               : std::nullopt;
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || Field->getParent()->isInvalidDecl() ||
      (Member->isArrow() && !isa<CXXThisExpr>(Member->getBase())))
    return std::nullopt;
  Base = localPart(Member->getBase());
  if (!Base || Base->Kind != LValue::Record)
    return std::nullopt;
  return Mem.placeOfField(*Base, *Field);
}

bool PointerAnalysis::isShared(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *Bound = dyn_cast<BindingDecl>(Ref->getDecl()))
      return Bound->getBinding() && isShared(Bound->getBinding());
    const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Decl)
      return false;
    if (Decl->hasAttr<CUDASharedAttr>())
      return true;
    Binding *B = Frames.bindingOf(*Decl);
    return B && B->Kind == Binding::Alias && B->Target.isMemory();
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return pointsToShared(Subscript->getBase());
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (std::optional<LValue> Part = localPart(Member))
      return Part->isMemory();
    return Member->isArrow() ? pointsToShared(Member->getBase())
                             : isShared(Member->getBase());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref
               ? pointsToShared(Unary->getSubExpr())
               : Unary->isPrefix() && isShared(Unary->getSubExpr());
  if (const auto *Condition = dyn_cast<AbstractConditionalOperator>(E))
    return isShared(Condition->getTrueExpr()) ||
           isShared(Condition->getFalseExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->getOpcode() == BO_Comma ? isShared(Binary->getRHS())
                                           : isShared(Binary->getLHS());
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return isShared(Cast->getSubExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return isShared(Full->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return givesShared(*Call);
  return false;
}

bool PointerAnalysis::holdsSharedPointer(const Expr *E) {
  if (std::optional<LValue> Part = localPart(E)) {
    if (Part->Kind == LValue::Variable &&
        Emit.Values.mayHoldShared(Part->Index))
      return true;
    if (Part->Kind == LValue::Record) {
      const LocalRecord &Record = Mem.record(Part->Index);
      auto Known = Record.Variables.find(Part->Bytes);
      return Known == Record.Variables.end()
                 ? Record.MayHoldShared
                 : Emit.Values.mayHoldShared(Known->second);
    }
  }
  // An element, or a part of one, of an array.
  for (E = E->IgnoreParens(); !isa<DeclRefExpr>(E); E = E->IgnoreParens()) {
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *Cast = dyn_cast<CastExpr>(E))
      E = Cast->getSubExpr();
    else
      return false;
    if (std::optional<LValue> Whole = localPart(E))
      return Mem.holdsSharedPointer(*Whole);
  }
  return false;
}

bool PointerAnalysis::pointsToShared(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return isShared(Sub);
    case CK_LValueToRValue:
      return holdsSharedPointer(Sub);
    default:
      return pointsToShared(Sub);
    }
  }
  if (E->isGLValue())
    return isShared(E);
  if (isa<CXXThisExpr>(E)) {
    const LValue *This = Frames.thisPlace();
    return This && This->isMemory();
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf
               ? isShared(Unary->getSubExpr())
               : holdsSharedPointer(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return pointsToShared(Binary->getLHS()) || pointsToShared(Binary->getRHS());
  if (const auto *Condition = dyn_cast<AbstractConditionalOperator>(E))
    return pointsToShared(Condition->getTrueExpr()) ||
           pointsToShared(Condition->getFalseExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return pointsToShared(Full->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return givesShared(*Call);
  return false;
}

bool PointerAnalysis::givesShared(const CallExpr &Call) {
  return returnsShared(Call.getDirectCallee()) ||
         llvm::any_of(Call.arguments(), [&](const Expr *Argument) {
           return Argument->isGLValue()
                      ? isShared(Argument)
                      : Argument->getType()->isPointerType() &&
                            pointsToShared(Argument);
         });
}

LValue PointerAnalysis::placeBehind(const Expr *Pointer, ExprId Value) {
  if (pointsToShared(Pointer) || Emit.Values.mayBeShared(Value)) {
    LValue P;
    P.Kind = LValue::Pointer;
    P.Address = Value;
    return P;
  }
  LValue P = untracked(ReasonCode::DataDependentIndex,
                       "read from memory through '" +
                           Emit.textOf(Pointer->getSourceRange()) + "'");
  P.IsDivergent = false;
  P.IsPointee = P.IsEscaped = true;
  P.Operands.push_back(Value);
  return P;
}
