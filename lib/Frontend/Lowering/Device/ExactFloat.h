//===- ExactFloat.h - Floating point that is exact --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards such as `threadIdx.x < blockDim.x / 32.f` compute with few bits and
// divide by powers of two. Nothing is rounded in them, whatever order, width or
// fused operation the compiler chooses, so that integers can stand for them: a
// numerator over a power of two. Each step has a condition under which it is
// exact; where that fails, the value is unknown.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_EXACTFLOAT_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_EXACTFLOAT_H

#include "Lowering/Lowerer.h"

namespace banklint {

/// The value of \p E, if it compares such numbers.
std::optional<ExprId> lowerExactComparison(Lowerer &L,
                                           const clang::BinaryOperator &E);

/// Such a number as an integer of \p E's type, or as bool.
std::optional<ExprId> lowerExactCast(Lowerer &L, const clang::CastExpr &E);

/// The result of \p E, a call of DeviceMeaning::ToInteger. If it is not exact,
/// it is the same where the argument is.
ExprId lowerToInteger(Lowerer &L, const clang::CallExpr &E,
                      llvm::StringRef Name);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_EXACTFLOAT_H
