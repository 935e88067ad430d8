//===- AssumedBlocks.cpp - Blocks that nothing states ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/AssumedBlocks.h"
#include "Blocks/OtherBlocks.h"
#include "Blocks/RelatedBlocks.h"
#include "banklint/Analysis/BlockClasses.h"
#include "banklint/Analysis/ConflictState.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace banklint;

static bool leavesArrays(const KernelProgram &Program,
                         const InferredLaunch &Launch,
                         llvm::ArrayRef<Verdict> Verdicts) {
  return llvm::any_of(Verdicts, [&](const Verdict &V) {
    const Access &A = Program.Accesses[V.Access];
    return strayLane(V.Faults, Program, A, Launch.Config.DynamicBytes) ||
           strayLane(V.FaultsIfReached, Program, A, Launch.Config.DynamicBytes);
  });
}

/// True if \p Launch, of which \p Verdicts are, leaves an array, or may do so
/// in some block: one that a condition on blockIdx selects, or one inside of a
/// problem of unknown size.
static bool leavesArraysInSomeBlock(const KernelProgram &Program,
                                    const Architecture &Arch,
                                    const InferredLaunch &Launch,
                                    llvm::ArrayRef<Verdict> Verdicts,
                                    const InterpreterBudget &Budget) {
  if (leavesArrays(Program, Launch, Verdicts))
    return true;
  LaunchConfig Inside = Launch.Config;
  Inside.IsInside = true;
  return llvm::any_of(Verdicts,
                      [](const Verdict &V) { return V.BlockGuards != 0; }) &&
         hasInsideGuards(Program, Launch.Config) &&
         leavesArrays(Program, Launch, judge(Program, Arch, Inside, Budget));
}

/// \p Tried knows an answer to whatever \p Assumed knows one to. Nobody
/// launches a block of which no thread does what the kernel is written for.
static bool answersAll(llvm::ArrayRef<Verdict> Tried,
                       llvm::ArrayRef<Verdict> Assumed) {
  llvm::DenseSet<unsigned> Known;
  for (const Verdict &V : Tried)
    if (V.Result != Certainty::Unknown)
      Known.insert(V.Access);
  return llvm::all_of(Assumed, [&Known](const Verdict &V) {
    return V.Result == Certainty::Unknown || Known.contains(V.Access);
  });
}

/// True if little speaks for the block of \p Launch: the size of a flat array
/// may be that of several values for each thread.
static bool isWeak(const InferredLaunch &Launch) {
  const Dim3 &Block = Launch.Config.Block;
  return Launch.Origin == LaunchOrigin::Default ||
         (Launch.Origin == LaunchOrigin::ArrayExtents &&
          Block.count() == Block.X);
}

namespace {
struct TriedBlock {
  Dim3 Block;
  LaunchOrigin Origin;
};
} // namespace

/// What may stand for the block of \p Launch: if it is that of extents, of
/// which threads may access several elements, fewer threads behind x; the usual
/// ones.
static std::vector<TriedBlock> otherBlocks(const KernelProgram &Program,
                                           const InferredLaunch &Launch) {
  std::vector<TriedBlock> Result;
  if (Launch.Origin == LaunchOrigin::ArrayExtents)
    for (uint32_t Dim3::*Extent : {&Dim3::Y, &Dim3::Z})
      for (Dim3 Block = Launch.Config.Block; (Block.*Extent /= 2) != 0;)
        Result.push_back({Block, LaunchOrigin::ArrayExtents});
  for (const Dim3 &Block : usualBlocks(Program))
    Result.push_back({Block, LaunchOrigin::Default});
  return Result;
}

/// The extents that all places state at which \p Launch may be made: those with
/// the same assumed block are one launch. Nothing if no block has them.
static BlockExtents statedExtents(const KernelProgram &Program,
                                  const InferredLaunch &Launch) {
  if (!Launch.Site)
    return {};
  BlockExtents Stated = Program.Launches[*Launch.Site].Block;
  for (const LaunchSite &Other : Program.Launches)
    for (auto [Into, Extent] : llvm::zip_equal(Stated, Other.Block))
      if (Into != Extent)
        Into = std::nullopt;
  uint64_t Count = 1;
  for (const std::optional<uint32_t> &Extent : Stated)
    Count *= std::min<uint64_t>(Extent.value_or(1), MaxThreadsPerBlock + 1);
  return Count == 0 || Count > threadLimit(Program) ? BlockExtents() : Stated;
}

/// The accesses that some block executes, but not the one that \p Verdicts are
/// of.
static llvm::DenseSet<unsigned> unexecuted(const KernelProgram &Program,
                                           const InferredLaunch &Launch,
                                           llvm::ArrayRef<Verdict> Verdicts,
                                           const InterpreterBudget &Budget,
                                           AnyBlockAccesses &OfAny) {
  if (isStated(Launch.Origin) || Verdicts.size() == Program.Accesses.size() ||
      !applies(Mechanism::OtherBlocks))
    return {};
  if (!OfAny)
    OfAny = executedInAnyBlock(Program, ofAnyBlock(Program, Launch),
                               statedExtents(Program, Launch), Budget);
  llvm::DenseSet<unsigned> Result = *OfAny;
  for (const Verdict &V : Verdicts)
    Result.erase(V.Access);
  return Result;
}

static unsigned countOf(const llvm::DenseSet<unsigned> &Accesses,
                        llvm::ArrayRef<Verdict> Verdicts) {
  return llvm::count_if(Verdicts, [&Accesses](const Verdict &V) {
    return Accesses.contains(V.Access);
  });
}

std::vector<Verdict> banklint::judgeFeasible(const KernelProgram &Program,
                                             const Architecture &Arch,
                                             InferredLaunch &Launch,
                                             const InterpreterBudget &Budget,
                                             AnyBlockAccesses &OfAny) {
  std::vector<Verdict> Verdicts =
      judgeBlocks(Program, Arch, Launch.Config, Budget);
  const llvm::DenseSet<unsigned> Missing =
      unexecuted(Program, Launch, Verdicts, Budget, OfAny);
  if (!isWeak(Launch) && !Verdicts.empty() &&
      Launch.Origin != LaunchOrigin::ArrayExtents)
    return Verdicts;
  const bool Leaves =
      leavesArraysInSomeBlock(Program, Arch, Launch, Verdicts, Budget);
  if (!Leaves && (Missing.empty() || !isWeak(Launch)))
    return Verdicts;
  InferredLaunch Best = Launch;
  std::vector<Verdict> BestVerdicts = Verdicts;
  std::optional<unsigned> MostFound;
  if (!Leaves)
    MostFound = 0;
  for (const auto &[Block, Origin] : otherBlocks(Program, Launch)) {
    if (Block == Launch.Config.Block || !mayHaveBlock(Program, Launch, Block))
      continue;
    InferredLaunch Tried = Launch;
    setBlock(Program, Tried, Block);
    Tried.Origin = Origin;
    Tried.Fit = Leaves ? BlockFit::InsideArrays : BlockFit::Executes;
    std::vector<Verdict> OfTried =
        judgeBlocks(Program, Arch, Tried.Config, Budget);
    const unsigned Found = countOf(Missing, OfTried);
    if ((MostFound && Found <= *MostFound) || !answersAll(OfTried, Verdicts) ||
        leavesArraysInSomeBlock(Program, Arch, Tried, OfTried, Budget))
      continue;
    MostFound = Found;
    Best = std::move(Tried);
    BestVerdicts = std::move(OfTried);
    if (Found == Missing.size())
      break;
  }
  Launch = std::move(Best);
  return BestVerdicts;
}

void banklint::addUnexecuted(const KernelProgram &Program,
                             const InferredLaunch &Launch,
                             const InterpreterBudget &Budget,
                             const llvm::DenseSet<unsigned> &Answered,
                             AnyBlockAccesses &OfAny,
                             std::vector<Verdict> &Verdicts) {
  const Dim3 &Block = Launch.Config.Block;
  for (unsigned Number : unexecuted(Program, Launch, Verdicts, Budget, OfAny)) {
    if (Answered.contains(Number))
      continue;
    Verdict V;
    V.Access = Number;
    V.Why = {ReasonCode::UnknownCondition,
             "no thread of the assumed block of " + std::to_string(Block.X) +
                 "x" + std::to_string(Block.Y) + "x" + std::to_string(Block.Z) +
                 " threads executes it, those of another block may"};
    if (const std::optional<unsigned> &Array = Program.Accesses[Number].Array)
      V.Arrays.push_back(*Array);
    else
      V.MayStray = true;
    Verdicts.push_back(std::move(V));
  }
  llvm::sort(Verdicts, [](const Verdict &A, const Verdict &B) {
    return A.Access < B.Access;
  });
}

/// True if \p A and \p B say the same of an access.
static bool agree(const Verdict &A, const Verdict &B) {
  const auto Said = [](const Verdict &V) {
    return std::make_tuple(V.Access, V.Result, V.Worst.Kind, V.Worst.Wavefronts,
                           V.Worst.Ideal, V.Worst.Ways);
  };
  return Said(A) == Said(B);
}

/// True if \p Bound, with the arguments of one block, is a conflict of which
/// \p Open, with those of any block, says nothing.
static bool isOfArguments(const Verdict &Bound, const Verdict &Open) {
  return Bound.Access == Open.Access &&
         stateOf(Open) == ConflictState::NotKnown && isFinding(stateOf(Bound));
}

void banklint::openArguments(const KernelProgram &Program,
                             const Architecture &Arch,
                             const LaunchConfig &OfAny, InferredLaunch &Launch,
                             const InterpreterBudget &Budget,
                             std::vector<Verdict> &Verdicts) {
  if (isStated(Launch.Origin) || OfAny.Arguments == Launch.Config.Arguments)
    return;
  std::vector<Verdict> Open = judgeBlocks(Program, Arch, OfAny, Budget);
  if (llvm::equal(Open, Verdicts, agree))
    return;
  bool HasConflict = false;
  for (Verdict &Of : Open)
    for (const Verdict &Bound : Verdicts)
      if (isOfArguments(Bound, Of)) {
        Of = Bound;
        HasConflict = true;
        break;
      }
  // Layouts are compared with the arguments that the conflict is of.
  if (!HasConflict)
    Launch.Config = OfAny;
  Verdicts = std::move(Open);
}

void banklint::refuseExcluded(const KernelProgram &Program,
                              const InferredLaunch &Launch,
                              llvm::MutableArrayRef<Verdict> Verdicts) {
  if (!isExcluded(Program, Launch))
    return;
  for (Verdict &V : Verdicts) {
    Verdict Open;
    Open.Access = V.Access;
    Open.Arrays = std::move(V.Arrays);
    Open.MayStray = V.MayStray;
    Open.Why = {ReasonCode::UnknownCondition,
                "no block that was tried meets the conditions of the launch"};
    V = std::move(Open);
  }
}
