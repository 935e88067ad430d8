//===- CountedLoops.h - Loops that count in constants -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the syntax tree says of `for (int i = 0; i < 8; ++i)`.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_COUNTEDLOOPS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_COUNTEDLOOPS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace banklint {

/// A loop whose counter takes the values First, First + Step, ... below End.
struct CountedLoop {
  const clang::VarDecl *Counter;
  int64_t First;
  int64_t End;
  /// More than 0.
  int64_t Step;

  int64_t rounds() const {
    return End <= First ? 0 : (End - First - 1) / Step + 1;
  }
};

/// \p S as such a loop, if its head says so. Whether its body leaves it or sets
/// the counter is not looked at.
std::optional<CountedLoop> countedLoop(const clang::Stmt &S,
                                       clang::ASTContext &Context);

/// True if \p S surely does a round, as its head says.
bool isEntered(const clang::Stmt &S, clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_COMPILER_COUNTEDLOOPS_H
