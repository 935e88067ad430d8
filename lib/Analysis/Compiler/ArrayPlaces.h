//===- ArrayPlaces.h - Where the compiler places arrays ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule A1. nvcc places the arrays that a kernel declares one after the other,
// in the order of the source but for nested blocks, each at the next multiple
// of its alignment, from a multiple of 16 bytes on; arrays of functions, of the
// file and of nested blocks, which may stand before or behind them, likewise.
// Dynamic memory comes last. Of code that is linked with that of other files it
// knows the alignments alone. docs/compiler-model.md says what was seen.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_ARRAYPLACES_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_ARRAYPLACES_H

#include "banklint/Interpreter/Interpreter.h"
#include <optional>
#include <vector>

namespace banklint {

/// Of the narrowest access that neighbors are merged into, 8 bytes.
constexpr unsigned MinMergedBits = 3;
/// Of the widest access, 16 bytes.
constexpr unsigned WidestBits = 4;

class ArrayPlaces {
public:
  ArrayPlaces(const KernelProgram &Program,
              llvm::ArrayRef<LayoutOverride> Layout);

  /// The power of two, up to 16, that divides the address of array number \p
  /// Array, as an exponent; nothing if its place is not known.
  std::optional<unsigned> alignmentOf(unsigned Array) const {
    return Bits[Array];
  }

private:
  std::vector<std::optional<unsigned>> Bits;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_ARRAYPLACES_H
