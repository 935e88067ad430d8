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

  /// \p S with the jumps among its own statements as branches, or itself.
  const clang::CompoundStmt &branched(const clang::CompoundStmt &S);

  /// True if \p Jump is gone from a block that was branched().
  bool isBranch(const clang::GotoStmt &Jump) const {
    return Branches.contains(&Jump);
  }

private:
  using Statements = llvm::SmallVector<clang::Stmt *, 8>;
  Statements branched(llvm::ArrayRef<clang::Stmt *> Block,
                      const clang::LabelDecl *Next);
  clang::CompoundStmt *block(llvm::ArrayRef<clang::Stmt *> Of,
                             clang::SourceLocation Loc);

  clang::ASTContext &Context;
  llvm::DenseMap<const clang::CompoundStmt *, const clang::CompoundStmt *>
      Known;
  llvm::DenseSet<const clang::GotoStmt *> Branches;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_AST_FORWARDJUMPS_H
