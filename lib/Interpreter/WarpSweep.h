//===- WarpSweep.h - Warps that need not be executed ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_WARPSWEEP_H
#define BANKLINT_LIB_INTERPRETER_WARPSWEEP_H

#include "LaunchState.h"

namespace banklint {

/// Executes the warps of a block, but for those that the listener can repeat
/// (Sweeps.h): warps whose threads have indices that are moved by the same
/// steps do the same until a condition tells them apart.
ExecutionSummary executeWarps(LaunchState Shared);

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_WARPSWEEP_H
