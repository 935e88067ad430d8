//===- PlainCode.h - Host code that changes what it names -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_PLAINCODE_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_PLAINCODE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// Finds functions that are plain: they, and those that they call, change no
/// variables but those that they name and those that they reach by pointers.
/// Nothing runs that the source does not spell where it runs: no constructors
/// and destructors of its own, lambdas, functions that others call back, jumps
/// and exceptions.
class PlainCode {
public:
  /// True if \p Function has a body and is plain.
  bool contains(const clang::FunctionDecl &Function);

private:
  bool isPlain(const clang::Stmt &S);

  /// False while a function is looked at: what calls itself is not plain.
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

/// True if code that gets \p Argument might call a function of the source.
bool mayCallSource(const clang::Expr &Argument);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_SOURCE_PLAINCODE_H
