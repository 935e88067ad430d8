//===- RandomLaunches.cpp - Launches and inputs out of a seed -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"
#include <algorithm>
#include <limits>

using namespace banklint;

static Dim3 randomBlock(RandomNumbers &Random, uint32_t Threads) {
  Dim3 Block;
  Block.X =
      Random.pick<uint32_t>({1, 3, 4, 8, 16, 16, 31, 32, 32, 32, 33, 64, 96});
  if (Block.X <= 32 && Random.chance(50))
    Block.Y =
        1 + Random.below(std::min<uint32_t>(Threads / 12, Threads / Block.X));
  if (Block.X * Block.Y <= Threads / 3 && Random.chance(20))
    Block.Z = 1 + Random.below(std::min<uint32_t>(Threads / 32,
                                                  Threads / Block.X / Block.Y));
  if (Block.count() <= 96 && Threads > 96 && Random.chance(50))
    Block.X *= Threads / Block.count();
  return Block;
}

static Dim3 randomGrid(RandomNumbers &Random) {
  Dim3 Grid;
  Grid.X = Random.chance(80) ? 1 + Random.below(8) : 1 + Random.below(70'000);
  Grid.Y = Random.chance(60) ? 1 : 1 + Random.below(4);
  Grid.Z = Random.chance(80) ? 1 : 1 + Random.below(3);
  return Grid;
}

static int64_t randomArgument(IntType Type, RandomNumbers &Random) {
  unsigned Kind = Random.below(100);
  int64_t Value = Random.below(41);
  if (Kind < 10)
    Value = 0;
  else if (Kind < 25)
    Value = -1 - int64_t(Random.below(40));
  else if (Kind < 40)
    Value = int64_t(1) << Random.below(12);
  else if (Kind < 50)
    Value = Random.below(5000);
  else if (Kind < 53)
    Value = Random.pick<int64_t>({std::numeric_limits<int32_t>::min(),
                                  std::numeric_limits<int32_t>::max(),
                                  std::numeric_limits<int64_t>::min(),
                                  std::numeric_limits<int64_t>::max()});
  return canonical(Value, Type);
}

/// A number of \p Type that \p Known says the lowest bits of.
static int64_t randomArgument(IntType Type, const ArgumentValue &Known,
                              RandomNumbers &Random) {
  const uint64_t Mask = (uint64_t(1) << Known.lowBits()) - 1;
  const uint64_t Number = uint64_t(randomArgument(Type, Random));
  return canonical(int64_t((Number & ~Mask) | Known.rest()), Type);
}

LaunchConfig banklint::randomLaunch(const KernelProgram &Program,
                                    RandomNumbers &Random, RandomShape Shape) {
  LaunchConfig Launch;
  Launch.Block = randomBlock(Random, Shape.BlockThreads);
  if (Random.chance(60))
    Launch.Grid = randomGrid(Random);
  const unsigned KnownPercent = Random.pick<unsigned>({0, 50, 100, 100});
  for (const Parameter &P : Program.Parameters) {
    Launch.Arguments.emplace_back();
    if (P.Type.Bits == 0)
      continue;
    if (Random.chance(KnownPercent))
      Launch.Arguments.back() = randomArgument(P.Type, Random);
    else if (P.Type.Bits >= 8 && Random.chance(30))
      Launch.Arguments.back() =
          ArgumentValue::ofLowBits(1 + Random.below(7), Random.next());
  }
  return Launch;
}

/// A number that depends on everything that the opaque may depend on.
static int64_t opaqueNumber(uint64_t Seed, const OpaqueEvaluation &E) {
  uint64_t Hash = scramble(Seed ^ E.Opaque);
  auto Mix = [&Hash](uint64_t X) { Hash = scramble(Hash ^ X); };
  Mix(E.Statement);
  Mix(E.Warp);
  for (uint64_t Round : E.Rounds)
    Mix(Round);
  for (int64_t Operand : E.Operands)
    Mix(static_cast<uint64_t>(Operand));
  if (E.Thread)
    Mix(*E.Thread + 1);
  // Mostly small, since much of it ends up in bounds of loops.
  uint64_t Number = scramble(Hash);
  unsigned Kind = Hash % 100;
  if (Kind < 30)
    return 0;
  if (Kind < 75)
    return Number % 16;
  if (Kind < 92)
    return static_cast<int64_t>(Number % 1024) - 512;
  return static_cast<int64_t>(Number);
}

ReferenceInputs banklint::randomInputs(const KernelProgram &Program,
                                       const LaunchConfig &Launch,
                                       RandomNumbers &Random) {
  ReferenceInputs Inputs;
  Inputs.Block = Launch.Block;
  Inputs.Grid = Launch.Grid ? *Launch.Grid : randomGrid(Random);
  Inputs.BlockIdx = {Random.below(Inputs.Grid.X), Random.below(Inputs.Grid.Y),
                     Random.below(Inputs.Grid.Z)};
  for (size_t I = 0; I < Program.Parameters.size(); ++I) {
    IntType Type = Program.Parameters[I].Type;
    ArgumentValue Known;
    if (I < Launch.Arguments.size())
      Known = Launch.Arguments[I];
    if (Type.Bits == 0)
      Inputs.Parameters.push_back(0);
    else if (Known.isNumber())
      Inputs.Parameters.push_back(Known.number());
    else
      Inputs.Parameters.push_back(randomArgument(Type, Known, Random));
  }
  uint64_t Seed = Random.next();
  Inputs.OpaqueValue = [Seed](const OpaqueEvaluation &E) {
    return opaqueNumber(Seed, E);
  };
  return Inputs;
}
