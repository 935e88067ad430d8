//===- Arithmetic.h - Operators on values -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_ARITHMETIC_H
#define BANKLINT_LIB_FRONTEND_LOWERING_ARITHMETIC_H

#include "Lowering/Emit/Emitter.h"
#include "clang/AST/OperationKinds.h"

namespace banklint {

/// \p Op, which neither assigns nor leaves out an operand, on operands that are
/// lowered already.
ExprId lowerArithmetic(Emitter &Emit, clang::BinaryOperatorKind Op, ExprId Left,
                       ExprId Right, clang::QualType LeftType,
                       clang::QualType RightType, clang::QualType Type);

/// True if \p E may need only some bytes of its operands, of which one is a
/// number of 8 bytes or more: a conversion, a mask, a shift by half of it.
bool needsOnlyPart(const clang::Expr &E, clang::ASTContext &Context);
/// The same of what \p E assigns.
bool assignsOnlyPart(const clang::CompoundAssignOperator &E,
                     clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_ARITHMETIC_H
