//===- MovedElements.h - Accesses that a padding misleads -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A change of the layout changes no result as long as each access still goes to
// the element at the same subscripts. One that runs over the end of a row, by a
// subscript or by a pointer with the old pitch in its arithmetic, does not: it
// meets the padding, or another column.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_MOVEDELEMENTS_H
#define BANKLINT_ANALYSIS_MOVEDELEMENTS_H

#include "banklint/Analysis/LayoutSearch.h"

namespace banklint {

struct MovedElement {
  /// Index into the program's accesses.
  unsigned Access;
  /// The execution surely takes place, or a pitch must not be edited even if
  /// it does not; else it may.
  bool IsSure;
};

/// Finds an access of \p Use to its array that goes to other elements with
/// \p Change: one that surely does, if there is one, else one that may. Nothing
/// if all known addresses stay with their elements; addresses that are not
/// known numbers show nothing.
std::optional<MovedElement> findMovedElement(const ArrayUse &Use,
                                             const LayoutChange &Change,
                                             const InterpreterBudget &Budget);

/// The same for the edit of pitch number \p Pitch of the use's program, which
/// puts elements where the gaps of \p Change do in an array of as many elements
/// as they have, or where its inner rows do. No row has an end that subscripts
/// must keep to, so that an address that is not known may go anywhere, and one
/// outside of the array surely goes astray. Nor may one go elsewhere that
/// perhaps is not executed.
std::optional<MovedElement>
findElementOffPitch(const ArrayUse &Use, const LayoutChange &Change,
                    unsigned Pitch, const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_MOVEDELEMENTS_H
