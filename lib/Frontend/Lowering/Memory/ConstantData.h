//===- ConstantData.h - Global variables whose value is known ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of indices are often global data:
//
//   __constant__ int zigzag[64] = {0, 1, 8, 16, 9, 2, ...};
//
// They hold what initializes them if they are `const`, or are `__constant__`
// and no host code of the file names them. Another file could copy to them only
// if it declared them `extern`, which nobody does to a variable with an
// initializer.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_CONSTANTDATA_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_CONSTANTDATA_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace banklint {

class ConstantData {
public:
  explicit ConstantData(clang::ASTContext &Context) : Context(Context) {}

  /// What initializes the global variable \p Decl, an integer or an array of
  /// integers, if that is its value whenever a kernel runs.
  const clang::Expr *valueOf(const clang::VarDecl &Decl);

private:
  bool isNamedByHost(const clang::VarDecl &Decl);

  clang::ASTContext &Context;
  /// The `__constant__` variables that host code names, once looked for.
  std::optional<llvm::DenseSet<const clang::VarDecl *>> OfHost;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_CONSTANTDATA_H
