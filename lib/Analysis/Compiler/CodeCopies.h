//===- CodeCopies.h - Copies that unrolling makes ------------- -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler makes copies of a loop's body where it unrolls. What is merged,
// or aligned, in one of them need not be so in another.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_CODECOPIES_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_CODECOPIES_H

#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

/// Compilers look at some hundred neighbours, not at whole kernels: nvcc 13
/// merges the loads of four iterations of an outer loop with 128 accesses each.
constexpr unsigned MaxNeighbours = 512;
/// How many accesses apart different ones may be, unless it is known that they
/// stand in one straight line.
constexpr unsigned MaxOthersApart = 128;

/// Names the copy of the innermost loop around \p Event whose iterations the
/// compiler can't count: nvcc unrolls loops around it whose few it can.
size_t copyAround(const AccessEvent &Event);

/// Names the copy of the access that \p Event makes in that loop. Those of
/// iterations so far apart that they are no neighbours may have one name.
size_t copyInside(const AccessEvent &Event);

/// Names the place of \p Event's access in code that iterations share whatever
/// the compiler unrolls; nothing if no iterations share it for sure.
std::optional<size_t> oneCodeOf(const AccessEvent &Event);

/// Names the copy of code that \p Event executes. How many iterations of a
/// rolled loop become one copy is not known, but places repeat after so many.
size_t codeOf(const AccessEvent &Event);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_CODECOPIES_H
