//===- AtomicLoops.h - Atomics that are loops -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_HARDWARE_ATOMICLOOPS_H
#define BANKLINT_LIB_HARDWARE_ATOMICLOOPS_H

#include "banklint/Hardware/Wavefronts.h"

namespace banklint {

/// The loads of a loop of 4 or 8 bytes that one warp runs alone, over all
/// iterations.
RequestCost costOfLoopLoads(const Architecture &Arch,
                            const WarpRequest &Request);

/// True if lanes that do not swap in one pass share a word: the number of
/// iterations then depends on the data.
bool sharesAcrossSwaps(const Architecture &Arch, const WarpRequest &Request);

} // namespace banklint

#endif // BANKLINT_LIB_HARDWARE_ATOMICLOOPS_H
