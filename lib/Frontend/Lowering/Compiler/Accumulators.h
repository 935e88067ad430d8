//===- Accumulators.h - Stores that may change nothing ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the first iteration of `int sum = 0; for (...) s[i] = sum += s[i];` the
// compiler finds that 0 + s[i] is what stands in s[i] already, and leaves the
// store out. Such a sum is a variable that starts as a constant and then only
// changes by what it was before.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_ACCUMULATORS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_ACCUMULATORS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class Accumulators {
public:
  explicit Accumulators(const clang::ASTContext &Context) : Context(Context) {}

  /// True if what \p Store, a statement of \p Function, assigns is made of a
  /// variable that only accumulates.
  bool feed(const clang::BinaryOperator &Store,
            const clang::FunctionDecl &Function);

private:
  const clang::ASTContext &Context;
  /// Variables of a function that start as a constant and then accumulate.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::DenseSet<const clang::VarDecl *>>
      Found;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_ACCUMULATORS_H
