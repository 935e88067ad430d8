//===- RawTokens.h - Tokens of a file's text --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_RAWTOKENS_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_RAWTOKENS_H

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// Calls \p See with the tokens of the text of \p File from byte \p First on,
/// until it returns false or the text ends: as written, whether compiled or
/// not, without comments and with macros as names. \p IsInDirective is true for
/// those of preprocessor directives. False if the text can't be read.
bool forEachRawToken(
    const clang::SourceManager &Sources, const clang::LangOptions &Language,
    clang::FileID File, unsigned First,
    llvm::function_ref<bool(const clang::Token &T, bool IsInDirective)> See);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_RAWTOKENS_H
