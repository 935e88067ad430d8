//===- ReachedBounds.cpp - Bounds that a run of the launch reaches --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/ReachedBounds.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <map>

using namespace banklint;

/// The largest that an integer parameter is in the runs that are tried: more
/// threads than blocks have, and a multiple of all usual tiles.
static constexpr int64_t LargestTried = 4096;

/// What integer parameters are in the runs of block \p Index that are tried.
/// Kernels that work on one element or two with each thread of a block are only
/// launched with so many. The least work comes first.
static std::array<int64_t, 3> triedArguments(const LaunchConfig &Launch,
                                             uint32_t Index) {
  const int64_t Threads = Launch.Block.count() * (Index + 1);
  return {Threads, 2 * Threads, LargestTried};
}

/// Tried runs are small: most that is open is decided in the first rounds,
/// those of loops over the lanes of a warp and a little more.
static InterpreterBudget smaller(InterpreterBudget Budget) {
  Budget.Statements = std::min<uint64_t>(Budget.Statements, 16'000);
  Budget.LoopRounds = std::min<uint64_t>(Budget.LoopRounds, 40);
  return Budget;
}

static bool isOpen(const Verdict &V) {
  return V.IsOnlyFlowOpen && V.Worst.conflicts() &&
         !(V.Sure && V.Sure->conflicts());
}

/// The least number from \p Tried on that \p Known may be.
static int64_t leastFrom(int64_t Tried, const ArgumentValue &Known) {
  const uint64_t Further = Known.rest() - uint64_t(Tried);
  return Tried +
         int64_t(Further & llvm::maskTrailingOnes<uint64_t>(Known.lowBits()));
}

/// The run of block (\p Index, \p Index, \p Index), as far as the grid has one,
/// with \p Tried for integers that are not known.
static LaunchConfig runOf(const KernelProgram &Program, LaunchConfig Launch,
                          uint32_t Index, int64_t Tried) {
  const Dim3 Last = Launch.Grid.value_or(Dim3{Index + 1, Index + 1, Index + 1});
  const Dim3 Block{std::min(Index, Last.X - 1), std::min(Index, Last.Y - 1),
                   std::min(Index, Last.Z - 1)};
  Launch.Blocks = BlockRange{Block, Block};
  Launch.Arguments.resize(Program.Parameters.size());
  for (auto [Argument, Parameter] :
       llvm::zip_equal(Launch.Arguments, Program.Parameters))
    if (!Argument.isNumber())
      Argument = leastFrom(Parameter.Type.Bits < 16 ? 1 : Tried, Argument);
  return Launch;
}

/// By access of \p Wanted: the least conflict that is sure in each run of block
/// \p Index.
static std::map<unsigned, RequestCost>
reachedIn(const KernelProgram &Program, const Architecture &Arch,
          const LaunchConfig &Launch, const InterpreterBudget &Budget,
          uint32_t Index, const llvm::DenseSet<unsigned> &Wanted) {
  std::map<unsigned, RequestCost> Result;
  bool IsFirst = true;
  for (int64_t Tried : triedArguments(Launch, Index)) {
    std::map<unsigned, RequestCost> OfRun;
    for (const Verdict &V :
         judge(Program, Arch, runOf(Program, Launch, Index, Tried),
               smaller(Budget)))
      if (V.Sure && V.Sure->conflicts() && Wanted.contains(V.Access))
        OfRun.try_emplace(V.Access, *V.Sure);
    if (std::exchange(IsFirst, false)) {
      Result = std::move(OfRun);
      continue;
    }
    for (auto It = Result.begin(); It != Result.end();) {
      const auto Again = OfRun.find(It->first);
      if (Again == OfRun.end()) {
        It = Result.erase(It);
        continue;
      }
      if (Again->second.excess() < It->second.excess())
        It->second = Again->second;
      ++It;
    }
    if (Result.empty())
      break;
  }
  return Result;
}

void banklint::findReached(const KernelProgram &Program,
                           const Architecture &Arch, const LaunchConfig &Launch,
                           const InterpreterBudget &Budget,
                           llvm::MutableArrayRef<Verdict> Verdicts) {
  // The first block starts at 0, the next one has neighbours on both sides. It
  // does the same where no condition depends on blockIdx.
  for (uint32_t Index : {0, 1}) {
    llvm::DenseSet<unsigned> Wanted;
    for (const Verdict &V : Verdicts)
      if (isOpen(V) && (Index == 0 || V.BlockGuards))
        Wanted.insert(V.Access);
    if (Wanted.empty() || !applies(Mechanism::ReachedBounds))
      return;
    const auto Reached =
        reachedIn(Program, Arch, Launch, Budget, Index, Wanted);
    for (Verdict &V : Verdicts)
      if (const auto Found = Reached.find(V.Access);
          Found != Reached.end() &&
          Found->second.Wavefronts <= V.Worst.Wavefronts) {
        V.Sure = Found->second;
        V.IsSureTried = true;
      }
  }
}
