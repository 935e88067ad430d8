//===- KnownNumbers.h - Expressions of known variables ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_KNOWNNUMBERS_H
#define BANKLINT_PROGRAM_KNOWNNUMBERS_H

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace banklint {

/// What variables of a program surely hold, by their number.
using KnownNumbers = llvm::DenseMap<unsigned, int64_t>;

/// The number that \p Id surely is where variables hold \p Known; nothing if
/// that depends on something else. One operand may decide: 0 && x.
std::optional<int64_t> numberOf(const KernelProgram &Program, ExprId Id,
                                const KnownNumbers &Known);

} // namespace banklint

#endif // BANKLINT_PROGRAM_KNOWNNUMBERS_H
