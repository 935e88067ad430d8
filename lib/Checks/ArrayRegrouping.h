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
#ifndef BANKLINT_LIB_CHECKS_ARRAYREGROUPING_H
#define BANKLINT_LIB_CHECKS_ARRAYREGROUPING_H

#include "banklint/Analysis/PlaceCounts.h"
#include "banklint/Checks/Report.h"

namespace banklint {

struct ArrayRegrouping {
  /// Its change has gaps or pieces, or is predicted.
  LayoutResult Search;
  /// Only if it does not clear everything and is not predicted.
  PlaceCounts Places;
  /// The one instantiation that Search is about, if what helps differs between
  /// them: their arrays have different extents.
  std::string OnlyIn;
};

/// The better of both for array number \p Array of \p Program, one of \p R's,
/// which must be declared at a place of its own.
ArrayRegrouping regroupArray(const Report &R, const KernelProgram &Program,
                             unsigned Array, const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_ARRAYREGROUPING_H
