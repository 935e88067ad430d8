//===- Matrix.h - Matrix fragments of a warp --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_MATRIX_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_MATRIX_H

#include "Lowering/Device/DeviceFunctions.h"
#include "Lowering/Lowerer.h"

namespace banklint {

/// Lowers the call \p E of a known function, if that loads or stores a fragment
/// of nvcuda::wmma.
std::optional<ExprId> lowerMatrixAccess(Lowerer &L, const clang::CallExpr &E,
                                        DeviceMeaning Meaning);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_MATRIX_H
