//===- LowerKernel.cpp - The program of a kernel --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerKernel.h"
#include "Lowering.h"

using namespace banklint;
using namespace clang;

LoweredKernel banklint::lowerKernel(ASTContext &Context,
                                    const Preprocessor &Macros,
                                    const SourceErrors &Errors,
                                    const FunctionDecl &Kernel) {
  PointerFacts Facts;
  for (;;) {
    Lowering Once(Context, Macros, Errors, Facts);
    LoweredKernel Lowered = Once.lower(Kernel);
    // Facts are about variables, of which there is a finite number.
    if (Once.Emit.Values.hasLearned())
      continue;
    Lowered.Facts = std::move(Facts);
    return Lowered;
  }
}

LoweredKernel banklint::lowerOpenKernel(
    ASTContext &Context, const Preprocessor &Macros, const SourceErrors &Errors,
    const FunctionDecl &Kernel, PointerFacts Facts, const OpenNumbers &Open) {
  return Lowering(Context, Macros, Errors, Facts, &Open).lower(Kernel);
}
