//===- WarpFunctions.h - Functions of a whole warp --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_WARPFUNCTIONS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_WARPFUNCTIONS_H

#include "Lowering/Device/DeviceFunctions.h"
#include "Lowering/Lowerer.h"

namespace banklint {

/// The thread's place in its warp, a u32.
ExprId laneNumber(ExprBuilder &Builder);

/// The value of the special register \p Name, without its percent sign, or
/// nothing if there is no such register here.
std::optional<ExprId> specialRegister(Emitter &Emit, llvm::StringRef Name);

/// The value of the call \p E of the known function \p Name, if that is a
/// function of the whole warp or reads a special register.
std::optional<ExprId> lowerWarpCall(Lowerer &L, const clang::CallExpr &E,
                                    DeviceMeaning Meaning,
                                    llvm::StringRef Name);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_WARPFUNCTIONS_H
