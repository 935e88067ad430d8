//===- CountedLoops.cpp - Loops that count in constants -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Compiler/CountedLoops.h"
#include "Recovery/LostCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace banklint;
using namespace clang;

static bool names(const clang::Expr *E, const VarDecl *Variable) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == Variable;
}

/// What \p Increment adds to \p Counter, if that is a constant.
static std::optional<int64_t> stepOf(const clang::Expr *Increment,
                                     const VarDecl *Counter,
                                     ASTContext &Context) {
  if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Increment))
    return Unary->isIncrementOp() && names(Unary->getSubExpr(), Counter)
               ? std::optional<int64_t>(1)
               : std::nullopt;
  const auto *Binary = dyn_cast_or_null<BinaryOperator>(Increment);
  return Binary && Binary->getOpcode() == BO_AddAssign &&
                 names(Binary->getLHS(), Counter)
             ? constantOf(Binary->getRHS(), Context)
             : std::nullopt;
}

/// What \p S declares to count with; null if that is not one variable.
static const VarDecl *counterOf(const ForStmt &S) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(S.getInit());
  return Init && Init->isSingleDecl() ? dyn_cast<VarDecl>(Init->getSingleDecl())
                                      : nullptr;
}

bool banklint::isEntered(const clang::Stmt &S, ASTContext &Context) {
  const auto *For = dyn_cast<ForStmt>(&S);
  if (!For)
    return isa<DoStmt>(S);
  const VarDecl *Counter = counterOf(*For);
  const auto *Test = dyn_cast_or_null<BinaryOperator>(For->getCond());
  if (!Counter || !Counter->getInit() || !Test ||
      !names(Test->getLHS(), Counter))
    return !For->getCond();
  const std::optional<int64_t> First = constantOf(Counter->getInit(), Context);
  const std::optional<int64_t> End = constantOf(Test->getRHS(), Context);
  if (!First || !End)
    return false;
  switch (Test->getOpcode()) {
  case BO_LT:
    return *First < *End;
  case BO_LE:
    return *First <= *End;
  case BO_GT:
    return *First > *End;
  case BO_GE:
    return *First >= *End;
  case BO_NE:
    return *First != *End;
  default:
    return false;
  }
}

std::optional<CountedLoop> banklint::countedLoop(const clang::Stmt &S,
                                                 ASTContext &Context) {
  const auto *For = dyn_cast<ForStmt>(&S);
  const VarDecl *Counter = For ? counterOf(*For) : nullptr;
  const auto *Test =
      For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  if (!Counter || !Counter->getInit() || !Test || Test->getOpcode() != BO_LT ||
      !names(Test->getLHS(), Counter))
    return std::nullopt;
  const std::optional<int64_t> First = constantOf(Counter->getInit(), Context);
  const std::optional<int64_t> End = constantOf(Test->getRHS(), Context);
  const std::optional<int64_t> Step = stepOf(For->getInc(), Counter, Context);
  if (!First || !End || !Step || *Step <= 0)
    return std::nullopt;
  return CountedLoop{Counter, *First, *End, *Step};
}
