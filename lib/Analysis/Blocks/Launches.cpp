//===- Launches.cpp - Which launches a kernel is judged for ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/Launches.h"
#include "Blocks/RelatedBlocks.h"
#include "Blocks/ThreadExtents.h"
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
  case LaunchOrigin::DefaultValues:
    return "default-values";
  case LaunchOrigin::LaunchBounds:
    return "launch-bounds";
  case LaunchOrigin::ArrayExtents:
    return "array-extents";
  case LaunchOrigin::Default:
    return "default";
  }
  llvm_unreachable("covered switch");
}

bool banklint::isStated(LaunchOrigin Origin) {
  switch (Origin) {
  case LaunchOrigin::Option:
  case LaunchOrigin::Annotation:
  case LaunchOrigin::Profile:
  case LaunchOrigin::LaunchSite:
  case LaunchOrigin::BlockAttribute:
    return true;
  case LaunchOrigin::DefaultValues:
  case LaunchOrigin::LaunchBounds:
  case LaunchOrigin::ArrayExtents:
  case LaunchOrigin::Default:
    return false;
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

uint32_t banklint::threadLimit(const KernelProgram &Program) {
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

std::vector<Dim3> banklint::usualBlocks(const KernelProgram &Program) {
  const ThreadExtents Threads = threadExtents(Program);
  const uint32_t Limit = threadLimit(Program);
  std::vector<Dim3> Result = {defaultBlock(Threads, Limit)};
  if (Threads.IsUsed[2])
    llvm::append_range(
        Result, std::initializer_list<Dim3>{{8, 8, 4}, {8, 8, 2}, {4, 4, 4}});
  else if (Threads.IsUsed[1])
    llvm::append_range(
        Result,
        std::initializer_list<Dim3>{
            {32, 4, 1}, {16, 16, 1}, {32, 2, 1}, {16, 8, 1}, {8, 8, 1}});
  else
    llvm::append_range(Result, std::initializer_list<Dim3>{
                                   {128, 1, 1}, {64, 1, 1}, {32, 1, 1}});
  llvm::erase_if(Result, [&](const Dim3 &B) { return B.count() > Limit; });
  return Result;
}

/// What the kernel itself says about its block.
static Shape shapeOfKernel(const KernelProgram &Program) {
  ThreadExtents Threads = threadExtents(Program);
  uint32_t Limit = threadLimit(Program);
  if (Program.FixedBlock && isBlock(*Program.FixedBlock))
    return {*Program.FixedBlock, LaunchOrigin::BlockAttribute};
  bool IsBounded = Program.MaxThreads == Limit;
  if (IsBounded && !Threads.IsUsed[1] && !Threads.IsUsed[2])
    return {{Limit, 1, 1}, LaunchOrigin::LaunchBounds};
  if (std::optional<Dim3> Block = blockOfArrays(Threads, Limit))
    return {*Block, LaunchOrigin::ArrayExtents};
  return {defaultBlock(Threads, Limit), LaunchOrigin::Default};
}

static std::optional<Dim3>
whole(const std::array<std::optional<uint32_t>, 3> &Dims) {
  bool IsKnown = llvm::all_of(Dims, [](const auto &Extent) {
    return Extent.has_value() && *Extent != 0;
  });
  if (!IsKnown)
    return std::nullopt;
  return Dim3{*Dims[0], *Dims[1], *Dims[2]};
}

/// The block that \p Site has by default, if it is one and agrees with what is
/// known of the site's.
static std::optional<Dim3> defaultOfSite(const LaunchSite &Site) {
  const std::optional<Dim3> Default = whole(Site.DefaultBlock);
  const bool Agrees =
      llvm::all_of(llvm::zip(Site.Block, Site.DefaultBlock), [](auto Pair) {
        auto [Known, ByDefault] = Pair;
        return !Known || Known == ByDefault;
      });
  return Default && isBlock(*Default) && Agrees ? Default : std::nullopt;
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
  if (std::optional<Dim3> Default = defaultOfSite(Site);
      Default && !IsWhole && Site.Relations.allow(*Default) &&
      Weaker.Origin != LaunchOrigin::BlockAttribute)
    return {*Default, LaunchOrigin::DefaultValues};
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
  if (IsWhole || Site.Relations.allow(Block))
    return {Block, IsWhole ? LaunchOrigin::LaunchSite : Weaker.Origin};
  return {relatedBlock(Site, Block).value_or(Block), LaunchOrigin::Default};
}

static InferredLaunch launchOfSite(const KernelProgram &Program, unsigned Index,
                                   const Shape &Weaker) {
  const LaunchSite &Site = Program.Launches[Index];
  Shape Own = shapeOfSite(Site, Weaker);
  InferredLaunch Launch;
  Launch.Config.Block = Own.Block;
  Launch.Origin = Own.Origin;
  Launch.Config.Arguments = Site.Arguments;
  Launch.Config.Grid = whole(Site.Grid);
  if (!Launch.Config.Grid)
    Launch.Config.PartOfGrid = Site.Grid;
  Launch.Config.DynamicBytes = Site.DynamicBytes;
  Launch.Site = Index;
  return Launch;
}

/// The blocks that \p Options give \p Program: those for its name, else those
/// for every kernel.
static std::vector<Dim3> blocksOfOptions(const KernelProgram &Program,
                                         llvm::ArrayRef<BlockOption> Options) {
  const llvm::StringRef Name = plainName(Program.Name);
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

/// What all of \p Sites have in common, their blocks aside.
static InferredLaunch commonLaunch(const KernelProgram &Program,
                                   llvm::ArrayRef<InferredLaunch> Sites) {
  InferredLaunch Common;
  if (!Sites.empty())
    Common = Sites.front();
  Common.Config.Grid = std::nullopt;
  Common.Config.PartOfGrid = {};
  Common.Config.Arguments.resize(Program.Parameters.size());
  for (const InferredLaunch &Site : Sites) {
    keepCommon(Common.Config.DynamicBytes, Site.Config.DynamicBytes);
    std::vector<ArgumentValue> Arguments = Site.Config.Arguments;
    Arguments.resize(Program.Parameters.size());
    for (auto [Into, Other] : llvm::zip(Common.Config.Arguments, Arguments))
      Into.keepCommon(Other);
  }
  if (Sites.size() != 1)
    Common.Site = std::nullopt;
  return Common;
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
  if (Result.empty())
    Result.push_back(commonLaunch(Program, Sites));
  for (InferredLaunch &Launch : Result) {
    Launch.Config.Block = Block;
    Launch.Origin = LaunchOrigin::Option;
  }
  return Result;
}

/// True if the launch that \p Site states may be \p Seen.
static bool maySee(const InferredLaunch &Site, const SeenLaunch &Seen) {
  const LaunchConfig &Config = Site.Config;
  const bool IsBlockKnown = Site.Origin == LaunchOrigin::LaunchSite;
  return (!IsBlockKnown || Config.Block == Seen.Block) &&
         (!Config.Grid || !Seen.Grid || *Config.Grid == *Seen.Grid) &&
         (!Config.DynamicBytes || !Seen.DynamicBytes ||
          *Config.DynamicBytes == *Seen.DynamicBytes);
}

/// The launches of \p Seen, each with the arguments on which those of \p Sites
/// agree that may be it.
static std::vector<InferredLaunch>
seenLaunches(const KernelProgram &Program, llvm::ArrayRef<SeenLaunch> Seen,
             llvm::ArrayRef<InferredLaunch> Sites) {
  std::vector<InferredLaunch> Result;
  for (const SeenLaunch &Each : Seen) {
    if (!isBlock(Each.Block))
      continue;
    std::vector<InferredLaunch> Own;
    llvm::copy_if(
        Sites, std::back_inserter(Own),
        [&](const InferredLaunch &Site) { return maySee(Site, Each); });
    InferredLaunch Launch = commonLaunch(Program, Own);
    Launch.Config.Block = Each.Block;
    Launch.Config.Grid = Each.Grid;
    Launch.Origin = LaunchOrigin::Profile;
    if (Each.DynamicBytes)
      Launch.Config.DynamicBytes = Each.DynamicBytes;
    Result.push_back(std::move(Launch));
  }
  return Result;
}

/// \p Launch with all that annotation \p Stated says, but for the block.
static InferredLaunch annotated(InferredLaunch Launch,
                                const LaunchSite &Stated) {
  std::vector<ArgumentValue> &Arguments = Launch.Config.Arguments;
  Arguments.resize(std::max(Arguments.size(), Stated.Arguments.size()));
  for (auto [Into, Other] : llvm::zip(Arguments, Stated.Arguments))
    if (Other != ArgumentValue())
      Into = Other;
  if (std::optional<Dim3> Grid = whole(Stated.Grid)) {
    Launch.Config.Grid = Grid;
    Launch.Config.PartOfGrid = {};
  }
  if (Stated.DynamicBytes)
    Launch.Config.DynamicBytes = Stated.DynamicBytes;
  return Launch;
}

/// What the annotations make of the \p Launches of host code: one that states a
/// block is a launch of its own, with the other arguments on which all launches
/// agree; one that does not completes each of them.
static std::vector<InferredLaunch>
withAnnotations(const KernelProgram &Program,
                std::vector<InferredLaunch> Launches, const Shape &Weaker) {
  std::vector<InferredLaunch> Result;
  for (unsigned Index = 0; Index != Program.Launches.size(); ++Index) {
    const LaunchSite &Stated = Program.Launches[Index];
    if (!Stated.IsAnnotation)
      continue;
    if (!Stated.Block[0]) {
      for (const InferredLaunch &Launch : Launches)
        Result.push_back(annotated(Launch, Stated));
      continue;
    }
    Shape Own = shapeOfSite(Stated, Weaker);
    InferredLaunch Launch = annotated(commonLaunch(Program, Launches), Stated);
    Launch.Config.Block = Own.Block;
    Launch.Origin = LaunchOrigin::Annotation;
    Launch.Site = Index;
    Result.push_back(std::move(Launch));
  }
  return Result.empty() ? std::move(Launches) : std::move(Result);
}

namespace {
/// Finds the parameters that addresses and conditions depend on.
class ParameterUses {
public:
  explicit ParameterUses(const KernelProgram &Program)
      : Program(Program), IsUsed(Program.Parameters.size()),
        IsVisited(Program.Exprs.size()), IsRead(Program.Variables.size()),
        Assigned(Program.Variables.size()) {}

  std::vector<bool> find() {
    forEachStmt(Program.Body, [this](const Stmt &S) {
      if (S.Kind == StmtKind::Assign)
        Assigned[S.Index].push_back(S.Value);
    });
    forEachStmt(Program.Body, [this](const Stmt &S) {
      if (S.Kind == StmtKind::Access)
        llvm::for_each(Program.Accesses[S.Index].operands(),
                       [this](ExprId Operand) { visit(Operand); });
      else if (S.Kind != StmtKind::Assign)
        visit(S.Value);
    });
    return std::move(IsUsed);
  }

private:
  void visit(ExprId Id) {
    if (!Id.isValid() || IsVisited[Id.Index])
      return;
    IsVisited[Id.Index] = true;
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Parameter)
      IsUsed[E.Index] = true;
    if (E.Kind == ExprKind::Variable && !IsRead[E.Index]) {
      IsRead[E.Index] = true;
      for (ExprId Value : Assigned[E.Index])
        visit(Value);
    }
    for (ExprId Operand : E.Operands)
      visit(Operand);
  }

  const KernelProgram &Program;
  std::vector<bool> IsUsed;
  std::vector<bool> IsVisited;
  std::vector<bool> IsRead;
  std::vector<std::vector<ExprId>> Assigned;
};
} // namespace

/// True if the kernel does the same in both, \p IsUsed being the parameters
/// that matter.
static bool isSameLaunch(const InferredLaunch &A, const InferredLaunch &B,
                         const std::vector<bool> &IsUsed) {
  auto Argument = [](const InferredLaunch &Launch, size_t I) {
    return I < Launch.Config.Arguments.size() ? Launch.Config.Arguments[I]
                                              : ArgumentValue();
  };
  for (size_t I = 0; I != IsUsed.size(); ++I)
    if (IsUsed[I] && Argument(A, I) != Argument(B, I))
      return false;
  return A.Config.Block == B.Config.Block && A.Config.Grid == B.Config.Grid &&
         A.Config.PartOfGrid == B.Config.PartOfGrid &&
         A.Config.DynamicBytes == B.Config.DynamicBytes;
}

static bool hasLesserBlock(const InferredLaunch &A, const InferredLaunch &B) {
  return A.Config.Block < B.Config.Block;
}

/// \p Launches by block, one of equal ones, that of the strongest origin.
static std::vector<InferredLaunch>
sortedWithoutRepeats(const KernelProgram &Program,
                     llvm::ArrayRef<InferredLaunch> Launches) {
  std::vector<bool> IsUsed;
  if (Launches.size() > 1)
    IsUsed = ParameterUses(Program).find();
  std::vector<InferredLaunch> Result;
  for (const InferredLaunch &Launch : Launches) {
    auto Known = llvm::find_if(Result, [&](const InferredLaunch &Other) {
      return isSameLaunch(Launch, Other, IsUsed) &&
             isSameInAnyBlock(Program, Launch, Other, IsUsed);
    });
    if (Known == Result.end()) {
      Result.insert(llvm::upper_bound(Result, Launch, hasLesserBlock), Launch);
      continue;
    }
    InferredLaunch Stronger = Launch.Origin < Known->Origin ? Launch : *Known;
    for (auto [Into, Other] :
         llvm::zip(Stronger.Config.Arguments,
                   (Launch.Origin < Known->Origin ? *Known : Launch)
                       .Config.Arguments))
      Into.keepCommon(Other);
    *Known = std::move(Stronger);
  }
  return Result;
}

std::vector<InferredLaunch>
banklint::inferLaunches(const KernelProgram &Program,
                        llvm::ArrayRef<BlockOption> Options,
                        llvm::ArrayRef<SeenLaunch> Seen) {
  Shape Weaker = shapeOfKernel(Program);
  std::vector<InferredLaunch> Launches;
  for (unsigned Index = 0; Index != Program.Launches.size(); ++Index)
    if (!Program.Launches[Index].IsAnnotation)
      Launches.push_back(launchOfSite(Program, Index, Weaker));
  std::vector<Dim3> Asked = blocksOfOptions(Program, Options);
  if (Launches.empty() && (Asked.empty() || !Program.Launches.empty())) {
    InferredLaunch Assumed;
    Assumed.Config.Block = Weaker.Block;
    Assumed.Origin = Weaker.Origin;
    Launches.push_back(std::move(Assumed));
  }
  if (std::vector<InferredLaunch> Measured =
          seenLaunches(Program, Seen, Launches);
      !Measured.empty())
    Launches = std::move(Measured);
  Launches = withAnnotations(Program, std::move(Launches), Weaker);
  if (!Asked.empty()) {
    std::vector<InferredLaunch> Sites = std::move(Launches);
    Launches.clear();
    for (const Dim3 &Block : Asked)
      llvm::append_range(Launches, launchesOfOption(Program, Block, Sites));
  }
  for (InferredLaunch &Launch : Launches)
    bindArguments(Program, Launch);
  return sortedWithoutRepeats(Program, Launches);
}
