//===- MemoryWrites.h - Functions that write through pointers ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `memcpy` of a constant size is what a copy of a struct of that size is: the
// compiler accesses pieces as wide as it knows the address to be aligned.
// `sincosf` and its like store each result once.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_MEMORYWRITES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_MEMORYWRITES_H

#include "Lowering/Device/DeviceFunctions.h"
#include "Lowering/Lowerer.h"

namespace banklint {

/// Lowers the call \p E of a function of \p Meaning; nothing if it does not
/// access shared memory, or not as far as is known.
std::optional<ExprId> lowerMemoryWrite(Lowerer &L, const clang::CallExpr &E,
                                       DeviceMeaning Meaning);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_MEMORYWRITES_H
