//===- WarpSweep.cpp - Warps that need not be executed --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpSweep.h"
#include "Executor.h"
#include <numeric>

using namespace banklint;

/// For fewer it does not pay to look for warps that do the same.
constexpr unsigned FewestCycles = 4;

namespace {

class WarpSweep {
public:
  explicit WarpSweep(LaunchState &Shared)
      : Shared(Shared), Block(Shared.Launch.Block),
        Warps((Block.count() + WarpSize - 1) / WarpSize),
        FullWarps(Block.count() / WarpSize) {
    choosePeriod();
  }
  void run();

private:
  void choosePeriod();
  bool lengthen(uint64_t Factor, unsigned First);
  void runWarp(unsigned Warp, std::optional<SweepId> Sweep);
  void runCycle(unsigned First, SweepId Sweep);
  unsigned runCycles(unsigned First);

  LaunchState &Shared;
  const Dim3 Block;
  const unsigned Warps;
  const unsigned FullWarps;
  /// Warps of a cycle, and how far the next one's threads are from its.
  unsigned Period = 1;
  Dim3 Step;
  /// Warps to execute before the next ones are tried.
  unsigned Pause = 0;
};

} // namespace

/// Cycles begin at rows of the block, or at planes if these are short.
void WarpSweep::choosePeriod() {
  const uint64_t Plane = uint64_t(Block.X) * Block.Y;
  if (Plane == Block.X && Block.Z == 1) {
    Step = {WarpSize, 0, 0};
    return;
  }
  const unsigned OfPlanes = Plane / std::gcd<uint64_t>(Plane, WarpSize);
  if (Block.Z > 1 && OfPlanes <= Warps / 4) {
    Period = OfPlanes;
    Step = {0, 0, uint32_t(uint64_t(Period) * WarpSize / Plane)};
    return;
  }
  Period = Block.X / std::gcd(Block.X, WarpSize);
  Step = {0, uint32_t(uint64_t(Period) * WarpSize / Block.X), 0};
}

void WarpSweep::runWarp(unsigned Warp, std::optional<SweepId> Sweep) {
  WarpExecutor Executor(Shared, Warp);
  if (Sweep)
    Executor.moveThreads(*Sweep, Step);
  Executor.run();
  if (Shared.Listener)
    Shared.Listener->endWarp();
}

/// Executes the warps of one cycle.
void WarpSweep::runCycle(unsigned First, SweepId Sweep) {
  Shared.Running.beginCycle(Sweep, (FullWarps - First) / Period - 1);
  for (unsigned Warp = First; Warp != First + Period; ++Warp)
    if (!Shared.Summary.Aborted)
      runWarp(Warp, Sweep);
}

/// Makes cycles longer by \p Factor, if there are enough from the warp \p First
/// on.
bool WarpSweep::lengthen(uint64_t Factor, unsigned First) {
  if (Factor == 1 || First + FewestCycles * Factor * Period > FullWarps)
    return false;
  Period *= Factor;
  for (uint32_t Dim3::*Part : {&Dim3::X, &Dim3::Y, &Dim3::Z})
    Step.*Part *= Factor;
  return true;
}

/// Executes cycles from the warp \p First on until one is reached that differs
/// from those before it. Returns the first warp that is left.
unsigned WarpSweep::runCycles(unsigned First) {
  const SweepId Sweep = Shared.Running.begin();
  Shared.Listener->beginSweep(Sweep);
  CycleEffect Effect;
  uint64_t Reach = 0;
  LongerCycles Wanted;
  unsigned Cycles = 0;
  do {
    runCycle(First, Sweep);
    Effect = Shared.Listener->endCycle(Shared.Running, Sweep, 0);
    Reach = Shared.Running.reach(Sweep);
    Wanted = Shared.Running.wanted(Sweep);
    First += Period;
  } while (Effect != CycleEffect::Repeats && Reach >= 2 &&
           ++Cycles != MaxVarying && !Shared.Summary.Aborted);
  if (Effect == CycleEffect::Repeats && Reach >= 2 && !Shared.Summary.Aborted) {
    // The last one is executed: numbers that grow are greatest there.
    Shared.Listener->repeat(Sweep, Reach - 1);
    First += (Reach - 1) * Period;
    Pause = 0;
  } else if (!lengthen(Wanted.both(), First) &&
             !lengthen(Wanted.Needed, First)) {
    Pause = 2 * Pause + 1;
  }
  Shared.Listener->endSweep(Sweep);
  Shared.Running.end();
  return First;
}

void WarpSweep::run() {
  if (const std::optional<unsigned> Only = Shared.Launch.Warp) {
    if (*Only < Warps)
      runWarp(*Only, /*Sweep=*/std::nullopt);
    return;
  }
  unsigned Warp = 0;
  unsigned Next = 0;
  while (Warp != Warps && !Shared.Summary.Aborted) {
    if (Shared.Listener && Warp >= Next &&
        Warp + FewestCycles * Period <= FullWarps) {
      Warp = runCycles(Warp);
      Next = Warp + Pause;
    } else {
      runWarp(Warp++, /*Sweep=*/std::nullopt);
    }
  }
}

ExecutionSummary banklint::executeWarps(LaunchState Shared) {
  uint64_t Statements = 0;
  forEachStmt(Shared.Program.Body, [&](const Stmt &) { ++Statements; });
  if (Statements >= Shared.Budget.SliceFrom)
    Shared.Needs.emplace(Shared.Program, Shared.CompileTime);
  WarpSweep(Shared).run();
  return Shared.Summary;
}
