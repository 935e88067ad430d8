//===- StoredValues.h - What stores to a place write there ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `x = s[i]; y = s[i + 1]; s[i] = y; s[i + 1] = y;` the compiler leaves out
// the last store: it writes what was read from its place. In
// `x = s[i]; y = s[i + 1]; s[i] = x + 1; s[i + 1] = y + 1;` it may first do all
// with one place, and then all with the other.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_STOREDVALUES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_STOREDVALUES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

class StoredValues {
public:
  enum Kind {
    Other,
    /// A variable that was last set to what stands there, spelled alike. Of a
    /// member of a struct that was read as a whole the compiler does not see
    /// that.
    OfPlace,
    /// What may be made of what stands there, but of nothing else that was read
    /// from shared memory.
    MayBeOfPlace
  };

  explicit StoredValues(clang::ASTContext &Context) : Context(Context) {}

  /// What \p Store, an assignment in \p Function, writes.
  Kind of(const clang::Expr &Store, const clang::FunctionDecl &Function);

private:
  clang::ASTContext &Context;
  /// Those of a function that are not Other.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::DenseMap<const clang::Expr *, Kind>>
      Found;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_STOREDVALUES_H
