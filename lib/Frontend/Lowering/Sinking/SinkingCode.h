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
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// The variable in shared memory that \p E names or is a part of; null if it is
/// none.
const clang::VarDecl *namedShared(const clang::Expr *E);

/// \p S, or what stands for it if it is an `if` whose condition is a constant;
/// null if that is nothing.
const clang::Stmt *withoutConstantBranch(const clang::Stmt *S,
                                         clang::ASTContext &Context);

/// True if the compiler may compute \p Side, which may be null, whatever a
/// condition is: it is a value, perhaps with one operation.
bool isCheap(const clang::Stmt *Side);
/// True if it computes \p Side and \p Other and selects one. It may make a
/// conditional load of a variable by itself, unless the other is a constant.
bool isSelected(const clang::Stmt *Side, const clang::Stmt *Other);

/// True if control surely leaves the code around behind \p Side, which may be
/// null.
bool mayLeave(const clang::Stmt *Side);

/// True if control may leave the code around somewhere in \p S, which may be
/// null: by a jump out of a switch, too, if it is one.
bool hasJumpOut(const clang::Stmt *S);

/// The variables to which \p Loop assigns what is not made of them.
llvm::SmallVector<const clang::VarDecl *, 4>
overwrittenIn(const clang::Stmt &Loop);

/// True for functions that lanes wait in, or that order accesses to memory.
bool isFence(const clang::FunctionDecl &Function);

/// What the rounds of a loop do.
struct RoundEffects {
  /// The variables that they declare or assign.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Changed;
  /// They call something that may wait for other lanes.
  bool MayWait = false;
};
RoundEffects roundEffects(const clang::Stmt &Loop);

/// True if each round with \p Effects that stores to \p To stores to the same
/// place, so that the compiler may leave all but the last store.
bool isStoredAgain(const clang::Expr &To, const RoundEffects &Effects);

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

/// True if \p E is a constant, or the argument of a function, which may be one
/// where the function is called.
bool mayBeConstant(const clang::Expr *E, clang::ASTContext &Context);

/// True if \p E, an operation on integers, is a constant whatever its operands
/// are, which do nothing else: `x * 0`, `x - x`.
bool isConstantResult(const clang::BinaryOperator &E,
                      clang::ASTContext &Context);

/// True if \p E may differ from lane to lane, as far as its names tell.
bool mayDiffer(const clang::Stmt *E, clang::ASTContext &Context);

/// Adds \p Condition to \p Spelling so that what is the same, as `n > t` and
/// `t < n`, has one.
void addSpelling(llvm::FoldingSetNodeID &Spelling, const clang::Expr *Condition,
                 clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SINKING_SINKINGCODE_H
