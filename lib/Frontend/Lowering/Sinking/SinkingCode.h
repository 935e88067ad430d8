//===- SinkingCode.h - What loads move over and into ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_SINKING_SINKINGCODE_H
#define BANKLINT_LIB_FRONTEND_LOWERING_SINKING_SINKINGCODE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace banklint {

/// True if \p E names an array in shared memory or a part of it.
bool isNamedShared(const clang::Expr *E);

/// \p S, or what stands for it if it is an `if` whose condition is a constant;
/// null if that is nothing.
const clang::Stmt *withoutConstantBranch(const clang::Stmt *S,
                                         clang::ASTContext &Context);

/// True if the compiler may compute \p Side, which may be null, whatever the
/// condition is: it is a value, perhaps with one operation.
bool isCheap(const clang::Stmt *Side);

/// True if control leaves the code around at the end of \p Side, which may be
/// null.
bool mayLeave(const clang::Stmt *Side);

/// The loop that \p S is, if the compiler may unroll it whole: its end is a
/// constant, and no pragma asks for other rounds.
const clang::ForStmt *unrolledLoop(const clang::Stmt &S,
                                   clang::ASTContext &Context);

/// True if \p E mentions a local variable that is not set to a constant where
/// it is declared: it may differ from lane to lane.
bool mayDiffer(const clang::Stmt *E, clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SINKING_SINKINGCODE_H
