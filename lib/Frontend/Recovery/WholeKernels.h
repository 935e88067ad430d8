//===- WholeKernels.h - Kernels that no error concerns ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_WHOLEKERNELS_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_WHOLEKERNELS_H

#include "SourceErrors.h"
#include "banklint/Program/Types.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"

namespace banklint {

/// The texts of those \p Kernels in the main file of which no use can have been
/// lost: neither they nor what they may call have an error of \p Errors. None
/// if an error is outside of the bodies of \p Functions, all that the file
/// defines: types, constants and specializations may mean something else then;
/// nor after a fatal error, which hides others. No templates: an instantiation
/// may have been lost. Of the spans, File is not set.
std::vector<SourceSpan>
wholeKernels(llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
             llvm::ArrayRef<const clang::FunctionDecl *> Functions,
             const SourceErrors &Errors, const clang::SourceManager &Sources);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_WHOLEKERNELS_H
