//===- EmptyResults.cpp - Functions that compute with types ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptyResults.h"
#include "AstQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// True for classes without data, of which all objects are equal.
static bool isEmpty(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && Class->isEmpty();
}

bool EmptyResults::mayHaveEffects(QualType Type) {
  Type = Type.getNonReferenceType();
  if (const CXXRecordDecl *Class = Type->getAsCXXRecordDecl())
    return !Class->hasDefinition() || mayHaveEffects(*Class->getDefinition());
  return !Type->isArithmeticType() && !Type->isEnumeralType();
}

/// A class of a library may be made of what the user has: a closure most often,
/// which it calls. What is a pointer in it is data for it.
bool EmptyResults::mayHaveEffects(const CXXRecordDecl &Class) {
  const auto [Known, IsNew] = Classes.try_emplace(&Class, false);
  if (!IsNew)
    return Known->second;
  const auto MayMember = [&](QualType Type) {
    return (Type->isRecordType() || Type->isReferenceType()) &&
           mayHaveEffects(Type);
  };
  const bool Result =
      !isOfLibrary(Class) || (Class.isLambda() && !Class.isEmpty()) ||
      llvm::any_of(Class.fields(),
                   [&](const FieldDecl *Field) {
                     return MayMember(Field->getType());
                   }) ||
      llvm::any_of(Class.bases(), [&](const CXXBaseSpecifier &Base) {
        return MayMember(Base.getType());
      });
  // Other classes have been added meanwhile.
  return Classes[&Class] = Result;
}

bool EmptyResults::isOf(const FunctionDecl &Function) {
  const auto [Known, IsNew] = Functions.try_emplace(&Function, false);
  if (!IsNew)
    return Known->second;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  const bool MakesObject = Method && isa<CXXConstructorDecl>(Method);
  const bool IsEmpty =
      MakesObject ? Method->getParent()->isEmpty()
                  : isEmpty(Function.getReturnType().getNonReferenceType());
  const bool Result =
      IsEmpty && Function.isConstexpr() && isOfLibrary(Function) &&
      !(Method && mayHaveEffects(*Method->getParent())) &&
      llvm::none_of(Function.parameters(), [&](const ParmVarDecl *Parameter) {
        return mayHaveEffects(Parameter->getType());
      });
  return Functions[&Function] = Result;
}
