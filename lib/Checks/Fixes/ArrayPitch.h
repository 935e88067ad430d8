//===- ArrayPitch.h - Another pitch for rows in subscripts ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Padding for the rows of an array of one extent, whose pitch stands in the
// subscripts: s[y * 32 + x] becomes s[y * 33 + x]. Where the pitch is a
// constant that serves for nothing else, its definition is edited, else all
// subscripts and the extent are.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_ARRAYPITCH_H
#define BANKLINT_LIB_CHECKS_FIXES_ARRAYPITCH_H

#include "Fixes/ArrayPadding.h"

namespace banklint {

struct ArrayPitch {
  /// Holds a change with gaps.
  LayoutResult Search;
  PlaceCounts Places;
  /// The constant whose definition is edited, or "".
  std::string Constant;
  /// The first reason found why the edits are not safe.
  std::optional<Obstacle> Unsafe;
  /// At least one. The first one is that of the definition or of a subscript.
  std::vector<TextEdit> Edits;
  /// Where the first one stands.
  Place At;
  /// Subscripts that are edited.
  unsigned Subscripts = 0;
  /// The array has room for the pitch as it is declared.
  bool HasRoom = false;
  /// The extent states the pitch already.
  bool IsDeclared = false;

  const Gaps &gaps() const { return *Search.Best->Change.Spread; }
  FixSafety safety() const {
    return Unsafe ? FixSafety::Suggested : FixSafety::Automatic;
  }
};

/// The pitch that helps \p Scope most, if one does and can be edited.
std::optional<ArrayPitch> changePitch(const ArrayScope &Scope,
                                      const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_ARRAYPITCH_H
