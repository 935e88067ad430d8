//===- ArraySwizzle.h - Whether and how to swizzle an array -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves a swizzle for a declaration over everything in a report that uses it,
// and writes it into the last subscript of each place of the array:
// tile[r][c] becomes tile[r][c ^ r]. All places have to change together.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_ARRAYSWIZZLE_H
#define BANKLINT_LIB_CHECKS_FIXES_ARRAYSWIZZLE_H

#include "Fixes/ArrayUses.h"
#include "banklint/Analysis/PlaceCounts.h"

namespace banklint {

/// Why the edits of a swizzle can't be written.
enum class SwizzleObstacleKind {
  /// Something sees where elements lie: Detail is LayoutUse::What.
  LayoutUse,
  /// The subscripts of an access are not spelled where they can be edited, or
  /// can't be repeated: Detail is its text.
  Access,
  /// The array's name stands in text that was not compiled, or in which nothing
  /// is known to be accessed.
  Mention,
  /// The array is not declared inside of a function.
  NotLocal,
  /// An access goes to another element with the swizzle, or may do so: Detail
  /// is its text.
  Moved,
  /// A kernel that uses the array did not parse completely: Detail names it.
  ParseErrors,
};

struct SwizzleObstacle {
  SwizzleObstacleKind Kind;
  std::string Detail;
  /// Line 0 if there is no place to point at.
  Place At;
};

struct ArraySwizzle {
  LayoutResult Search;
  /// Some row has a number that the swizzle's mask cuts.
  bool IsMaskNeeded = false;
  PlaceCounts Places;
  /// Set if there is a swizzle that can't be written.
  std::optional<SwizzleObstacle> Obstacle;
  /// One for each place; none without a swizzle or with an obstacle.
  std::vector<TextEdit> Edits;
};

/// The last subscript of a place with \p S. \p IsMaskNeeded is false if no row
/// has a number that the mask would change.
std::string swizzledColumn(const Swizzle &S, llvm::StringRef Row,
                           llvm::StringRef Column, bool IsMaskNeeded);

/// Judges swizzles for \p Scope.
ArraySwizzle swizzleArray(const ArrayScope &Scope,
                          const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_ARRAYSWIZZLE_H
