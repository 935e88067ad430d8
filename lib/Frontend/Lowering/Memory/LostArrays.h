//===- LostArrays.h - Arrays that no access goes to -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer into an array may get lost where the source keeps it in a way that
// is not lowered. All accesses through it are lost then, too, and the array
// would be missing in the report as if nothing used it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_LOSTARRAYS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_LOSTARRAYS_H

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// The numbers of the arrays that no access names and whose addresses, of which
/// there are some, get into no access's address, no comparison and none of
/// \p Unused, in order. None if some access of \p Program may go to any array.
llvm::SmallVector<unsigned, 4> lostArrays(const KernelProgram &Program,
                                          llvm::ArrayRef<ExprId> Unused);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_LOSTARRAYS_H
