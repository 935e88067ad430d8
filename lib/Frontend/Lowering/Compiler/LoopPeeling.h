//===- LoopPeeling.h - Rounds with code of their own ---------- -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule L5. The compiler peels the first rounds off a loop where a variable is
// set to what no round changes: `first = false` makes it a constant behind the
// first round. These rounds are code of their own, in which more is known.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_LOOPPEELING_H
#define BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_LOOPPEELING_H

#include "clang/AST/Stmt.h"

namespace banklint {

/// True if the compiler may peel rounds off the `for`, `while` or `do` loop.
bool mayBePeeled(const clang::Stmt &Loop);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_LOOPPEELING_H
