//===- Removal.h - Accesses that nothing needs ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_REMOVAL_H
#define BANKLINT_PROGRAM_REMOVAL_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// True if the compiler may remove \p A as a whole: a load whose value is used
/// on no side of any branch, so that it sinks and is unused; a store that is
/// unused, to an array that nothing reads.
inline bool mayBeRemoved(const Access &A) {
  return A.MayBeUnused && (A.MaySink || A.Op == MemoryOperation::Store);
}

} // namespace banklint

#endif // BANKLINT_PROGRAM_REMOVAL_H
