//===- SunkLoads.h - Loads that move to where they are used -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler sinks a load whose value is used on one side of a branch only:
//
//   const float x = s[i];
//   if (lane < 16)
//     out[lane] = x;
//
// loads in 16 lanes. Likewise where a loop uses it that some lanes do not
// enter. Measured: it does so through chains of variables that are initialized
// or assigned, out of loops that it unrolls whole, for `if` and
// `?:`, and where the other side leaves the block. It does not across barriers,
// stores to shared memory and other loops, and where the side is so cheap that
// both sides are computed and one is selected. What lanes exchange stays where
// it is; that other functions with a body do so is assumed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_SUNKLOADS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_SUNKLOADS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace banklint {

class SunkLoads {
public:
  explicit SunkLoads(clang::ASTContext &Context) : Context(Context) {}

  /// True if the loads that initialize the local variable \p Decl may be made
  /// on one side of a branch behind it, or not at all.
  bool maySink(const clang::VarDecl &Decl);
  /// Likewise the loads on the right of \p Assignment.
  bool maySink(const clang::BinaryOperator &Assignment);

private:
  using Statements = llvm::ArrayRef<const clang::Stmt *>;
  /// Where a statement stands.
  struct Place {
    /// What follows in the same block.
    Statements Behind;
    /// The loop, as it stands in a block, if the block is its body and it may
    /// be unrolled whole; else null.
    const clang::Stmt *Loop = nullptr;
  };
  enum class Use { None, OneSide, Elsewhere };

  void indexFunction(const clang::VarDecl &Decl);
  bool isMadeByOperators(const clang::Stmt *E);
  bool returnsOperators(const clang::FunctionDecl *Callee);
  const clang::VarDecl *assignedByOperators(const clang::Stmt *S);
  const clang::VarDecl *madeByOperators(const clang::Stmt *S);
  Use findUse(const clang::VarDecl &Decl, Statements Behind);
  bool isUnused(const clang::VarDecl &Decl);
  bool isUsedOnOneSide(const clang::VarDecl &Decl, const void *From);

  clang::ASTContext &Context;
  /// Variables of a chain, each made of the one before, that are looked at.
  unsigned Chain = 0;
  /// Of the statements in blocks and in bodies of loops, and of the variables
  /// that they declare; of the functions in Seen.
  llvm::DenseMap<const void *, Place> Places;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Seen;
  /// Whether functions only return what operators make.
  llvm::DenseMap<const clang::FunctionDecl *, bool> Returning;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SUNKLOADS_H
