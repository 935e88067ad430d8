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
#include "llvm/ADT/DenseSet.h"
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

/// What kind of file \p Context is, system headers left out.
struct FileTraits {
  /// It has a `__shared__` variable; one without has nothing to analyze.
  bool HasSharedMemory = false;
  /// Where those variables are specified as such, expansions of macros as a
  /// whole.
  llvm::DenseSet<clang::SourceLocation> SharedPlaces;
  /// Its `__global__` and `__device__` functions.
  std::vector<const clang::FunctionDecl *> DeviceFunctions;
};
FileTraits traitsOf(clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_KERNELFINDER_H
