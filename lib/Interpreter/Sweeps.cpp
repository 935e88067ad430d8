//===- Sweeps.cpp - Rounds and warps that do the same ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/Sweeps.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <utility>

using namespace banklint;

int64_t banklint::stepIn(const WarpValue &Value, SweepId Sweep, unsigned Lane) {
  const Motion *M = motionIn(Value, Sweep);
  return M ? M->step(Lane) : 0;
}

const Sweeps::State *Sweeps::find(SweepId Sweep) const {
  auto Found =
      llvm::find_if(States, [Sweep](const State &S) { return S.Id == Sweep; });
  return Found == States.end() ? nullptr : &*Found;
}

Sweeps::State *Sweeps::find(SweepId Sweep) {
  return const_cast<State *>(std::as_const(*this).find(Sweep));
}

SweepId Sweeps::begin() {
  States.push_back({Next, 0, {}});
  return Next++;
}

void Sweeps::beginCycle(SweepId Sweep, uint64_t Most) {
  State *S = find(Sweep);
  assert(S && "the sweep has begun and not ended");
  S->Reach = Most;
  S->Wanted = {};
}

uint64_t Sweeps::reach(SweepId Sweep) const { return find(Sweep)->Reach; }

LongerCycles Sweeps::wanted(SweepId Sweep) const { return find(Sweep)->Wanted; }

void Sweeps::want(SweepId Sweep, const LongerCycles &By) {
  if (State *S = find(Sweep))
    S->Wanted.include(By);
}

void LongerCycles::include(const LongerCycles &Others) {
  // Longer cycles than this do not pay.
  constexpr uint64_t Most = 4096;
  Needed = std::min(std::lcm(Needed, Others.Needed), Most);
  Further = std::min(std::lcm(Further, Others.Further), Most);
}

uint64_t banklint::factorToMultiple(int64_t Step, int64_t Unit) {
  return uint64_t(Unit / std::gcd(Unit, Step));
}

bool Sweeps::areStopped() const {
  return llvm::all_of(States, [](const State &S) { return S.Reach == 0; });
}

bool Sweeps::isMoving(const WarpValue &Value) const {
  return llvm::any_of(Value.motions(),
                      [this](const Motion &M) { return isOpen(M.sweep()); });
}

void Sweeps::limit(SweepId Sweep, uint64_t Cycles) {
  if (State *S = find(Sweep))
    S->Reach = std::min(S->Reach, Cycles);
}

void Sweeps::needStill(const WarpValue &Value, LaneMask Lanes) {
  for (const Motion &M : Value.motions()) {
    bool Moves = M.isErratic();
    for (unsigned Lane : Lanes)
      Moves |= M.step(Lane) != 0;
    if (Moves)
      stop(M.sweep());
  }
}

void Sweeps::needUniform(const WarpValue &Value, LaneMask Lanes) {
  for (const Motion &M : Value.motions()) {
    bool Differs = M.isErratic();
    if (!M.isCommon())
      for (unsigned Lane : Lanes)
        Differs |= M.step(Lane) != M.step(Lanes.lowest());
    if (Differs)
      stop(M.sweep());
  }
}

bool Sweeps::moveTogetherIn(SweepId Sweep, const WarpValue &A,
                            const WarpValue &B, LaneMask Lanes) {
  const Motion *OfA = motionIn(A, Sweep), *OfB = motionIn(B, Sweep);
  if ((OfA && OfA->isErratic()) || (OfB && OfB->isErratic()))
    return false;
  if ((!OfA || OfA->isCommon()) && (!OfB || OfB->isCommon()))
    return (OfA ? OfA->step(0) : 0) == (OfB ? OfB->step(0) : 0);
  bool IsSame = true;
  for (unsigned Lane : Lanes)
    IsSame &= (OfA ? OfA->step(Lane) : 0) == (OfB ? OfB->step(Lane) : 0);
  return IsSame;
}

bool Sweeps::moveTogether(const WarpValue &A, const WarpValue &B,
                          LaneMask Lanes) const {
  return (A.motions().empty() && B.motions().empty()) ||
         llvm::all_of(States, [&](const State &S) {
           return moveTogetherIn(S.Id, A, B, Lanes);
         });
}

void Sweeps::needTogether(const WarpValue &A, const WarpValue &B,
                          LaneMask Lanes) {
  if (A.motions().empty() && B.motions().empty())
    return;
  for (State &S : States)
    if (!moveTogetherIn(S.Id, A, B, Lanes))
      S.Reach = 0;
}

llvm::SmallVector<int64_t, 4> Sweeps::stepsOf(const WarpValue &Value,
                                              unsigned Lane) const {
  llvm::SmallVector<int64_t, 4> Result;
  for (const State &S : States)
    Result.push_back(stepIn(Value, S.Id, Lane));
  return Result;
}

void Sweeps::keepWithin(int64_t Number, int64_t Least, int64_t Most,
                        llvm::ArrayRef<int64_t> Steps) {
  // Wide enough for the distance of any two numbers.
  __int128 Up = __int128(Most) - Number, Down = __int128(Number) - Least;
  for (auto [S, Step] : llvm::reverse(llvm::zip_equal(States, Steps))) {
    if (Step == 0 || S.Reach == 0)
      continue;
    __int128 &Room = Step > 0 ? Up : Down;
    const __int128 Size = Step > 0 ? __int128(Step) : -__int128(Step);
    if (Room < 0)
      S.Reach = 0;
    else if (Room / Size < __int128(S.Reach))
      S.Reach = uint64_t(Room / Size);
    Room -= Size * __int128(S.Reach);
  }
}

void Sweeps::keepWithin(const WarpValue &Value, LaneMask Lanes, int64_t Least,
                        int64_t Most) {
  if (!isMoving(Value))
    return;
  bool IsCommon = true;
  for (const Motion &M : Value.motions()) {
    IsCommon &= M.isCommon();
    if (M.isErratic())
      stop(M.sweep());
  }
  if (areStopped() || Lanes.none())
    return;
  if (!IsCommon) {
    for (unsigned Lane : Lanes)
      keepWithin(Value.base(Lane), Least, Most, stepsOf(Value, Lane));
    return;
  }
  // Of lanes that move together, the outermost decide.
  const auto [Low, High] = spanOf(Value, Lanes);
  const llvm::SmallVector<int64_t, 4> Steps = stepsOf(Value, 0);
  keepWithin(Low, Least, Most, Steps);
  keepWithin(High, Least, Most, Steps);
}
