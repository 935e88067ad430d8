//===- AnyAddress.h - Requests that cost the same anywhere ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index that was read from memory is not known, but some requests can't
// conflict wherever their lanes go: that of a single lane, one into so few
// words that each has a bank of its own. Where the lowest bits of the addresses
// are known, as in counts[digit][threadIdx.x], they name the banks, and may
// tell words apart; else they limit how many lanes meet in a bank. A program
// that leaves its arrays has no defined behaviour, so all lanes are taken to be
// inside.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_ANYADDRESS_H
#define BANKLINT_LIB_ANALYSIS_COSTS_ANYADDRESS_H

#include "Costs/AccessPattern.h"
#include "Costs/RequestCosts.h"
#include "banklint/Program/ArrayRoots.h"

namespace banklint {

/// A request that stands for one whose addresses are not known.
struct AnyRequest {
  AccessPattern Pattern;
  /// All addresses cost the same. Else none costs more.
  bool IsOneCost = true;
  /// The compiler may merge it with its neighbors.
  bool MayMerge = false;
};

/// What stands for \p Event, whose addresses are not known because of \p Why;
/// nothing if any cost is possible. \p ArrayBytes are the sizes of the
/// program's arrays, 0 if unknown. Sweeps in which the banks move are stopped.
std::optional<AnyRequest> requestOfAny(const AccessEvent &Event,
                                       const KernelProgram &Program,
                                       ArrayRoots &Roots,
                                       llvm::ArrayRef<uint64_t> ArrayBytes,
                                       const Reason &Why, RequestCosts &Costs);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_ANYADDRESS_H
