//===- MemberParameters.h - Structs that kernels are passed -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_MEMBERPARAMETERS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_MEMBERPARAMETERS_H

#include "Lowering/Memory/Memory.h"

namespace banklint {

/// The record for \p Parameter, a struct that is passed to the kernel as number
/// \p Number and never changed. Its integers are parameters of their own, added
/// to the program. Nothing if it has none.
std::optional<unsigned> addMemberParameters(const clang::ParmVarDecl &Parameter,
                                            unsigned Number, Emitter &Emit,
                                            Memory &Mem);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_MEMBERPARAMETERS_H
