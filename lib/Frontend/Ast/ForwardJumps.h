//===- ForwardJumps.h - Jumps over code as branches -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A goto that leaves out the statements up to a label behind it is a branch:
//
//   if (c) goto end;         if (c) {
//   a();                     } else {
//   end:                       a();
//   b();                     }
//                            b();
//
// Blocks with the cases of a switch and those that are expressions stay as they
// are.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_AST_FORWARDJUMPS_H
#define BANKLINT_LIB_FRONTEND_AST_FORWARDJUMPS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class ForwardJumps {
public:
  explicit ForwardJumps(clang::ASTContext &Context) : Context(Context) {}

  /// True if \p Jump is a branch; \p Body is that of its function.
  bool isBranch(const clang::GotoStmt &Jump, const clang::Stmt &Body) {
    if (Bodies.insert(&Body).second)
      read(Body);
    return Branches.contains(&Jump);
  }

  /// \p S with the jumps among its own statements as branches, or itself. Right
  /// only if all jumps of the function are such, which was asked for.
  const clang::CompoundStmt &branched(const clang::CompoundStmt &S) const {
    const clang::CompoundStmt *Known = Blocks.lookup(&S);
    return Known ? *Known : S;
  }

private:
  using Statements = llvm::SmallVector<clang::Stmt *, 8>;
  void read(const clang::Stmt &Body);
  void read(const clang::CompoundStmt &S);
  Statements branched(llvm::ArrayRef<clang::Stmt *> Block,
                      const clang::LabelDecl *Next);

  clang::ASTContext &Context;
  /// Those that were read.
  llvm::DenseSet<const clang::Stmt *> Bodies;
  llvm::DenseMap<const clang::CompoundStmt *, const clang::CompoundStmt *>
      Blocks;
  llvm::DenseSet<const clang::GotoStmt *> Branches;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_AST_FORWARDJUMPS_H
