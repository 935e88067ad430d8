//===- FloatUses.h - Numbers in floating point that become integers -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a number in floating point nothing is known but whether all lanes share
// it, and only integers that are made of it matter. Variables that are read for
// that are lowered as if they were integers of which nothing is known.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_FLOATUSES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_FLOATUSES_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class FloatUses {
public:
  /// True if the function of \p Decl, a local variable, makes an integer of it
  /// or of a part of it, perhaps by way of other variables.
  bool becomesInteger(const clang::VarDecl &Decl);

private:
  using Variables = llvm::DenseSet<const clang::VarDecl *>;

  llvm::DenseMap<const clang::FunctionDecl *, Variables> Found;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_FLOATUSES_H
