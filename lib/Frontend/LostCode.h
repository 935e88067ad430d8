//===- LostCode.h - Source text that has no AST -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOSTCODE_H
#define BANKLINT_LIB_FRONTEND_LOSTCODE_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// Tokens of a stretch of source that the AST does not hold.
using LostTokens = llvm::SmallVector<clang::Token, 0>;

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOSTCODE_H
