//===- SubscriptUses.h - Arrays that only subscripts reach ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements may be moved to other places if nothing but subscripts finds them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_LAYOUTS_SUBSCRIPTUSES_H
#define BANKLINT_LIB_ANALYSIS_LAYOUTS_SUBSCRIPTUSES_H

#include "banklint/Analysis/LayoutSearch.h"

namespace banklint {

/// True if the addresses of elements of the array of \p Use serve for nothing
/// but accesses. What is loaded from an address may depend on it.
bool isOnlySubscripted(const ArrayUse &Use);

/// True if \p A names an element of the array of \p Use by all subscripts.
bool accessesElement(const ArrayUse &Use, const Access &A);

/// True if \p A, which names an element, is sure to stay in it or in an aligned
/// group of as many bytes as it accesses at once.
bool staysTogether(const ArrayUse &Use, const Access &A);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_LAYOUTS_SUBSCRIPTUSES_H
