//===- ArrayRegrouping.h - An array whose elements move ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What no extent can be padded for: gaps in an array of one dimension, a
// structure of arrays instead of an array of structures, and rows whose pitch
// other code states. Only described, since every subscript and member access,
// or all that states the pitch, has to be written anew.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_ARRAYREGROUPING_H
#define BANKLINT_LIB_CHECKS_FIXES_ARRAYREGROUPING_H

#include "Fixes/ArrayUses.h"
#include "banklint/Analysis/PlaceCounts.h"

namespace banklint {

struct ArrayRegrouping {
  /// Its change has gaps or pieces, or is predicted.
  LayoutResult Search;
  /// All accesses are to tensors of one layout.
  bool AreOfTensors = false;
  PlaceCounts Places;
};

/// What leaves \p Scope the fewest wavefronts.
ArrayRegrouping regroupArray(const ArrayScope &Scope,
                             const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_ARRAYREGROUPING_H
