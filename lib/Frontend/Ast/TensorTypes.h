//===- TensorTypes.h - Layouts of tensors in their types --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a tensor of CuTe says whether it is in shared memory, of which
// elements it is and with which swizzle they lie there:
//   Tensor<ViewEngine<smem_ptr<T *>>, ComposedLayout<Swizzle<B, M, S>, ...>>
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_AST_TENSORTYPES_H
#define BANKLINT_LIB_FRONTEND_AST_TENSORTYPES_H

#include "banklint/Program/TensorLayout.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace banklint {

class TensorTypes {
public:
  explicit TensorTypes(const clang::ASTContext &Context) : Context(Context) {}

  /// What a type says.
  struct Tensor {
    /// It is a tensor in shared memory.
    bool IsShared = false;
    /// Nothing if the type does not say it.
    std::optional<TensorLayout> Layout;
  };
  Tensor of(clang::QualType Type);
  /// Of what \p Call returns, if it makes it of other things than such tensors.
  Tensor madeBy(const clang::Expr &Call);

  /// True if \p E is a call that has such a tensor for an argument, or is made
  /// of one.
  bool hasShared(const clang::Expr &E);

private:
  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::Type *, Tensor> Known;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_AST_TENSORTYPES_H
