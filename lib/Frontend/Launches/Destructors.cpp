//===- Destructors.cpp - What the end of an object changes ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Destructors.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Launches/Values/HostMemory.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace banklint;
using namespace clang;

namespace {
class DestructorCheck {
public:
  bool isHarmless(QualType Type);

private:
  bool areArgumentsHarmless(const CXXRecordDecl &Class);
  bool isHarmlessBody(const clang::Stmt &Body);

  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
};
} // namespace

/// True if \p Lvalue is a local variable, a member of `this`, or no integer.
static bool isOwnOrNoInteger(const clang::Expr &Lvalue) {
  const clang::Expr *Inner = Lvalue.IgnoreParens();
  if (holdsNoInteger(Inner->getType()))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Inner)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    return Variable && !Variable->hasGlobalStorage() &&
           !Variable->getType()->isReferenceType();
  }
  const auto *Member = dyn_cast<MemberExpr>(Inner);
  return Member && !Member->getMemberDecl()->getType()->isReferenceType() &&
         isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts());
}

/// True for the functions that free what their argument leads to.
static bool isRelease(const FunctionDecl &Callee) {
  if (!isOfHeaders(Callee) || !Callee.getIdentifier())
    return false;
  const llvm::StringRef Name = Callee.getName();
  return Name == "free" ||
         (Name.starts_with("cuda") &&
          (Name.contains("Free") || Name.contains("Destroy")));
}

bool DestructorCheck::isHarmlessBody(const clang::Stmt &Body) {
  return walk(&Body, [this](const clang::Stmt *S) {
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return Call->getDirectCallee() && isRelease(*Call->getDirectCallee());
    if (const auto *Binary = dyn_cast<BinaryOperator>(S))
      return !Binary->isAssignmentOp() || isOwnOrNoInteger(*Binary->getLHS());
    if (const auto *Unary = dyn_cast<UnaryOperator>(S))
      return !Unary->isIncrementDecrementOp() ||
             isOwnOrNoInteger(*Unary->getSubExpr());
    if (const auto *Delete = dyn_cast<CXXDeleteExpr>(S))
      return isHarmless(Delete->getDestroyedType());
    return !isa<AsmStmt, AtomicExpr, CXXNewExpr, CXXConstructExpr>(S);
  });
}

/// True if no template argument of \p Class, of a library, has a destructor
/// that changes others.
bool DestructorCheck::areArgumentsHarmless(const CXXRecordDecl &Class) {
  // These wait for code that others have given them.
  if (Class.getIdentifier() &&
      llvm::is_contained({"future", "function", "jthread"}, Class.getName()))
    return false;
  const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  return !Special ||
         llvm::all_of(Special->getTemplateArgs().asArray(),
                      [this](const TemplateArgument &Argument) {
                        return Argument.getKind() != TemplateArgument::Type ||
                               isHarmless(Argument.getAsType());
                      });
}

bool DestructorCheck::isHarmless(QualType Type) {
  if (Type.isNull() || Type->isDependentType())
    return false;
  const CXXRecordDecl *Class =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Class)
    return true;
  if (!Class->hasDefinition())
    return false;
  if (Class->hasTrivialDestructor() || !Seen.insert(Class).second)
    return true;
  if (Class->getASTContext().getSourceManager().isInSystemHeader(
          Class->getLocation()))
    return areArgumentsHarmless(*Class);
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  const FunctionDecl *Definition = nullptr;
  if (!Destructor ||
      (Destructor->isUserProvided() && !Destructor->hasBody(Definition)))
    return false;
  if (Definition && !isHarmlessBody(*Definition->getBody()))
    return false;
  return llvm::all_of(Class->bases(),
                      [this](const CXXBaseSpecifier &Base) {
                        return isHarmless(Base.getType());
                      }) &&
         llvm::all_of(Class->fields(), [this](const FieldDecl *Field) {
           return isHarmless(Field->getType());
         });
}

bool banklint::mayChangeOthers(QualType Type) {
  return !DestructorCheck().isHarmless(Type);
}
