//===- RowPitches.h - Rows that only subscripts know ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the numbers that the subscripts of an array of one extent multiply by,
// where each of them stands, and whether they have one definition that serves
// for nothing else. Whether the subscripts are such of rows and columns, an
// execution has to find out.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_FIXFACTS_ROWPITCHES_H
#define BANKLINT_LIB_FRONTEND_FIXFACTS_ROWPITCHES_H

#include "Lowering/LowerKernel.h"
#include "banklint/Program/RowPitch.h"

namespace banklint {

/// The row pitches of a kernel's arrays.
struct PitchFactors {
  std::vector<RowPitch> Pitches;
  /// By expression that gives one, or whose rows have it: its index in Pitches.
  llvm::DenseMap<const clang::Expr *, unsigned> Numbers;
  std::vector<StructArray> Structs;
};

/// Those of \p Lowered, whose layout uses are all known.
PitchFactors findRowPitches(LoweredKernel &Lowered,
                            const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_FIXFACTS_ROWPITCHES_H
