//===- Integers.h - Integers and constants of the AST -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_INTEGERS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_INTEGERS_H

#include "banklint/Program/Expr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace banklint {

/// The type of integers and pointers (U64); nothing for others.
std::optional<IntType> intType(const clang::ASTContext &Context,
                               clang::QualType Type);

/// The same, with one that stands for values that are neither.
IntType valueType(const clang::ASTContext &Context, clang::QualType Type);

/// The value of \p E, an integer or null, if it is constant, has no effects and
/// does not hang on a type that does not parse.
std::optional<int64_t> constantOf(clang::ASTContext &Context,
                                  const clang::Expr *E);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_INTEGERS_H
