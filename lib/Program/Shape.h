//===- Shape.h - Rules that one declaration can break alone -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the verifier and by the parser, which knows the place to blame.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_PROGRAM_SHAPE_H
#define BANKLINT_LIB_PROGRAM_SHAPE_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// What is wrong with the sizes of an array, or of an access, if something is.
std::optional<std::string> verifyShape(const SharedArray &Array);
std::optional<std::string> verifyShape(const Access &A);

/// True if \p Value of \p Type and \p Operands may be an OpaqueValue::IsSum.
bool isSum(const KernelProgram &Program, const OpaqueValue &Value, IntType Type,
           llvm::ArrayRef<ExprId> Operands);

} // namespace banklint

#endif // BANKLINT_LIB_PROGRAM_SHAPE_H
