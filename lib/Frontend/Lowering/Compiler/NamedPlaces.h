//===- NamedPlaces.h - The variable of an expression ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_NAMEDPLACES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_NAMEDPLACES_H

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// What \p E copies by trivial constructors, or \p E.
const clang::Expr *copiedBy(const clang::Expr *E);

/// True if \p E reads a place and does nothing with the value.
bool isRead(const clang::Expr &E);

/// The local variable, not a reference, that \p E names, if it does.
const clang::VarDecl *localOf(const clang::Expr *E);

/// The variable that names the place of \p E, or the pointer to it; null if
/// that is not known.
const clang::VarDecl *placeOf(const clang::Expr *E);
/// True if \p E is surely in memory that is not the thread's own.
bool isInOtherMemory(const clang::Expr *E);
/// The same, or local pointers lead there: `p` in `float4 *p = in + i;`, as
/// many as \p Steps in turn.
bool isReachedFromOutside(const clang::Expr *E, unsigned Steps = 4);
/// The assignments to members of structs that are not local variables.
class MembersInMemory {
public:
  /// True if \p Function has one to a struct of the type of \p Struct: perhaps
  /// to \p Struct.
  bool mayBeSet(const clang::Expr &Struct, const clang::FunctionDecl &Function);

private:
  const std::vector<const clang::MemberExpr *> &
  setIn(const clang::FunctionDecl &Function);

  llvm::DenseMap<const clang::FunctionDecl *,
                 std::vector<const clang::MemberExpr *>>
      Found;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_NAMEDPLACES_H
