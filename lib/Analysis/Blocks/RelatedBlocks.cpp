//===- RelatedBlocks.cpp - Blocks that fit what a launch says -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks/RelatedBlocks.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// True if \p Block has the extents that \p Site states.
static bool hasStatedExtents(const LaunchSite &Site, const Dim3 &Block) {
  return Site.Block[0].value_or(Block.X) == Block.X &&
         Site.Block[1].value_or(Block.Y) == Block.Y &&
         Site.Block[2].value_or(Block.Z) == Block.Z;
}

bool banklint::mayHaveBlock(const KernelProgram &Program,
                            const InferredLaunch &Launch, const Dim3 &Block) {
  if (!Launch.Site)
    return true;
  const LaunchSite &Site = Program.Launches[*Launch.Site];
  return hasStatedExtents(Site, Block) && Site.Relations.allow(Block);
}

/// The extents of \p Site to try in \p Direction: \p Guess first, then what is
/// near to it, then the ends of the ranges that the launch states.
static std::vector<uint32_t> extentsToTry(const LaunchSite &Site,
                                          unsigned Direction, uint32_t Guess) {
  if (Site.Block[Direction])
    return {*Site.Block[Direction]};
  std::vector<uint32_t> Result = {Guess};
  for (uint32_t Less = Guess / 2; Less != 0; Less /= 2)
    Result.push_back(Less);
  for (uint32_t More = 2 * Guess; More <= MaxThreadsPerBlock; More *= 2)
    Result.push_back(More);
  const BlockFormula::Operand Extent = {BlockFormula::Operand::Extent,
                                        Direction};
  for (const BlockCondition &Each : Site.Relations.Conditions)
    if (Each.Of.Result == Extent)
      for (int64_t End : {Each.Most, Each.Least})
        if (End >= 1 && End <= MaxThreadsPerBlock)
          Result.push_back(End);
  return Result;
}

std::optional<Dim3> banklint::relatedBlock(const LaunchSite &Site,
                                           const Dim3 &Guess) {
  for (uint32_t X : extentsToTry(Site, 0, Guess.X))
    for (uint32_t Z : extentsToTry(Site, 2, Guess.Z))
      for (uint32_t Y : extentsToTry(Site, 1, Guess.Y)) {
        const std::optional<Dim3> Fit = Site.Relations.fit({X, Y, Z});
        if (Fit && Fit->count() <= MaxThreadsPerBlock &&
            hasStatedExtents(Site, *Fit))
          return Fit;
      }
  return std::nullopt;
}

/// What \p Formula says of parameter number \p Parameter in \p Block.
static std::optional<ArgumentValue> valueIn(const KernelProgram &Program,
                                            unsigned Parameter,
                                            const BlockFormula &Formula,
                                            const Dim3 &Block) {
  const std::optional<int64_t> Number = Formula.evaluate(Block);
  if (!Number)
    return std::nullopt;
  return ArgumentValue(canonical(*Number, Program.Parameters[Parameter].Type));
}

void banklint::bindArguments(const KernelProgram &Program,
                             InferredLaunch &Launch) {
  if (!Launch.Site)
    return;
  const LaunchSite &Site = Program.Launches[*Launch.Site];
  Launch.Config.Arguments.resize(Program.Parameters.size());
  if (mayHaveBlock(Program, Launch, Launch.Config.Block))
    for (const auto &[Parameter, Formula] : Site.Formulas)
      if (const auto Value =
              valueIn(Program, Parameter, Formula, Launch.Config.Block);
          Value && !Launch.Config.Arguments[Parameter].isNumber())
        Launch.Config.Arguments[Parameter] = *Value;
}

LaunchConfig banklint::ofAnyBlock(const KernelProgram &Program,
                                  const InferredLaunch &Launch) {
  LaunchConfig Result = Launch.Config;
  if (!Launch.Site)
    return Result;
  const LaunchSite &Site = Program.Launches[*Launch.Site];
  for (const auto &[Parameter, Formula] : Site.Formulas)
    if (Parameter < Result.Arguments.size() &&
        valueIn(Program, Parameter, Formula, Result.Block) ==
            Result.Arguments[Parameter])
      Result.Arguments[Parameter] = Site.Arguments[Parameter];
  return Result;
}

void banklint::setBlock(const KernelProgram &Program, InferredLaunch &Launch,
                        const Dim3 &Block) {
  Launch.Config = ofAnyBlock(Program, Launch);
  Launch.Config.Block = Block;
  bindArguments(Program, Launch);
}

bool banklint::isExcluded(const KernelProgram &Program,
                          const InferredLaunch &Launch) {
  return !isStated(Launch.Origin) && Launch.Site &&
         !Program.Launches[*Launch.Site].Relations.allow(Launch.Config.Block);
}

bool banklint::isSameInAnyBlock(const KernelProgram &Program,
                                const InferredLaunch &A,
                                const InferredLaunch &B,
                                const std::vector<bool> &IsUsed) {
  if (isStated(A.Origin) && isStated(B.Origin))
    return true;
  std::vector<ArgumentValue> OfA = ofAnyBlock(Program, A).Arguments;
  std::vector<ArgumentValue> OfB = ofAnyBlock(Program, B).Arguments;
  OfA.resize(IsUsed.size());
  OfB.resize(IsUsed.size());
  for (size_t I = 0; I != IsUsed.size(); ++I)
    if (IsUsed[I] && OfA[I] != OfB[I])
      return false;
  return isExcluded(Program, A) == isExcluded(Program, B);
}
