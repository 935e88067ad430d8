//===- SparePadding.h - Padding that nothing needs --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last extent of an array may be larger than what its accesses use, so that
// rows start in different banks. Whether that helps is found out by judging all
// accesses again without it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_SPAREPADDING_H
#define BANKLINT_ANALYSIS_SPAREPADDING_H

#include "banklint/Analysis/LayoutSearch.h"

namespace banklint {

struct SparePadding {
  /// The last extent's elements that no lane ever uses.
  unsigned Elements = 0;
  /// Bytes of the array that they take.
  uint64_t Bytes = 0;
  /// Over all blocks of one launch each, all accesses to the array.
  Totals With;
  Totals Without;
};

/// The padding of the array of \p Uses, if no access in any of them takes more
/// wavefronts without it, and none conflicts or all together take fewer. All
/// addresses and all totals must be known exactly, with it and without. All
/// uses, at least one, must be of the same declaration.
std::optional<SparePadding> findSparePadding(const Architecture &Arch,
                                             llvm::ArrayRef<ArrayUse> Uses,
                                             const InterpreterBudget &Budget);

/// True if another padding of \p Uses than \p Spare leaves fewer wavefronts
/// than none: what is wrong is that it is too small.
bool isLargerBetter(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                    const SparePadding &Spare, const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_SPAREPADDING_H
