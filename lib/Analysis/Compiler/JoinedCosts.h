//===- JoinedCosts.h - What requests of several branches cost -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_JOINEDCOSTS_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_JOINEDCOSTS_H

#include "Compiler/Reuse.h"

namespace banklint {

/// What the requests of \p Group, of different sides of branches, cost as one,
/// at most: which lane takes part in which may not be known. \p Pattern is that
/// of the first, if that is all that is to know of it.
RequestCost costOfJoined(llvm::ArrayRef<const SpareEntry *> Group,
                         const AccessPattern *Pattern, RequestCosts &Costs);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_JOINEDCOSTS_H
