//===- RoundFactors.cpp - Factors that are 0 in a round -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `sum += s[i + k] * (k & 1)`, half of the rounds of an unrolled loop do not
// use what they load.
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "NeedAnalysis.h"

using namespace banklint;
using namespace clang;

/// True if \p Factor may be 0 in one of the rounds that are looked at, and then
/// as a constant: it is made of counters, as `k` and `k & 1` are.
bool NeedAnalysis::isZeroInSomeRound(const clang::Expr &Factor) const {
  const clang::Expr *Inner = Factor.IgnoreParenImpCasts();
  if (const auto *Sum = dyn_cast<BinaryOperator>(Inner);
      Sum && (Sum->getOpcode() == BO_Add || Sum->getOpcode() == BO_Or))
    return false;
  bool HasCounter = false;
  return walk(Inner,
              [&](const clang::Stmt *Part) {
                const auto *Ref = dyn_cast<DeclRefExpr>(Part);
                if (!Ref)
                  return isa<BinaryOperator, CastExpr, ParenExpr,
                             IntegerLiteral>(Part);
                HasCounter = true;
                return Rounds.count(variableOf(*Ref)) != 0;
              }) &&
         HasCounter;
}

/// Of the whole product \p E, which is a constant in some round, the other
/// factors are not used there.
void NeedAnalysis::noteFactors(const BinaryOperator &E) {
  if ((E.getOpcode() != BO_Mul && E.getOpcode() != BO_And) ||
      !E.getType()->isIntegerType() || Rounds.empty())
    return;
  llvm::SmallVector<const clang::Expr *, 4> Factors;
  const clang::Expr *Rest = &E;
  while (const auto *Product =
             dyn_cast<BinaryOperator>(Rest->IgnoreParenImpCasts())) {
    if (Product->getOpcode() != E.getOpcode())
      break;
    Factors.push_back(Product->getRHS());
    Rest = Product->getLHS();
  }
  Factors.push_back(Rest);
  Work += Factors.size();
  const auto *Zero = llvm::find_if(Factors, [this](const clang::Expr *Factor) {
    return isZeroInSomeRound(*Factor);
  });
  if (Zero == Factors.end())
    return;
  for (const clang::Expr *const &Factor : Factors)
    if (&Factor != Zero)
      read(Factor, Need());
}
