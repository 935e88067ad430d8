//===- LowerKernel.h - The program of a kernel ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_LOWERKERNEL_H
#define BANKLINT_LIB_FRONTEND_LOWERING_LOWERKERNEL_H

#include "Lowering/Emit/PointerValues.h"
#include "Lowering/Emit/SourcePlaces.h"
#include "Recovery/SourceErrors.h"
#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class Preprocessor;
class VarDecl;
} // namespace clang

namespace banklint {

/// Numbers of the source that are left open: parameters behind all others.
struct OpenNumbers {
  unsigned Count = 0;
  /// Which of them an expression gives, below Count.
  llvm::DenseMap<const clang::Expr *, unsigned> Numbers;
};

struct LoweredKernel {
  KernelProgram Program;
  /// Makes spans of the program; Program.Files are its files.
  SourcePlaces Places;
  /// The declarations of the program's arrays, by their numbers.
  std::vector<const clang::VarDecl *> ArrayDecls;
  /// The expressions whose places accesses are at, by the access's number.
  std::vector<std::pair<unsigned, const clang::Expr *>> AccessPlaces;
  /// What had to be known before.
  PointerFacts Facts;
};

/// The program of \p Kernel, which has a body. \p Errors are those of the whole
/// source; \p Macros are at its end.
LoweredKernel lowerKernel(clang::ASTContext &Context,
                          const clang::Preprocessor &Macros,
                          const SourceErrors &Errors,
                          const clang::FunctionDecl &Kernel);

/// The same once more, with the numbers of \p Open left open; \p Facts are
/// those of the first time.
LoweredKernel lowerOpenKernel(clang::ASTContext &Context,
                              const clang::Preprocessor &Macros,
                              const SourceErrors &Errors,
                              const clang::FunctionDecl &Kernel,
                              PointerFacts Facts, const OpenNumbers &Open);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_LOWERKERNEL_H
