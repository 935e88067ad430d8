//===- InlineAssembly.h - Accesses of asm statements ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_INLINEASSEMBLY_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_INLINEASSEMBLY_H

#include "Lowering/Lowerer.h"

namespace banklint {

/// Lowers \p S, which may read and write whatever it is given.
void lowerAsm(Lowerer &L, const clang::AsmStmt &S);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_INLINEASSEMBLY_H
