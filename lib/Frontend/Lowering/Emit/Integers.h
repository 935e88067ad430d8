//===- Integers.h - Integers of device code ---------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_EMIT_INTEGERS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_EMIT_INTEGERS_H

#include "banklint/Program/Expr.h"
#include "clang/AST/ASTContext.h"

namespace banklint {

/// The type of integers and pointers (U64); nothing for others.
std::optional<IntType> intType(const clang::ASTContext &Context,
                               clang::QualType Type);

/// The same, with one that stands for values that are neither.
IntType valueType(const clang::ASTContext &Context, clang::QualType Type);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_EMIT_INTEGERS_H
