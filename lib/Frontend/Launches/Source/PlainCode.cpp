//===- PlainCode.cpp - Host code that changes what it names ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Source/PlainCode.h"
#include "Ast/AstQueries.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// True if values of \p Type are made and destroyed by no code of the source.
static bool isPlainType(QualType Type) {
  if (Type->isReferenceType() || Type->isDependentType() ||
      Type.isVolatileQualified())
    return false;
  const CXXRecordDecl *Class =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return !Class || (Class->hasDefinition() && Class->hasTrivialDestructor());
}

static bool isPlainVariable(const Decl *D) {
  if (isa<StaticAssertDecl, TypedefNameDecl, EmptyDecl>(D))
    return true;
  const auto *Variable = dyn_cast<VarDecl>(D);
  return Variable && !Variable->isStaticLocal() && !Variable->isInvalidDecl() &&
         isPlainType(Variable->getType());
}

static bool isCallable(const CXXRecordDecl &Class) {
  return Class.isLambda() || isFunctionWrapper(Class) ||
         (Class.hasDefinition() &&
          llvm::any_of(Class.methods(), [](const CXXMethodDecl *Method) {
            return Method->getOverloadedOperator() == OO_Call;
          }));
}

bool banklint::mayCallSource(const clang::Expr &Argument) {
  const QualType Type = Argument.getType();
  const QualType Pointee = Type->getPointeeType();
  const auto *Class = Type->getAsCXXRecordDecl();
  return Type->isFunctionType() || Type->isMemberPointerType() ||
         (!Pointee.isNull() && Pointee->isFunctionType()) ||
         (Class && isCallable(*Class));
}

/// True if \p Constructor runs no code of the source.
static bool isPlainConstructor(const CXXConstructorDecl &Constructor) {
  return isPlainType(Constructor.getASTContext().getRecordType(
             Constructor.getParent())) &&
         (Constructor.isTrivial() || isOfHeaders(Constructor));
}

/// True if \p Callee, a function of the library, may keep a reference to what
/// it could change later.
static bool mayKeepReference(const FunctionDecl &Callee) {
  return llvm::any_of(Callee.parameters(), [](const ParmVarDecl *P) {
    return P->getType()->isReferenceType() &&
           !P->getType()->getPointeeType().isConstQualified();
  });
}

bool PlainCode::isPlain(const clang::Stmt &S) {
  switch (S.getStmtClass()) {
  case clang::Stmt::NullStmtClass:
  case clang::Stmt::CompoundStmtClass:
  case clang::Stmt::IfStmtClass:
  case clang::Stmt::ForStmtClass:
  case clang::Stmt::WhileStmtClass:
  case clang::Stmt::DoStmtClass:
  case clang::Stmt::SwitchStmtClass:
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
  case clang::Stmt::BreakStmtClass:
  case clang::Stmt::ContinueStmtClass:
  case clang::Stmt::ReturnStmtClass:
  case clang::Stmt::MemberExprClass:
  case clang::Stmt::ArraySubscriptExprClass:
  case clang::Stmt::UnaryOperatorClass:
  case clang::Stmt::BinaryOperatorClass:
  case clang::Stmt::CompoundAssignOperatorClass:
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::ParenExprClass:
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::IntegerLiteralClass:
  case clang::Stmt::FloatingLiteralClass:
  case clang::Stmt::CharacterLiteralClass:
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::CXXBoolLiteralExprClass:
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass:
  case clang::Stmt::PredefinedExprClass:
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::InitListExprClass:
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::ExprWithCleanupsClass:
  case clang::Stmt::MaterializeTemporaryExprClass:
  case clang::Stmt::CXXDefaultArgExprClass:
    break;
  case clang::Stmt::DeclRefExprClass:
    // A reference names what others do, too. What parameters refer to is the
    // caller's business.
    if (const ValueDecl *Named = cast<DeclRefExpr>(S).getDecl();
        Named->getType()->isReferenceType() && !isa<ParmVarDecl>(Named))
      return false;
    break;
  case clang::Stmt::DeclStmtClass:
    if (!llvm::all_of(cast<DeclStmt>(S).decls(), isPlainVariable))
      return false;
    break;
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass:
    if (!isPlainConstructor(*cast<CXXConstructExpr>(S).getConstructor()))
      return false;
    break;
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass: {
    const auto &Call = cast<CallExpr>(S);
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee ||
        llvm::any_of(Call.arguments(), [](const clang::Expr *Argument) {
          return mayCallSource(*Argument);
        }))
      return false;
    const bool IsPlainCallee =
        Callee->isTrivial() ||
        (isOfHeaders(*Callee) ? !mayKeepReference(*Callee) : contains(*Callee));
    if (!IsPlainCallee)
      return false;
    break;
  }
  default:
    return false;
  }
  return llvm::all_of(S.children(), [this](const clang::Stmt *Child) {
    return !Child || isPlain(*Child);
  });
}

bool PlainCode::contains(const FunctionDecl &Function) {
  const FunctionDecl *Definition = nullptr;
  // Parameters of templates may name variables. What is weak may be replaced.
  if (!Function.hasBody(Definition) || Definition->isTemplateInstantiation() ||
      Definition->isWeak() || isa<CXXMethodDecl>(Definition) ||
      Definition->isInvalidDecl() ||
      !llvm::all_of(Definition->parameters(), [](const ParmVarDecl *P) {
        return isPlainType(P->getType().getNonReferenceType());
      }))
    return false;
  auto [Found, IsNew] = Known.try_emplace(Definition, false);
  if (!IsNew)
    return Found->second;
  const bool Result = isPlain(*Definition->getBody());
  return Known[Definition] = Result;
}
