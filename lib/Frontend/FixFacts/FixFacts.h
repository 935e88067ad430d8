//===- FixFacts.h - What fixes need to know of the source -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds to a lowered kernel what an edit of its arrays needs: how the source
// spells subscripts, every other place that has an array's name, the numbers
// that rows are counted by.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_FIXFACTS_FIXFACTS_H
#define BANKLINT_LIB_FRONTEND_FIXFACTS_FIXFACTS_H

#include "Lowering/LowerKernel.h"

namespace banklint {

/// \p Lowered is what lowerKernel made of \p Kernel with the same arguments.
void addFixFacts(LoweredKernel &Lowered, clang::ASTContext &Context,
                 const clang::Preprocessor &Macros, const SourceErrors &Errors,
                 const clang::FunctionDecl &Kernel);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_FIXFACTS_FIXFACTS_H
