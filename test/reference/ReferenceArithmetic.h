//===- ReferenceArithmetic.h - Operators on plain C++ types -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of the program form's operators, written a second time with the
// machine's own integer types, so that Expr.h's evaluate has something to be
// checked against.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_REFERENCEARITHMETIC_H
#define BANKLINT_TEST_REFERENCE_REFERENCEARITHMETIC_H

#include "banklint/Program/Expr.h"

namespace banklint {

/// \p Operand converted to \p Type as C++ does it: bool by comparison with 0.
/// Values go in and out in canonical form, here and below.
int64_t referenceConvert(int64_t Operand, IntType Type);

int64_t referenceUnary(UnaryOp Op, int64_t Operand, IntType Type);

/// Nothing for a division by zero.
std::optional<int64_t> referenceBinary(BinaryOp Op, int64_t Left, int64_t Right,
                                       IntType Type);

/// True if the exact result does not fit a signed \p Type, which C++ leaves
/// undefined, or an unsigned one of 32 bits and more.
bool referenceWraps(UnaryOp Op, int64_t Operand, IntType Type);
bool referenceWraps(BinaryOp Op, int64_t Left, int64_t Right, IntType Type);
/// True if a conversion between types of 32 bits and more changes the number.
bool referenceConvertWraps(int64_t Operand, IntType From, IntType To);

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_REFERENCEARITHMETIC_H
