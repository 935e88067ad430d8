//===- NamedPlaces.cpp - Which variable an expression is a part of --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Compiler/NamedPlaces.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;

const clang::Expr *banklint::copiedBy(const clang::Expr *E) {
  for (E = E->IgnoreParenImpCasts();;) {
    const auto *Copy = dyn_cast<CXXConstructExpr>(E);
    const clang::Expr *Source = Copy ? trivialCopySource(*Copy) : nullptr;
    if (!Source)
      return E;
    E = Source->IgnoreParenImpCasts();
  }
}

bool banklint::isRead(const clang::Expr &E) {
  const auto *Cast = dyn_cast<CastExpr>(E.IgnoreParens());
  return Cast && Cast->getCastKind() == CK_LValueToRValue;
}

const VarDecl *banklint::localOf(const clang::Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() &&
                 !Variable->getType()->isReferenceType()
             ? Variable
             : nullptr;
}

const VarDecl *banklint::placeOf(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E);
             Member && !Member->isArrow())
      E = Member->getBase();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// True if a pointer that the kernel gets points to \p E.
static bool isBehindArgument(const clang::Expr *E) {
  const VarDecl *Pointer = placeOf(E);
  const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(Pointer);
  // A function of the device may get the place of a local variable.
  return Parameter && Parameter->getType()->isPointerType() &&
         isKernelArgument(*Parameter);
}

/// What \p E names a part of by casts and pointers as well: `*(float4 *)&s[i]`.
static const clang::Expr *withoutViews(const clang::Expr *E) {
  for (;;) {
    const clang::Expr *Inner = E->IgnoreParenCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Inner);
        Unary &&
        (Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf))
      Inner = Unary->getSubExpr();
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Inner))
      Inner = Subscript->getBase();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

bool banklint::isReachedFromOutside(const clang::Expr *E, unsigned Steps) {
  const clang::Expr *Named = withoutViews(E);
  if (const auto *Sum = dyn_cast<BinaryOperator>(Named);
      Sum && Sum->isAdditiveOp())
    return isReachedFromOutside(Sum->getLHS(), Steps);
  if (isInOtherMemory(Named))
    return true;
  const VarDecl *Pointer = placeOf(Named);
  return Pointer && Steps != 0 && !isa<ParmVarDecl>(Pointer) &&
         (Pointer->getType()->isPointerType() ||
          Pointer->getType()->isReferenceType()) &&
         Pointer->getInit() &&
         isReachedFromOutside(Pointer->getInit(), Steps - 1);
}

bool banklint::isInOtherMemory(const clang::Expr *E) {
  const clang::Expr *Named = withoutViews(E);
  const VarDecl *Place = placeOf(Named);
  return Place && (!Place->hasLocalStorage() || isBehindArgument(Named));
}

/// True if \p Member may name a part of \p To: behind arguments of the kernel,
/// what is spelled otherwise is taken for another place.
static bool mayBePartOf(const clang::Expr &To, const MemberExpr &Member,
                        const ASTContext &Context) {
  if (isBehindArgument(&To))
    return areSpelledAlike(Member.getBase()->IgnoreParens(), To.IgnoreParens(),
                           Context);
  const VarDecl *Root = placeOf(&To), *Other = placeOf(&Member);
  return !Root || !Other || Root == Other || !Root->hasAttr<CUDASharedAttr>() ||
         !Other->hasAttr<CUDASharedAttr>();
}

const std::vector<const MemberExpr *> &
MembersInMemory::setIn(const FunctionDecl &Function) {
  const auto [Known, IsNew] = Found.try_emplace(&Function);
  std::vector<const MemberExpr *> &Members = Known->second;
  if (IsNew)
    walk(Function.getBody(), [&Members](const clang::Stmt *S) {
      const auto *Assignment = dyn_cast<BinaryOperator>(S);
      const auto *Member =
          Assignment && Assignment->isAssignmentOp()
              ? dyn_cast<MemberExpr>(Assignment->getLHS()->IgnoreParens())
              : nullptr;
      if (Member && isa<FieldDecl>(Member->getMemberDecl()) &&
          (Member->isArrow() || !localOf(Member->getBase())))
        Members.push_back(Member);
      return true;
    });
  return Members;
}

bool MembersInMemory::mayBeSet(const clang::Expr &Struct,
                               const FunctionDecl &Function) {
  const RecordDecl *Record = Struct.getType()->getAsRecordDecl();
  return llvm::any_of(setIn(Function), [&](const MemberExpr *Member) {
    return cast<FieldDecl>(Member->getMemberDecl())->getParent() == Record &&
           mayBePartOf(Struct, *Member, Function.getASTContext());
  });
}
