//===- HostEffects.cpp - Effects of code that is not followed -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "HostCalls.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

HostPlace banklint::reachFrom(const HostPlace &Place) {
  HostPlace Reach{Place.Root, {}, false};
  if (Place.IsSomewhereInside)
    return Reach;
  QualType Type = typeOf(Place.Root);
  size_t Kept = 0;
  for (auto [At, Index] : llvm::enumerate(Place.Path)) {
    if (const clang::ArrayType *Array = Type->getAsArrayTypeUnsafe()) {
      Type = Array->getElementType();
      continue;
    }
    const auto *Class = Type->getAsCXXRecordDecl();
    const bool IsBase =
        Class && Class->hasDefinition() && Index < Class->getNumBases();
    Type = partOf(Type, Index);
    if (Type.isNull())
      break;
    // C makes structs from others by putting those first.
    if (!IsBase && (Index != 0 || !Type->isRecordType()))
      Kept = At + 1;
  }
  Reach.Path.assign(Place.Path.begin(), Place.Path.begin() + Kept);
  return Reach;
}

void HostEvaluator::escape(const HostValue &Value) {
  if (Value.Kind == HostValue::Function)
    Calls.callBack(Value);
  if (Value.Kind == HostValue::Address) {
    Calls.callBack(load({Value.Target.Root, {}, false}));
    Path.Current->escape(reachFrom(Value.Target));
  }
  for (const HostValue &Element : Value.Elements)
    escape(Element);
}

void HostEvaluator::bindMember(const FieldDecl &Field, const Expr &Init) {
  const std::optional<HostPlace> Named = place(&Init);
  if (!Named)
    return;
  escape(load(*Named));
  if (!Field.getType()->getPointeeType().isConstQualified())
    Path.Current->escape(reachFrom(*Named));
}

void HostEvaluator::applyLost(const LostEffect *Effect) {
  if (!Effect)
    return;
  for (auto [Variable, How] : Effect->Variables) {
    std::optional<HostPlace> Place = Path.owner(Variable, *Path.Current);
    if (!Place) {
      if (How != LostEffect::Same)
        Path.Current->forgetPointees();
      continue;
    }
    if (Variable)
      if (const CXXRecordDecl *Class =
              Variable->getType()->getAsCXXRecordDecl();
          Class && Class->isLambda() &&
          Path.isLauncher(*Class->getLambdaCallOperator()))
        Launches.Unfollowed.insert(Class->getLambdaCallOperator());
    // It may hand on the pointers that it sees.
    if (std::optional<HostValue> Value = Path.Current->load(*Place))
      escape(*Value);
    if (How == LostEffect::Once)
      Path.Current->forget(Place->Root);
    else if (How == LostEffect::Always)
      Path.Current->escape(Place->Root);
  }
  if (Effect->MayChangeGlobals)
    Path.Current->forgetGlobals();
}

/// True if \p Lvalue may be an integer that is neither a variable nor a member
/// of `this`.
static bool mayBeElsewhere(const Expr &Lvalue) {
  const Expr *Inner = Lvalue.IgnoreParens();
  const auto *Member = dyn_cast<MemberExpr>(Inner);
  const bool IsOwn =
      isa<DeclRefExpr>(Inner) ||
      (Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()));
  return !holdsNoInteger(Inner->getType()) && !IsOwn;
}

/// True if \p Body, a destructor's, may change integers that it does not name.
static bool mayWriteElsewhere(const Stmt &Body) {
  return llvm::any_of(nodesIn<CallExpr>(&Body),
                      [](const CallExpr *Call) {
                        const FunctionDecl *Callee = Call->getDirectCallee();
                        return !Callee || !isOfHeaders(*Callee);
                      }) ||
         !nodesIn<CXXDeleteExpr>(&Body).empty() ||
         llvm::any_of(nodesIn<BinaryOperator>(&Body),
                      [](const BinaryOperator *E) {
                        return E->isAssignmentOp() &&
                               mayBeElsewhere(*E->getLHS());
                      }) ||
         llvm::any_of(nodesIn<UnaryOperator>(&Body),
                      [](const UnaryOperator *E) {
                        return E->isIncrementDecrementOp() &&
                               mayBeElsewhere(*E->getSubExpr());
                      });
}

void HostEvaluator::expectDestruction(const HostPlace &Place, QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || Record->hasTrivialDestructor() ||
      Context.getSourceManager().isInSystemHeader(Record->getLocation()))
    return;
  escape(load(Place));
  const CXXDestructorDecl *Destructor = Record->getDestructor();
  const FunctionDecl *Body = nullptr;
  if (!Destructor || !Destructor->hasBody(Body) || !Body->getBody())
    return;
  const HostChanges::Found &Changed = Changes.in(Body->getBody());
  for (const VarDecl *Variable : Changed.Variables)
    if (Variable && Variable->hasGlobalStorage())
      Path.Current->escape(Variable);
  if (Changed.AnyGlobal || mayWriteElsewhere(*Body->getBody()))
    Path.Current->Memory.close();
}
