//===- FixOffers.h - The fixes of a finding ---------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_FIXOFFERS_H
#define BANKLINT_LIB_CHECKS_FIXES_FIXOFFERS_H

#include "Fixes/ArrayFixes.h"

namespace banklint {

/// Background that people see on request only.
Note detail(const Place &At, std::string Message);

/// Adds the fixes of \p Found, of array number \p Array, to \p F, which is
/// about
/// \p O and whose last note is that of the array's declaration; why there are
/// none; and which other launch is conflict-free.
void addFixes(const ArrayFixes &Found, const Occurrence &O, unsigned Array,
              Finding &F);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_FIXOFFERS_H
