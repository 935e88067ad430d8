//===- OtherLaunches.h - Launches besides the worst one ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_OTHERLAUNCHES_H
#define BANKLINT_LIB_CHECKS_OTHERLAUNCHES_H

#include "ConflictPlaces.h"

namespace banklint {

/// "conflict-free in 'k<132>', 8-way in 'k<96>' and 'k<160>'": what the other
/// launches of \p Found come to, a few of them by name; nothing if all come to
/// the same as the worst one.
std::string otherResults(const ConflictPlace &Found);

/// How many launches of \p Found, which has others, come to the same as the
/// worst one.
std::string sameResults(const ConflictPlace &Found);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_OTHERLAUNCHES_H
