//===- SharedScan.h - Files that need no parse ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most files of most projects have no shared memory, and neither do the headers
// that they include. To preprocess them takes a tenth of the time that a parse
// takes, and shows every token that a parse would see.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_SHAREDSCAN_H
#define BANKLINT_LIB_FRONTEND_SHAREDSCAN_H

#include "banklint/Parse/PrecompiledDeclarations.h"
#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class CompilerInstance;
class CompilerInvocation;
class FileManager;
class Preprocessor;
} // namespace clang

namespace banklint {

/// True if the source of \p Invocation, preprocessed, has no token that a
/// shared variable can be declared with; \p Inspect is then called, once, while
/// the preprocessor still has all files that a parse would read. False if there
/// is one, or if the preprocessor does not see all of what a parse sees: a
/// header is missing, there is an error, or declarations come from a module or
/// a precompiled header of the command. Reports no diagnostics. If \p Defined
/// is not null, launches are wanted: also false if there is one of a kernel
/// that is not defined here, else \p Defined gets the names of those that are.
///
/// \p Begin sets the compiler up as that of a parse. It may load the embedded
/// declarations, which have no shared variable.
bool isWithoutShared(
    const clang::CompilerInvocation &Invocation, clang::FileManager &Files,
    std::vector<KernelIdentity> *Defined,
    llvm::function_ref<void(clang::CompilerInstance &)> Begin,
    llvm::function_ref<void(const clang::Preprocessor &)> Inspect);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_SHAREDSCAN_H
