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
  /// Instead of subscripts, the last extent of this member of the array's
  /// elements states it, and of others that are declared at the same place.
  std::optional<unsigned> Member;
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

/// A member of several extents in an array's elements, which are structs.
struct MemberArray {
  /// Behind the array's name: "a", "tiles.v".
  std::string Name;
  /// The byte of the element where it starts.
  uint64_t Begin = 0;
  unsigned ElementBytes = 0;
  /// At least two, slowest first.
  std::vector<Extent> Extents;
  /// Its declaration, which members of several structs may share.
  SourceSpan Span;
  /// What sees its layout, or that of a struct around it.
  std::vector<LayoutUse> LayoutUses;

  uint64_t rowBytes() const { return Extents.back().Elements * ElementBytes; }
  /// Of the last extent.
  uint64_t rows() const {
    uint64_t Rows = 1;
    for (const Extent &E : llvm::ArrayRef(Extents).drop_back())
      Rows *= E.Elements;
    return Rows;
  }
};

/// An array whose elements are of a struct that the source declares.
struct StructArray {
  unsigned Array = 0;
  std::vector<MemberArray> Members;
};

struct PitchedProgram {
  std::vector<RowPitch> Pitches;
  std::vector<StructArray> Structs;
  /// The kernel's program with a parameter for each of Pitches in place of all
  /// its factors. They stand behind all other parameters. Arrays and accesses
  /// have the numbers that they have in the kernel's own program.
  KernelProgram Program;
  /// A header declares the kernel: other files may launch it.
  bool IsDeclaredInHeader = false;

  /// What is known of array number \p Array; null if it is not one of structs.
  const StructArray *structsOf(unsigned Array) const {
    for (const StructArray &Each : Structs)
      if (Each.Array == Array)
        return &Each;
    return nullptr;
  }
  /// The parameter for Pitches[\p Pitch].
  unsigned parameterOf(size_t Pitch) const {
    return unsigned(Program.Parameters.size() - Pitches.size() + Pitch);
  }
};

/// The members of the elements of array number \p Array of \p Program.
inline llvm::ArrayRef<MemberArray> membersOf(const KernelProgram &Program,
                                             unsigned Array) {
  const StructArray *Of =
      Program.Pitched ? Program.Pitched->structsOf(Array) : nullptr;
  return Of ? llvm::ArrayRef(Of->Members) : llvm::ArrayRef<MemberArray>();
}

} // namespace banklint

#endif // BANKLINT_PROGRAM_ROWPITCH_H
