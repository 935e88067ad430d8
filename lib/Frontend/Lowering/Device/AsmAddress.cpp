//===- AsmAddress.cpp - What addresses in assembly are of -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/AsmAddress.h"

using namespace banklint;
using namespace clang;

/// What \p E has its value from; null if it makes one.
static const clang::Expr *valueBehind(const clang::Expr *E,
                                      PointerAnalysis &Pointers) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
    return Decl && Decl->isLocalVarDecl() && !Pointers.isChanged(*Decl)
               ? Decl->getInit()
               : nullptr;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && Call->getNumArgs() == 1 && Call->getType()->isIntegerType() &&
                 Call->getArg(0)->getType()->isPointerType()
             ? Call->getArg(0)
             : nullptr;
}

const clang::Expr *banklint::addressedBy(const clang::Expr *Address,
                                         PointerAnalysis &Pointers) {
  // A variable may be initialized with itself.
  constexpr unsigned MaxSteps = 16;
  const clang::Expr *E = Address->IgnoreParenCasts();
  for (unsigned Step = 0; Step != MaxSteps; ++Step) {
    const clang::Expr *Behind = valueBehind(E, Pointers);
    if (!Behind)
      break;
    E = Behind->IgnoreParenCasts();
  }
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_AddrOf ? Unary->getSubExpr() : E;
}
