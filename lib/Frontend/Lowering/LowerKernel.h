//===- LowerKernel.h - The program of a kernel ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_LOWERKERNEL_H
#define BANKLINT_LIB_FRONTEND_LOWERING_LOWERKERNEL_H

#include "Recovery/SourceErrors.h"
#include "banklint/Program/KernelProgram.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Preprocessor;
} // namespace clang

namespace banklint {

/// The program of \p Kernel, which has a body. \p Errors are those of the whole
/// source; \p Macros are at its end.
KernelProgram lowerKernel(clang::ASTContext &Context,
                          const clang::Preprocessor &Macros,
                          const SourceErrors &Errors,
                          const clang::FunctionDecl &Kernel);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_LOWERKERNEL_H
