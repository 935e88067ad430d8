//===- LaunchExchange.h - Launches across units -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code of one unit launches kernels of another one. Once all units have
// been analyzed, those whose kernels are launched elsewhere are analyzed again
// with these launches (Unit::LaunchesElsewhere).
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_LAUNCHEXCHANGE_H
#define BANKLINT_DRIVER_RUN_LAUNCHEXCHANGE_H

#include "banklint/Program/KernelLaunch.h"

namespace banklint {

/// What one unit has to do with launches.
struct UnitLaunches {
  /// Those that it defines, with shared memory or without.
  std::vector<KernelIdentity> Kernels;
  /// Those that its host code makes of kernels that it does not define.
  std::vector<KernelLaunch> Made;
};

/// Launches of one kernel that are passed on.
constexpr size_t MaxLaunchesElsewhere = 256;

/// For each of \p Units, in their order, the launches of its kernels that other
/// units make and it does not: each once, in the order of the units. Units may
/// belong to several programs that have kernels of one name: a launch that does
/// not see a definition is then of the one that is nearest by its directory,
/// and of none if several are, or if of that one only the name is known.
std::vector<std::vector<KernelLaunch>>
launchesElsewhere(llvm::ArrayRef<UnitLaunches> Units);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_LAUNCHEXCHANGE_H
