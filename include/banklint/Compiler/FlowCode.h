//===- FlowCode.h - The steps of a flow in a program ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMPILER_FLOWCODE_H
#define BANKLINT_COMPILER_FLOWCODE_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// True if \p B has steps and nothing else.
bool hasOnlyFlow(const Block &B);

/// Removes all steps.
void removeFlow(KernelProgram &Program);

/// True if \p S is a load.
bool isLoad(const KernelProgram &Program, const Stmt &S);

} // namespace banklint

#endif // BANKLINT_COMPILER_FLOWCODE_H
