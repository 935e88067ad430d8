//===- RoundConstants.h - What the number of a round decides ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler unrolls a loop the further, the more of a round becomes constant
// if it knows which round it is.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_ROUNDCONSTANTS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_ROUNDCONSTANTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class RoundConstants {
public:
  /// Of \p Loop, if the variables that it tests are constants in each round.
  RoundConstants(const clang::Stmt &Loop, const clang::ASTContext &Context);

  /// True if \p E, which is \p Depth levels inside of another, is a constant in
  /// each round.
  bool contains(const clang::Expr *E, unsigned Depth = 0) const;

private:
  /// What \p Part of a round assigns to variables.
  void collect(const clang::Stmt *Part);
  /// Takes out the variables that code under conditions in \p Part changes.
  void removeConditional(const clang::Stmt *Part);
  /// Notes that \p Ref names a variable that \p Value, if it is given, changes.
  void noteAssignment(const clang::Expr *Ref, const clang::Expr *Value);

  const clang::ASTContext &Context;
  llvm::DenseSet<const clang::VarDecl *> Variables;
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      Assigned;
  /// Mentions of variables that read or assign them, and nothing else.
  llvm::DenseSet<const clang::Expr *> Plain;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_ROUNDCONSTANTS_H
