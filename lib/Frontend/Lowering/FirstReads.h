//===- FirstReads.h - Members read before they are set ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that gets several structs, one after the other, or members of its
// own, says of none by all its uses whether that is used. What stands behind
// the place where it gets one does.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_FIRSTREADS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_FIRSTREADS_H

#include "MemberUses.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace banklint {

/// Which reads of a struct count.
enum class StructReads {
  /// Those of members, in one branch or loop or in none: the compiler surely
  /// reads these.
  OfMembers,
  /// Whatever may read it.
  Any,
};

/// True if all of the struct that \p Given, an expression of \p Function,
/// assigns to the local variable \p Variable is read behind it by what counts,
/// before anything sets it. False if that is not known.
bool readsAllFirst(const clang::VarDecl &Variable, const clang::Expr &Given,
                   const clang::FunctionDecl &Function,
                   clang::ASTContext &Context, StructReads Counted,
                   FilledUses &Uses);

/// True if more than one expression of \p Function assigns to all of \p
/// Variable.
bool getsSeveralStructs(const clang::VarDecl &Variable,
                        const clang::FunctionDecl &Function);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_FIRSTREADS_H
