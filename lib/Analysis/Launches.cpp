//===- Launches.cpp - Which launches a kernel is judged for ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/Launches.h"
#include "ThreadExtents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;

llvm::StringRef banklint::spelling(LaunchOrigin Origin) {
  switch (Origin) {
  case LaunchOrigin::Option:
    return "option";
  case LaunchOrigin::Annotation:
    return "annotation";
  case LaunchOrigin::Profile:
    return "profile";
  case LaunchOrigin::LaunchSite:
    return "launch-site";
  case LaunchOrigin::BlockAttribute:
    return "block-attribute";
  case LaunchOrigin::LaunchBounds:
    return "launch-bounds";
  case LaunchOrigin::ArrayExtents:
    return "array-extents";
  case LaunchOrigin::Default:
    return "default";
  }
  llvm_unreachable("covered switch");
}

namespace {

struct Shape {
  Dim3 Block;
  LaunchOrigin Origin;
};

} // namespace

static bool isBlock(const Dim3 &Block) {
  return Block.X <= MaxThreadsPerBlock && Block.Y <= MaxThreadsPerBlock &&
         Block.Z <= MaxThreadsPerBlock && Block.count() >= 1 &&
         Block.count() <= MaxThreadsPerBlock;
}

/// The most threads that the launch bounds allow.
static uint32_t threadLimit(const KernelProgram &Program) {
  uint64_t Bound = Program.MaxThreads.value_or(0);
  return Bound >= 1 && Bound <= MaxThreadsPerBlock ? Bound : MaxThreadsPerBlock;
}

/// The block that the arrays speak for. threadIdx.x must have evidence, since x
/// decides which threads share a warp; other directions that are used without
/// any are filled up to 256 threads.
static std::optional<Dim3> blockOfArrays(const ThreadExtents &Threads,
                                         uint32_t Limit) {
  if (!Threads.Evidence[0])
    return std::nullopt;
  Dim3 Block;
  Block.X = *Threads.Evidence[0];
  if (Threads.IsUsed[1])
    Block.Y = Threads.Evidence[1].value_or(
        std::max<uint32_t>(1, (Threads.IsUsed[2] ? 128 : 256) / Block.X));
  if (Threads.IsUsed[2])
    Block.Z = Threads.Evidence[2].value_or(Block.X * Block.Y <= 512 ? 2 : 1);
  if (!isBlock(Block) || Block.count() > Limit)
    return std::nullopt;
  return Block;
}

/// 256 threads, x being whole warps: 256x1x1, 32x8x1 or 32x4x2, by what is
/// used; fewer if the launch bounds say so.
static Dim3 defaultBlock(const ThreadExtents &Threads, uint32_t Limit) {
  Dim3 Block{256, 1, 1};
  if (Threads.IsUsed[2])
    Block = {32, 4, 2};
  else if (Threads.IsUsed[1])
    Block = {32, 8, 1};
  while (Block.count() > Limit && Block.Y > 1)
    Block.Y /= 2;
  if (Block.count() > Limit)
    Block.Z = 1;
  Block.X = std::min(Block.X, Limit);
  return Block;
}

/// What the kernel itself tells of its block.
static Shape shapeOfKernel(const KernelProgram &Program) {
  ThreadExtents Threads = threadExtents(Program);
  uint32_t Limit = threadLimit(Program);
  bool IsBounded = Program.MaxThreads == Limit;
  if (IsBounded && !Threads.IsUsed[1] && !Threads.IsUsed[2])
    return {{Limit, 1, 1}, LaunchOrigin::LaunchBounds};
  if (std::optional<Dim3> Block = blockOfArrays(Threads, Limit))
    return {*Block, LaunchOrigin::ArrayExtents};
  return {defaultBlock(Threads, Limit), LaunchOrigin::Default};
}

/// The block of \p Site, its unknown directions taken from \p Weaker.
static Shape shapeOfSite(const LaunchSite &Site, const Shape &Weaker) {
  uint64_t Known = 1;
  bool IsWhole = true;
  for (const std::optional<uint32_t> &Extent : Site.Block) {
    IsWhole &= Extent.has_value();
    if (Extent && (*Extent == 0 || *Extent > MaxThreadsPerBlock))
      return Weaker;
    Known *= Extent.value_or(1);
  }
  if (Known > MaxThreadsPerBlock)
    return Weaker;
  uint32_t Room = MaxThreadsPerBlock / Known;
  auto Fill = [&Room](std::optional<uint32_t> Extent, uint32_t Guess) {
    if (Extent)
      return *Extent;
    Guess = std::min(Guess, Room);
    Room /= Guess;
    return Guess;
  };
  Dim3 Block;
  Block.X = Fill(Site.Block[0], Weaker.Block.X);
  Block.Y = Fill(Site.Block[1], Weaker.Block.Y);
  Block.Z = Fill(Site.Block[2], Weaker.Block.Z);
  return {Block, IsWhole ? LaunchOrigin::LaunchSite : Weaker.Origin};
}

static InferredLaunch launchOfSite(const KernelProgram &Program, unsigned Index,
                                   const Shape &Weaker) {
  const LaunchSite &Site = Program.Launches[Index];
  Shape Own = shapeOfSite(Site, Weaker);
  InferredLaunch Launch;
  Launch.Config.Block = Own.Block;
  Launch.Origin = Own.Origin;
  Launch.Config.Arguments = Site.Arguments;
  bool IsGridKnown = llvm::all_of(Site.Grid, [](const auto &Extent) {
    return Extent.has_value() && *Extent != 0;
  });
  if (IsGridKnown)
    Launch.Config.Grid = Dim3{*Site.Grid[0], *Site.Grid[1], *Site.Grid[2]};
  Launch.DynamicBytes = Site.DynamicBytes;
  Launch.Site = Index;
  return Launch;
}

/// "transpose" for "ns::transpose<ns::T>".
static std::string baseName(llvm::StringRef Name) {
  std::string Result;
  unsigned Depth = 0;
  for (char C : Name) {
    if (C == '<')
      ++Depth;
    else if (C == '>' && Depth != 0)
      --Depth;
    else if (Depth == 0)
      Result += C;
  }
  size_t Scope = Result.rfind("::");
  return Scope == std::string::npos ? Result : Result.substr(Scope + 2);
}

/// The blocks that \p Options give \p Program: those for its name, else those
/// for every kernel.
static std::vector<Dim3> blocksOfOptions(const KernelProgram &Program,
                                         llvm::ArrayRef<BlockOption> Options) {
  std::string Name = baseName(Program.Name);
  std::vector<Dim3> Own, General;
  for (const BlockOption &Option : Options) {
    if (!isBlock(Option.Block))
      continue;
    if (Option.Kernel.empty())
      General.push_back(Option.Block);
    else if (Option.Kernel == Name)
      Own.push_back(Option.Block);
  }
  return Own.empty() ? General : Own;
}

/// \p Into keeps what it has in common with \p Other.
template <typename T>
static void keepCommon(std::optional<T> &Into, const std::optional<T> &Other) {
  if (Into != Other)
    Into = std::nullopt;
}

/// The launches with \p Block that the user asks for. Sites of the same block
/// stay whole; of others, the arguments on which all agree.
static std::vector<InferredLaunch>
launchesOfOption(const KernelProgram &Program, const Dim3 &Block,
                 llvm::ArrayRef<InferredLaunch> Sites) {
  std::vector<InferredLaunch> Result;
  for (const InferredLaunch &Site : Sites)
    if (Site.Config.Block == Block)
      Result.push_back(Site);
  if (Result.empty()) {
    InferredLaunch Common;
    if (!Sites.empty())
      Common = Sites.front();
    Common.Config.Grid = std::nullopt;
    Common.Config.Arguments.resize(Program.Parameters.size());
    for (const InferredLaunch &Site : Sites) {
      keepCommon(Common.DynamicBytes, Site.DynamicBytes);
      std::vector<std::optional<int64_t>> Arguments = Site.Config.Arguments;
      Arguments.resize(Program.Parameters.size());
      for (auto [Into, Other] : llvm::zip(Common.Config.Arguments, Arguments))
        keepCommon(Into, Other);
    }
    if (Sites.size() != 1)
      Common.Site = std::nullopt;
    Result.push_back(std::move(Common));
  }
  for (InferredLaunch &Launch : Result) {
    Launch.Config.Block = Block;
    Launch.Origin = LaunchOrigin::Option;
  }
  return Result;
}

static bool isSameLaunch(const InferredLaunch &A, const InferredLaunch &B) {
  return A.Config.Block == B.Config.Block && A.Config.Grid == B.Config.Grid &&
         A.Config.Arguments == B.Config.Arguments &&
         A.DynamicBytes == B.DynamicBytes;
}

static bool hasLesserBlock(const InferredLaunch &A, const InferredLaunch &B) {
  return A.Config.Block < B.Config.Block;
}

/// \p Launches by block, one of equal ones, that of the strongest origin.
static std::vector<InferredLaunch>
sortedWithoutRepeats(llvm::ArrayRef<InferredLaunch> Launches) {
  std::vector<InferredLaunch> Result;
  for (const InferredLaunch &Launch : Launches) {
    auto Known = llvm::find_if(Result, [&](const InferredLaunch &Other) {
      return isSameLaunch(Launch, Other);
    });
    if (Known == Result.end())
      Result.insert(llvm::upper_bound(Result, Launch, hasLesserBlock), Launch);
    else if (Launch.Origin < Known->Origin)
      *Known = Launch;
  }
  return Result;
}

std::vector<InferredLaunch>
banklint::inferLaunches(const KernelProgram &Program,
                        llvm::ArrayRef<BlockOption> Options) {
  Shape Weaker = shapeOfKernel(Program);
  std::vector<InferredLaunch> Launches;
  for (unsigned Index = 0; Index != Program.Launches.size(); ++Index)
    Launches.push_back(launchOfSite(Program, Index, Weaker));
  std::vector<Dim3> Asked = blocksOfOptions(Program, Options);
  if (!Asked.empty()) {
    std::vector<InferredLaunch> Sites = std::move(Launches);
    Launches.clear();
    for (const Dim3 &Block : Asked)
      llvm::append_range(Launches, launchesOfOption(Program, Block, Sites));
  } else if (Launches.empty()) {
    InferredLaunch Assumed;
    Assumed.Config.Block = Weaker.Block;
    Assumed.Origin = Weaker.Origin;
    Launches.push_back(std::move(Assumed));
  }
  return sortedWithoutRepeats(Launches);
}
