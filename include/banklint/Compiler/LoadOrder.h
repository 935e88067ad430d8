//===- LoadOrder.h - Loads that surely stand before a store -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In straight code that loads places and stores to them, the compiler loads a
// place just before the first store that needs it:
//
//   x = s[i]; y = s[i + 1]; s[i] = x + 1; s[i + 1] = y + 1;
//
// becomes a load and a store of the one place, and then of the other one. The
// loads stay together if the first store needs both, as `s[i] = x + y` does.
// docs/compiler-model.md says how this was measured.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMPILER_LOADORDER_H
#define BANKLINT_COMPILER_LOADORDER_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// Sets Access::IsAmidLoads of the stores in \p Program that perhaps stand
/// before something that is loaded before them.
void orderLoads(KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_COMPILER_LOADORDER_H
