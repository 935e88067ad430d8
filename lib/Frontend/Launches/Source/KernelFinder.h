//===- KernelFinder.h - Kernels and what launches them ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_KERNELFINDER_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_KERNELFINDER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <vector>

namespace banklint {

/// How a call launches a kernel.
enum class LaunchKind {
  /// kernel<<<grid, block, bytes, stream>>>(arguments...)
  Chevrons,
  /// cudaLaunchKernel, cudaLaunchCooperativeKernel: (kernel, grid, block,
  /// pointers to arguments, bytes, stream)
  LaunchKernel,
  /// cudaLaunchKernelEx(configuration, kernel, arguments...)
  LaunchKernelEx,
  /// cudaLaunchKernelExC(configuration, kernel, pointers to arguments)
  LaunchKernelExC,
  /// A function that takes a cudaKernelNodeParams.
  GraphNode,
};
std::optional<LaunchKind> launchKind(const clang::CallExpr &Call);
/// That of calls of the function \p Name, if they launch.
std::optional<LaunchKind> launchKind(llvm::StringRef Name);

/// What one look at the user's declarations finds.
struct SourceIndex {
  /// Definitions of `__global__` functions: each instantiation of a template,
  /// and templates that are never instantiated.
  std::vector<const clang::FunctionDecl *> Kernels;
  /// Functions with a body that launch kernels or call such functions, in the
  /// order of the source.
  std::vector<const clang::FunctionDecl *> Launchers;
  llvm::DenseSet<const clang::FunctionDecl *> IsLauncher;
  /// The launchers that another one calls.
  llvm::DenseSet<const clang::FunctionDecl *> IsCalled;
  /// Each launch with the function that holds it. A lambda's stand under the
  /// function around it, too.
  std::vector<std::pair<const clang::FunctionDecl *, const clang::CallExpr *>>
      Launches;
  /// Launches in host templates that nothing instantiates.
  std::vector<const clang::CUDAKernelCallExpr *> TemplateLaunches;
  /// Functions with labels, in which control may come from anywhere.
  llvm::DenseSet<const clang::FunctionDecl *> HasLabels;
  /// All definitions that are no templates.
  std::vector<const clang::FunctionDecl *> Functions;
  /// The chevrons of launches and the names of functions that launch, those in
  /// templates included.
  llvm::DenseSet<clang::SourceLocation> LaunchPlaces;
  /// Those of them in templates of which Clang drops an instantiation.
  llvm::DenseSet<clang::SourceLocation> LostPlaces;
  /// Templates of functions of which an instantiation has errors.
  std::vector<const clang::FunctionDecl *> BrokenTemplates;
  /// Statements that contain a launch or call a launcher.
  llvm::DenseSet<const clang::Stmt *> LeadsToLaunch;
  /// Variables that are used in any other way than being read, or bound as
  /// const, after their initialization.
  llvm::DenseSet<const clang::VarDecl *> Changed;
  /// Variables that initializers of globals use otherwise than by reading them:
  /// other globals may hold their addresses.
  llvm::DenseSet<const clang::VarDecl *> Exposed;
  /// Variables that launches depend on, as far as assignments show.
  llvm::DenseSet<const clang::VarDecl *> Relevant;
  /// It has a `__shared__` variable; a file without has nothing to analyze.
  bool HasSharedMemory = false;
  /// Where those variables are specified as such, expansions of macros as a
  /// whole.
  llvm::DenseSet<clang::SourceLocation> SharedPlaces;
  /// Its `__global__` and `__device__` functions.
  std::vector<const clang::FunctionDecl *> DeviceFunctions;
};

/// Looks at the declarations of \p Context that are not in system headers.
SourceIndex indexSource(clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_KERNELFINDER_H
