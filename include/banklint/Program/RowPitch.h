//===- RowPitch.h - Rows that only subscripts know --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile in an array of one extent, s[y * 32 + x], has its pitch in the
// subscripts. What has to be edited to change it is listed here, together with
// the program that a kernel becomes when the pitch is left open.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_ROWPITCH_H
#define BANKLINT_PROGRAM_ROWPITCH_H

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// Text that an edit may replace.
struct SpelledNumber {
  SourceSpan Span;
  /// "32", "PITCH".
  std::string Text;
};

/// The constant that all factors of a pitch name, if it serves for nothing
/// else than subscripts and the extent of the one array.
struct PitchConstant {
  std::string Name;
  /// The decimal number that defines it.
  SpelledNumber Definition;
  /// The array's elements are the sum of ExtentTerms[i] * pitch ^ i.
  llvm::SmallVector<int64_t, 4> ExtentTerms;
};

/// A number that subscripts of an array multiply by. Every text that names the
/// array, compiled or not, is a subscript or asks for its type only.
struct RowPitch {
  unsigned Array = 0;
  /// At least 2.
  uint64_t Elements = 0;
  /// All places where a subscript multiplies by it, in the order of the text.
  std::vector<SpelledNumber> Factors;
  /// It is a factor of the array's only extent, as a product.
  std::optional<SpelledNumber> ExtentFactor;
  std::optional<PitchConstant> Constant;
  /// A longer pitch that the extent has as a factor, though no subscript
  /// multiplies by it: `s[32 * (32 + 1)]`. 0 if there is none.
  uint64_t DeclaredElements = 0;
  /// How the extent spells it.
  std::string DeclaredText;
};

struct PitchedProgram {
  std::vector<RowPitch> Pitches;
  /// The kernel's program with a parameter for each of Pitches in place of all
  /// its factors. They stand behind all other parameters. Arrays and accesses
  /// have the numbers that they have in the kernel's own program.
  KernelProgram Program;
  /// A header declares the kernel: other files may launch it.
  bool IsDeclaredInHeader = false;

  /// The parameter for Pitches[\p Pitch].
  unsigned parameterOf(size_t Pitch) const {
    return unsigned(Program.Parameters.size() - Pitches.size() + Pitch);
  }
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_ROWPITCH_H
