//===- InjectedTokens.h - Tokens that no file has ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_INJECTEDTOKENS_H
#define BANKLINT_LIB_FRONTEND_INJECTEDTOKENS_H

#include "clang/Lex/Preprocessor.h"

namespace banklint {

/// Adds the tokens of \p Text, which has to outlive the parse, as if they were
/// all at \p Place.
void addTokens(const std::string &Text, clang::SourceLocation Place,
               clang::Preprocessor &Macros,
               llvm::SmallVectorImpl<clang::Token> &Tokens);

/// Has \p Macros return \p Tokens before what it would return next.
void injectTokens(llvm::ArrayRef<clang::Token> Tokens,
                  clang::Preprocessor &Macros);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_INJECTEDTOKENS_H
