//===- LayoutTrace.h - Requests as functions of a layout --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subscripts that are in bounds can be read off the address of an element, and
// show where it lies in any other layout. One execution of a kernel therefore
// gives the addresses for every layout, unless a subscript leaves its extent or
// the kernel looks at the layout itself, as by pointers that walk through
// several rows, or if iterations cost the same in some layouts only. What is
// found so has to be proved by an execution.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_LAYOUTS_LAYOUTTRACE_H
#define BANKLINT_LIB_ANALYSIS_LAYOUTS_LAYOUTTRACE_H

#include "Costs/AccessPattern.h"
#include "banklint/Analysis/LayoutSearch.h"

namespace banklint {

struct TracedRequest {
  /// Index into the program's accesses.
  unsigned Access;
  /// The request in the declared layout; without symbols.
  AccessPattern Pattern;
  /// It and requests that are taken to cost the same in any layout.
  uint64_t Count = 1;
};

/// \p Pattern, whose offsets are in an array that lies as \p Declared says, in
/// \p Changed, a layout of the same array.
AccessPattern moved(const AccessPattern &Pattern, const ArrayLayout &Declared,
                    const ArrayLayout &Changed);

/// The pieces of \p A, an access to \p Array: the copy of a whole element has
/// more when \p Change makes elements longer.
unsigned piecesWith(const Access &A, const SharedArray &Array,
                    const LayoutChange &Change);

/// All other requests of \p Use to its array, those of iterations and warps
/// that cost the same in the declared layout together. Nothing if the addresses
/// of one differ between lanes in a way that is not known, or if there are too
/// many.
std::optional<std::vector<TracedRequest>>
traceRequests(const ArrayUse &Use, const Architecture &Arch,
              const InterpreterBudget &Budget);

/// All requests of \p Use to its array, equal ones together, in iterations and
/// warps of any cost. Nothing if some address is not a number, or if there are
/// too many.
std::optional<std::vector<TracedRequest>>
traceAllRequests(const ArrayUse &Use, const Architecture &Arch,
                 const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_LAYOUTS_LAYOUTTRACE_H
