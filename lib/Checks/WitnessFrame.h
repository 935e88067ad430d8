//===- WitnessFrame.h - What a witness's numbers mean -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wavefronts do not change when a warp-uniform offset is left out; the numbers
// of words and banks do. Messages may tell them only when nothing was left out.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_WITNESSFRAME_H
#define BANKLINT_LIB_CHECKS_WITNESSFRAME_H

#include "ConflictPlaces.h"

namespace banklint {

/// How far the numbers of a witness may be told.
enum class WitnessFrame {
  /// Neither words nor banks: an unknown offset was left out.
  Relative,
  /// Words of the array that the access names; where the array starts is not
  /// known.
  Words,
  /// Words of the array and banks.
  WordsAndBanks,
};

/// The frame of the worst request of \p O, which must have one. Executes the
/// kernel once more to find it.
WitnessFrame frameOf(const Occurrence &O, const Architecture &Arch,
                     const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_WITNESSFRAME_H
