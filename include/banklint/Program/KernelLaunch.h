//===- KernelLaunch.h - Launches of kernels that are elsewhere -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A translation unit may launch kernels that another one defines. Such launches
// are plain data, so that they can be kept, sent and given to the unit that has
// the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_KERNELLAUNCH_H
#define BANKLINT_PROGRAM_KERNELLAUNCH_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// What a launch passes.
struct LaunchArgument {
  /// The argument, from 0, then the members and elements that lead to the
  /// number (bases count first).
  std::vector<unsigned> Path;
  ArgumentValue Value;

  friend bool operator==(const LaunchArgument &A, const LaunchArgument &B) {
    return A.Path == B.Path && A.Value == B.Value;
  }
};

struct KernelLaunch {
  KernelIdentity Kernel;
  /// The absolute path of Site.File.
  std::string MadeIn;
  /// Without arguments.
  LaunchSite Site;
  /// Those that are known, sorted by path.
  std::vector<LaunchArgument> Arguments;
  /// Those that follow from its block, sorted by path.
  std::vector<ArgumentFormula> Formulas;
};

bool operator==(const KernelLaunch &A, const KernelLaunch &B);

/// \p Launch as a site of \p Program, whose parameters get the arguments.
LaunchSite bindLaunch(const KernelLaunch &Launch, const KernelProgram &Program);

/// \p Sites, no more than are worth to be judged: values that differ are left
/// open where there are very many.
std::vector<LaunchSite> limitSites(std::vector<LaunchSite> Sites);

/// True if a launch of \p Named may be one of the kernel \p Defined.
bool mayBe(const KernelIdentity &Named, const KernelIdentity &Defined);

/// Adds those of \p Launches that may be of \p Program and that it has not yet.
/// All its sites are then in the order of their places, so that the program is
/// the same in each unit that has it. Returns true if there were any.
bool addLaunches(KernelProgram &Program, llvm::ArrayRef<KernelLaunch> Launches);

} // namespace banklint

#endif // BANKLINT_PROGRAM_KERNELLAUNCH_H
