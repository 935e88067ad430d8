//===- Launches.h - Which launches a kernel is judged for -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block's shape decides which lanes share a warp. Sources, strongest first:
// an option of the user, an annotation at the kernel, a profile, the launch
// sites that reach it, its attributes, default values of what the command line
// sets, launch bounds, the extents of the arrays that threadIdx subscripts, a
// default.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_LAUNCHES_H
#define BANKLINT_ANALYSIS_LAUNCHES_H

#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

enum class LaunchOrigin {
  Option,
  Annotation,
  Profile,
  LaunchSite,
  BlockAttribute,
  DefaultValues,
  LaunchBounds,
  ArrayExtents,
  Default,
};

/// "option", "launch-site", ... as the report spells it.
llvm::StringRef spelling(LaunchOrigin Origin);

/// False if the block is assumed: the program may not launch it.
bool isStated(LaunchOrigin Origin);

/// A block shape that the user gives for one kernel or for all.
struct BlockOption {
  /// The kernel's name without template arguments and namespaces, or empty for
  /// every kernel.
  std::string Kernel;
  Dim3 Block;
};

/// What a profiler saw of one launch of a kernel.
struct SeenLaunch {
  Dim3 Block;
  std::optional<Dim3> Grid;
  std::optional<uint64_t> DynamicBytes;
};

/// Why a default block is not the one that comes first.
enum class BlockFit {
  None,
  /// With that one, an access leaves its array.
  InsideArrays,
  /// With that one, fewer accesses are executed.
  Executes,
};

struct InferredLaunch {
  LaunchConfig Config;
  LaunchOrigin Origin = LaunchOrigin::Default;
  BlockFit Fit = BlockFit::None;
  /// Index into the program's launches that this one comes from, or that it
  /// completes.
  std::optional<unsigned> Site;
};

/// The most threads that the launch bounds of \p Program allow.
uint32_t threadLimit(const KernelProgram &Program);

/// Blocks of up to 256 threads, the most usual one first, of as many directions
/// as \p Program uses; none has more threads than the launch bounds allow.
std::vector<Dim3> usualBlocks(const KernelProgram &Program);

/// True if \p Launch may have \p Block: the place that states it in part, if
/// there is one, says nothing else.
bool mayHaveBlock(const KernelProgram &Program, const InferredLaunch &Launch,
                  const Dim3 &Block);
/// Gives \p Launch another \p Block, and the arguments that follow from it.
void setBlock(const KernelProgram &Program, InferredLaunch &Launch,
              const Dim3 &Block);
/// \p Launch without the arguments that follow from its block.
LaunchConfig ofAnyBlock(const KernelProgram &Program,
                        const InferredLaunch &Launch);

/// The launches to judge \p Program for, at least one, sorted by block shape.
/// No two are equal in what matters; arguments that do not matter are left open
/// where they differ. A site whose block is not known in some direction takes
/// that direction from the weaker sources. \p Seen are of this very kernel:
/// they replace the launch sites, and keep what the sites of the same shape
/// state besides.
std::vector<InferredLaunch> inferLaunches(const KernelProgram &Program,
                                          llvm::ArrayRef<BlockOption> Options,
                                          llvm::ArrayRef<SeenLaunch> Seen = {});

} // namespace banklint

#endif // BANKLINT_ANALYSIS_LAUNCHES_H
