//===- SharedPointers.cpp - What may be in shared memory ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides from the source's form alone which lvalues may be shared memory and
// which pointers may point there. What may is an access when it is read or
// written; where it really points shows when the program runs.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace banklint;
using namespace clang;

namespace {
/// Finds pointer variables that are assigned after their declaration.
class PointerAssignments : public RecursiveASTVisitor<PointerAssignments> {
public:
  std::vector<std::pair<const VarDecl *, const clang::Expr *>> Found;

  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->getOpcode() != BO_Assign || !E->getType()->isPointerType())
      return true;
    if (auto *Ref = dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParenImpCasts()))
      if (auto *Decl = dyn_cast<VarDecl>(Ref->getDecl()))
        Found.push_back({Decl, E->getRHS()});
    return true;
  }
  bool VisitVarDecl(VarDecl *Decl) {
    if (Decl->getInit() && Decl->getType()->isPointerType())
      Found.push_back({Decl, Decl->getInit()});
    return true;
  }
};
class ReturnedValues : public RecursiveASTVisitor<ReturnedValues> {
public:
  std::vector<const clang::Expr *> Found;
  bool VisitReturnStmt(ReturnStmt *S) {
    if (S->getRetValue())
      Found.push_back(S->getRetValue());
    return true;
  }
  // Its returns are its own.
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
};
} // namespace

/// True if \p Function may return the address of a shared variable that it
/// names itself.
bool Lowering::returnsShared(const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function || !Function->hasBody(Definition) ||
      !(Definition->getReturnType()->isPointerType() ||
        Definition->getReturnType()->isReferenceType()))
    return false;
  auto [It, IsNew] = ReturnsShared.try_emplace(Definition, false);
  if (!IsNew)
    return It->second;
  ReturnedValues Values;
  Values.TraverseStmt(Definition->getBody());
  bool Result = llvm::any_of(Values.Found, [&](const Expr *Value) {
    return Value->isGLValue() ? isShared(Value) : pointsToShared(Value);
  });
  return ReturnsShared[Definition] = Result;
}

void Lowering::findSharedPointers(const clang::Stmt *Body) {
  PointerAssignments Assignments;
  Assignments.TraverseStmt(const_cast<clang::Stmt *>(Body));
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (auto [Decl, Value] : Assignments.Found)
      if (!SharedPointers.count(Decl) && pointsToShared(Value)) {
        SharedPointers.insert(Decl);
        HasChanged = true;
      }
  }
}

/// True if the lvalue \p E is in shared memory, or may be.
bool Lowering::isShared(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Decl)
      return false;
    if (Decl->hasAttr<CUDASharedAttr>())
      return true;
    Binding *B = bindingOf(*Decl);
    return B && B->Kind == Binding::Alias &&
           (B->MayPointToShared || B->Target.Kind == LValue::Shared ||
            B->Target.Kind == LValue::Pointer);
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return pointsToShared(Subscript->getBase());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? pointsToShared(Member->getBase())
                             : isShared(Member->getBase());
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

/// True if the lvalue \p E is a pointer that may point into shared memory.
bool Lowering::holdsSharedPointer(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Decl)
    return false;
  if (SharedPointers.count(Decl))
    return true;
  Binding *B = bindingOf(*Decl);
  return B && B->MayPointToShared;
}

/// True if the pointer \p E may point into shared memory.
bool Lowering::pointsToShared(const Expr *E) {
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
    const LValue *This = thisPlace();
    return This &&
           (This->Kind == LValue::Shared || This->Kind == LValue::Pointer);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf
               ? isShared(Unary->getSubExpr())
               : holdsSharedPointer(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    bool IsLeft = Binary->getLHS()->getType()->isPointerType() &&
                  pointsToShared(Binary->getLHS());
    return IsLeft || (Binary->getRHS()->getType()->isPointerType() &&
                      pointsToShared(Binary->getRHS()));
  }
  if (const auto *Condition = dyn_cast<AbstractConditionalOperator>(E))
    return pointsToShared(Condition->getTrueExpr()) ||
           pointsToShared(Condition->getFalseExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return pointsToShared(Full->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return givesShared(*Call);
  return false;
}

/// True if the call may give the address of (or a reference to) shared memory:
/// its function names some, or gets it and may give it back.
bool Lowering::givesShared(const CallExpr &Call) {
  return returnsShared(Call.getDirectCallee()) ||
         llvm::any_of(Call.arguments(), [&](const Expr *Argument) {
           return Argument->isGLValue()
                      ? isShared(Argument)
                      : Argument->getType()->isPointerType() &&
                            pointsToShared(Argument);
         });
}
