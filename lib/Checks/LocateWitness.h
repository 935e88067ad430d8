//===- LocateWitness.h - Where a witness's words are ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wavefronts do not change when a warp-uniform offset is left out; the numbers
// of words and banks do. Messages may name them only when nothing was left out.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_LOCATEWITNESS_H
#define BANKLINT_LIB_CHECKS_LOCATEWITNESS_H

#include "Occurrence.h"

namespace banklint {

/// How far the numbers of a witness may be reported.
enum class WitnessFrame {
  /// Neither words nor banks: an unknown offset was left out.
  Relative,
  /// Words of the array; where it starts is not known.
  Words,
  /// Words of the array and banks.
  WordsAndBanks,
};

struct WitnessLocation {
  /// arrayOf the access.
  std::optional<unsigned> Array;
  WitnessFrame Frame = WitnessFrame::Relative;
};

/// Locates the worst request of \p O, which must have one.
WitnessLocation locateWitness(const Occurrence &O, const Architecture &Arch);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_LOCATEWITNESS_H
