//===- Callees.cpp - Which function a call calls --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callees.h"

using namespace banklint;
using namespace clang;

const FunctionDecl *banklint::functionAt(const clang::Expr *Pointer,
                                         FrameStack &Frames,
                                         ASTContext &Context) {
  const clang::Expr *E = Pointer->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return Function;
    const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
    if (const Binding *B = Decl ? Frames.bindingOf(*Decl) : nullptr;
        B && B->Callee)
      return B->Callee;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary &&
      (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref ||
       Unary->getOpcode() == UO_Plus))
    return functionAt(Unary->getSubExpr(), Frames, Context);
  // A lambda without captures, converted to a pointer.
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    if (const CXXRecordDecl *Class = Call->getRecordDecl();
        Class && Class->isLambda() && !Class->isGenericLambda() &&
        isa<CXXConversionDecl>(Call->getMethodDecl()))
      return Class->getLambdaCallOperator();
  clang::Expr::EvalResult Result;
  if (Pointer->isValueDependent() || Pointer->containsErrors() ||
      !(Pointer->isGLValue() ? Pointer->EvaluateAsLValue(Result, Context)
                             : Pointer->EvaluateAsRValue(Result, Context)) ||
      !Result.Val.isLValue())
    return nullptr;
  const auto *Base = Result.Val.getLValueBase().dyn_cast<const ValueDecl *>();
  return dyn_cast_or_null<FunctionDecl>(Base);
}

const FunctionDecl *banklint::calleeOf(const CallExpr &E, FrameStack &Frames,
                                       ASTContext &Context) {
  const FunctionDecl *Function = E.getDirectCallee();
  if (!Function && !isa<CXXMemberCallExpr>(E))
    return functionAt(E.getCallee(), Frames, Context);
  // Which overrider runs depends on the object, unless its class is final.
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    if (const CXXMethodDecl *Method = Member->getMethodDecl();
        Method && Method->isVirtual()) {
      const auto *Callee = dyn_cast<MemberExpr>(E.getCallee()->IgnoreParens());
      if (Callee && Callee->hasQualifier())
        return Function;
      return Method->getDevirtualizedMethod(Member->getImplicitObjectArgument(),
                                            /*IsAppleKext=*/false);
    }
  return Function;
}
