//===- HostConstants.h - What host code surely computes ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds the integers and dim3 values of host code around a launch: constants,
// macros, constexpr, and local or global variables that are initialised with
// such and never changed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_HOSTCONSTANTS_H
#define BANKLINT_LIB_FRONTEND_HOSTCONSTANTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <optional>

namespace banklint {

class HostConstants {
public:
  explicit HostConstants(clang::ASTContext &Context) : Context(Context) {}

  std::optional<int64_t> integer(const clang::Expr *E) {
    return integer(E, /*Depth=*/0);
  }
  /// The three components of a dim3 (or of an integer that becomes one).
  std::array<std::optional<int64_t>, 3> dim3(const clang::Expr *E) {
    return dim3(E, /*Depth=*/0);
  }

private:
  std::optional<int64_t> integer(const clang::Expr *E, unsigned Depth);
  std::array<std::optional<int64_t>, 3> dim3(const clang::Expr *E,
                                             unsigned Depth);
  const clang::Expr *soleValue(const clang::Expr *E);
  bool isChanged(const clang::VarDecl &Decl);
  bool isOnlyRead(const clang::VarDecl &Decl,
                  const clang::FunctionDecl &Function);

  clang::ASTContext &Context;
  llvm::DenseMap<const clang::VarDecl *, bool> Changed;
  /// Functions whose variables' uses were looked at, and those variables of
  /// which some use is more than reading.
  llvm::DenseSet<const clang::FunctionDecl *> Scanned;
  llvm::DenseSet<const clang::ValueDecl *> Suspects;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_HOSTCONSTANTS_H
