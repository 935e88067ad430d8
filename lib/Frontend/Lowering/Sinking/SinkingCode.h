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
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// The variable in shared memory that \p E names or is a part of; null if it is
/// none.
const clang::VarDecl *namedShared(const clang::Expr *E);

/// \p S, or what stands for it if it is an `if` whose condition is a constant;
/// null if that is nothing.
const clang::Stmt *withoutConstantBranch(const clang::Stmt *S,
                                         clang::ASTContext &Context);

/// True if the compiler may compute \p Side, which may be null, whatever the
/// condition is: it is a value, perhaps with one operation.
bool isCheap(const clang::Stmt *Side);

/// True if control surely leaves the code around behind \p Side, which may be
/// null.
bool mayLeave(const clang::Stmt *Side);

/// The variables to which \p Loop assigns what is not made of them.
llvm::SmallVector<const clang::VarDecl *, 4>
overwrittenIn(const clang::Stmt &Loop);

/// True if \p Loop surely does more than \p Count rounds, as `for (int k = 0; k
/// < 32; ++k)` may.
bool doesMoreRounds(const clang::Stmt &Loop, int64_t Count,
                    clang::ASTContext &Context);

/// The loop that \p S is, if the compiler may unroll it whole: its end may be a
/// constant, and no pragma forbids it. Else null.
const clang::Stmt *unrolledLoop(const clang::Stmt &S,
                                clang::ASTContext &Context);
const clang::Stmt *bodyOf(const clang::Stmt &Loop);
/// The condition of \p Loop before its first round; null if there is none.
const clang::Expr *conditionOf(const clang::Stmt &Loop);

/// True if \p E may differ from lane to lane, as far as its names tell.
bool mayDiffer(const clang::Stmt *E, clang::ASTContext &Context);

/// Adds \p Condition to \p Spelling so that what is the same, as `n > t` and
/// `t < n`, has one.
void addSpelling(llvm::FoldingSetNodeID &Spelling, const clang::Expr *Condition,
                 clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SINKING_SINKINGCODE_H
