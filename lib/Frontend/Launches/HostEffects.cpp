//===- HostEffects.cpp - Effects of code that is not followed -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Destructors.h"
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
    const bool IsElement = Type->isArrayType();
    const auto *Class = Type->getAsCXXRecordDecl();
    const bool IsBase =
        Class && Class->hasDefinition() && Index < Class->getNumBases();
    Type = partOf(Type, Index);
    if (Type.isNull())
      break;
    // C makes structs from others by putting those first.
    if (!IsElement && !IsBase && (Index != 0 || !Type->isRecordType()))
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

void HostEvaluator::expectDestruction(const HostPlace &Place, QualType Type) {
  if (mayChangeOthers(Type))
    Path.Current->Memory.close();
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || Record->hasTrivialDestructor() ||
      Context.getSourceManager().isInSystemHeader(Record->getLocation()))
    return;
  escape(load(Place));
  const CXXDestructorDecl *Destructor = Record->getDestructor();
  const FunctionDecl *Body = nullptr;
  if (!Destructor || !Destructor->hasBody(Body) || !Body->getBody())
    return;
  for (const VarDecl *Variable : Changes.in(Body->getBody()).Variables)
    if (Variable && Variable->hasGlobalStorage())
      Path.Current->escape(Variable);
}
