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
// tell words apart. A program that leaves its arrays has no defined behaviour,
// so all lanes are taken to be inside.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_ANYADDRESS_H
#define BANKLINT_LIB_ANALYSIS_ANYADDRESS_H

#include "AccessPattern.h"
#include "RequestCosts.h"

namespace banklint {

/// True if \p Event takes one wavefront for every address that it may have.
/// \p Why is why the addresses are not known, \p Layout what is in force.
bool takesOneWavefront(const AccessEvent &Event, const KernelProgram &Program,
                       const Architecture &Arch, const Reason &Why,
                       llvm::ArrayRef<LayoutOverride> Layout);

/// A request that stands for \p Event, of which the lowest bits are known and
/// no more, if all addresses that it may have cost the same. \p Why is why they
/// are not known. Sweeps in which the banks move are stopped.
std::optional<AccessPattern> sureInBanks(const AccessEvent &Event,
                                         const KernelProgram &Program,
                                         const Reason &Why,
                                         RequestCosts &Costs);

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_ANYADDRESS_H
