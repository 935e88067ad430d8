//===- KernelFinder.h - Kernels and launches of a file ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_KERNELFINDER_H
#define BANKLINT_LIB_FRONTEND_KERNELFINDER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <vector>

namespace banklint {

struct FoundKernels {
  /// Definitions of `__global__` functions: each instantiation of a template,
  /// and templates that are never instantiated.
  std::vector<const clang::FunctionDecl *> Kernels;
  std::vector<const clang::CUDAKernelCallExpr *> Launches;
};

/// Searches the declarations of \p Context that are not in system headers.
FoundKernels findKernels(clang::ASTContext &Context);

/// True if the file has a `__shared__` variable outside of system headers; one
/// without has nothing to analyze.
bool hasSharedMemory(clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_KERNELFINDER_H
