//===- UsedElements.h - The elements that launches use ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subscripts may have gaps of their own, as `i + i / 16` and `y * 33 + x` have.
// They show in the elements that no access uses.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_LAYOUTS_USEDELEMENTS_H
#define BANKLINT_LIB_ANALYSIS_LAYOUTS_USEDELEMENTS_H

#include "banklint/Analysis/LayoutSearch.h"
#include "llvm/ADT/BitVector.h"

namespace banklint {

class UsedElements {
public:
  /// The elements of the last extent that \p Uses access; nothing if some
  /// address is not a known number in the array, or if there are too many.
  static std::optional<UsedElements> find(llvm::ArrayRef<ArrayUse> Uses,
                                          const InterpreterBudget &Budget);

  /// One more than the last of them.
  uint64_t end() const { return Used.size(); }
  /// The elements of each row of \p Pitch that are used, the same first ones of
  /// all up to the last row. 0 if they are all of a row, or if it is not so.
  uint64_t elementsOf(uint64_t Pitch) const;

private:
  bool add(const ArrayUse &Use, const AccessEvent &Event);

  llvm::BitVector Used;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_LAYOUTS_USEDELEMENTS_H
