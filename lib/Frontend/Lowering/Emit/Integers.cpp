//===- Integers.cpp - Integers of device code -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/Integers.h"
#include "Ast/AstQueries.h"

using namespace banklint;
using namespace clang;

std::optional<IntType> banklint::intType(const ASTContext &Context,
                                         QualType Type) {
  if (Type.isNull())
    return std::nullopt;
  Type = Type.getNonReferenceType();
  if (Type->isPointerType() || Type->isNullPtrType())
    return U64;
  return integerType(Type, Context);
}

IntType banklint::valueType(const ASTContext &Context, QualType Type) {
  return intType(Context, Type).value_or(I32);
}
