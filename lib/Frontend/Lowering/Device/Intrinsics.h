//===- Intrinsics.h - Functions of the CUDA headers by name -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_INTRINSICS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_INTRINSICS_H

#include "Lowering/Device/DeviceFunctions.h"
#include "Lowering/Lowerer.h"

namespace banklint {

/// The value of the call \p E of the known function \p Name, if its meaning is
/// lowered here.
std::optional<ExprId> lowerIntrinsic(Lowerer &L, const clang::CallExpr &E,
                                     DeviceMeaning Meaning,
                                     llvm::StringRef Name);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_INTRINSICS_H
