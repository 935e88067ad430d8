//===- PaddingTrace.h - Requests as functions of a padding ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Padding the last extent of an array by n elements moves the element at given
// subscripts by n times a distance that does not depend on n. Two executions of
// a kernel, without padding and with one element, therefore tell the addresses
// for every n, unless the kernel looks at the layout itself, as by comparing
// pointers. What was found so has to be proved by an execution.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_PADDINGTRACE_H
#define BANKLINT_LIB_ANALYSIS_PADDINGTRACE_H

#include "AccessPattern.h"
#include "banklint/Analysis/Padding.h"

namespace banklint {

struct TracedRequest {
  /// Index into the program's accesses.
  unsigned Access;
  /// The request without padding; without a symbol.
  AccessPattern Pattern;
  /// Bytes that each addressing lane moves with each element of padding.
  LaneNumbers Step{};

  AccessPattern padded(unsigned Elements) const;
};

/// The layout of \p Use with its array padded by \p Elements.
LayoutOverride paddedLayout(const ArrayUse &Use, unsigned Elements);

/// All requests of \p Use to its array. Nothing if some address is not a known
/// number in every lane, if there are too many, or if the two executions differ
/// in more than addresses.
std::optional<std::vector<TracedRequest>>
tracePadding(const ArrayUse &Use, const Architecture &Arch,
             const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_PADDINGTRACE_H
