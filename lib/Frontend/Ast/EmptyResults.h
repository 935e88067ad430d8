//===- EmptyResults.h - Functions that compute with types -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries such as CuTe compute with types: of the calls in a kernel that uses
// them, most return an object that has no data, and all that they do was done
// when their template was instantiated. There is nothing to follow in them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_AST_EMPTYRESULTS_H
#define BANKLINT_LIB_FRONTEND_AST_EMPTYRESULTS_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

class EmptyResults {
public:
  /// True if all that a call of \p Function does is to make an object without
  /// data, or to refer to one: it is a constexpr function of a library, and
  /// nothing that it is given can do anything else for it. Its arguments may
  /// have effects of their own.
  bool isOf(const clang::FunctionDecl &Function);

private:
  /// True if code of the user may run where an object of \p Type is used, or
  /// memory be changed through it.
  bool mayHaveEffects(clang::QualType Type);
  bool mayHaveEffects(const clang::CXXRecordDecl &Class);

  llvm::DenseMap<const clang::FunctionDecl *, bool> Functions;
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> Classes;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_AST_EMPTYRESULTS_H
