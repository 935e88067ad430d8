//===- AccessPattern.h - Where the lanes of a request lie -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What of an access event the banks can see. A byte offset that all lanes share
// only turns the banks, so it is dropped as far as it is a multiple of a word;
// what is not known of it below that is kept as a set of possible shifts.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_ACCESSPATTERN_H
#define BANKLINT_LIB_ANALYSIS_COSTS_ACCESSPATTERN_H

#include "banklint/Hardware/Architecture.h"
#include "banklint/Interpreter/Interpreter.h"
#include <memory>

namespace banklint {

class ArrayPlaces;
struct CopySource;

/// Lane l accesses Bytes at
///   Offset[l] + Coefficient[l] * Symbol + k * ShiftStep
/// for one k that all lanes share and that is not known.
struct AccessPattern {
  MemoryOperation Op = MemoryOperation::Load;
  unsigned Bytes = 4;
  unsigned Pieces = 1;
  /// Bytes and Pieces are those that the compiler surely makes of a struct.
  bool IsJoined = false;
  /// The lanes that take part, and those of them whose address matters: matrix
  /// operations take row addresses from some lanes only.
  LaneMask Lanes;
  LaneMask Addressing;
  /// Bytes from the start of the array if that is known. Sure modulo 2^32.
  LaneNumbers Offset{};
  /// The one symbol whose coefficients differ between lanes; Coefficient is
  /// only set with it.
  std::optional<SymbolId> Symbol;
  LaneNumbers Coefficient{};
  /// A second such symbol, whose part is missing in Offset.
  std::optional<SymbolId> Second;
  LaneNumbers SecondCoefficient{};
  /// A power of two, at most the larger of Bytes and a bank's width. Steps as
  /// wide as that change nothing.
  unsigned ShiftStep = 1;
  /// The steps come from symbols, not from the place of the array.
  bool ShiftsBySymbol = false;
  /// Set for AsyncCopyBypass only, which has no Symbol then.
  std::shared_ptr<const CopySource> Source;

  /// The larger of \p Bytes and a bank's width: moving all lanes by a multiple
  /// of it turns the banks and keeps which lanes share words.
  static unsigned span(const Architecture &Arch, unsigned Bytes) {
    return std::max(Bytes, Arch.BankBytes);
  }
};

/// AccessPattern::ShiftStep of an access of \p Bytes to array number \p Array,
/// of which \p Places say, if given, where it starts.
unsigned shiftStepIn(const KernelProgram &Program, unsigned Array,
                     const Architecture &Arch, unsigned Bytes,
                     const ArrayPlaces *Places = nullptr);

/// True if \p Term has another coefficient in some lanes than in others.
bool varies(const SymbolTerm &Term, LaneMask Lanes);

/// Fills \p Pattern from \p Event, or says why the lanes' addresses are not
/// known well enough. Addresses that are known by cases are not.
std::optional<Reason> describe(const AccessEvent &Event,
                               const KernelProgram &Program,
                               const Architecture &Arch, AccessPattern &Pattern,
                               const ArrayPlaces *Places = nullptr);
/// Likewise, with \p Address, which has no cases, in place of the event's.
std::optional<Reason> describe(const AccessEvent &Event,
                               const WarpValue &Address,
                               const KernelProgram &Program,
                               const Architecture &Arch, AccessPattern &Pattern,
                               const ArrayPlaces *Places = nullptr);

/// True if the compiler might access several pieces of the pattern at once: no
/// two lanes are known to be aligned differently to twice the width.
bool mayJoinPieces(const AccessPattern &Pattern);
/// Makes pieces of 2^\p AlignedBits bytes of those of a struct, of which all
/// are accessed, if these are all that the compiler may make: the bits are the
/// low ones of the address that it knows to be zero.
void joinPieces(AccessPattern &Pattern, unsigned AlignedBits);

/// The bytes from \p From to \p To if all \p Lanes, at least one, agree. Both
/// must be affine in them.
std::optional<int64_t> distance(const WarpValue &From, const WarpValue &To,
                                LaneMask Lanes);
/// The same, if their terms have the same value.
std::optional<int64_t> distanceOfBases(const WarpValue &From,
                                       const WarpValue &To, LaneMask Lanes);

/// The array that \p Event, of \p A, points into, or else the one that the
/// source names.
inline std::optional<unsigned> arrayOf(const AccessEvent &Event,
                                       const Access &A) {
  return Event.Array ? Event.Array : A.Array;
}

/// How messages name a symbol.
struct SymbolLabel {
  std::string Name;
  /// Name is the source's and has the symbol's value, everywhere in the
  /// launch. Otherwise the symbol is only derived from what is called so.
  bool IsValue = false;

  bool operator==(const SymbolLabel &Other) const {
    return Name == Other.Name && IsValue == Other.IsValue;
  }
};
SymbolLabel labelOf(SymbolId Symbol, const SymbolTable &Symbols,
                    const KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_ACCESSPATTERN_H
