//===- Integers.cpp - Integers and constants of the AST -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Integers.h"
#include "Ast/AstQueries.h"
#include "Recovery/LostCode.h"

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

std::optional<int64_t> banklint::constantOf(ASTContext &Context,
                                            const clang::Expr *E) {
  if (!E || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  clang::Expr::EvalResult Result;
  if (!E->EvaluateAsInt(Result, Context) || Result.HasSideEffects ||
      needsLostLayout(*E, Context))
    return std::nullopt;
  const llvm::APSInt &Int = Result.Val.getInt();
  if (Int.getBitWidth() > 64)
    return std::nullopt;
  return Int.isSigned() ? Int.getSExtValue() : int64_t(Int.getZExtValue());
}
