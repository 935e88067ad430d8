//===- SweepLimits.cpp - How far costs stay the same ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/SweepLimits.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;

using Steps = llvm::SmallVector<int64_t, 4>;

constexpr int64_t Least = std::numeric_limits<int64_t>::min();
constexpr int64_t Most = std::numeric_limits<int64_t>::max();

static Steps difference(const Steps &A, const Steps &B) {
  Steps Result;
  for (auto [StepA, StepB] : llvm::zip_equal(A, B))
    Result.push_back(StepA - StepB);
  return Result;
}

static bool isStill(const Steps &By) {
  return llvm::all_of(By, [](int64_t Step) { return Step == 0; });
}

/// Stops the sweeps in which \p By is not 0.
static void stopMoving(Sweeps &Running, const Steps &By) {
  for (auto [State, Step] : llvm::zip_equal(Running.open(), By))
    if (Step != 0)
      Running.stop(State.Id);
}

/// Limits sweeps to where \p Distance, which moves by \p By, stays at least
/// \p Margin and on its side of 0.
static void keepApart(Sweeps &Running, int64_t Distance, const Steps &By,
                      int64_t Margin) {
  if (std::abs(Distance) < Margin)
    stopMoving(Running, By);
  else
    Running.keepWithin(Distance, Distance > 0 ? Margin : Least,
                       Distance > 0 ? Most : -Margin, By);
}

/// Stops \p Sweep unless \p Step is a multiple of \p Unit.
static void needMultiple(Sweeps &Running, SweepId Sweep, int64_t Step,
                         int64_t Unit) {
  if (Step % Unit == 0)
    return;
  Running.want(Sweep, {factorToMultiple(Step, Unit), 1});
  Running.stop(Sweep);
}

/// The lanes move by different steps: their words must stay different ones.
static void keepWordsApart(Sweeps &Running, const WarpValue &Address,
                           LaneMask Lanes, int64_t Margin) {
  for (unsigned Lane : Lanes) {
    const Steps Own = Running.stepsOf(Address, Lane);
    for (unsigned Other : Lanes) {
      if (Other >= Lane)
        break;
      const Steps By = difference(Own, Running.stepsOf(Address, Other));
      if (!isStill(By))
        keepApart(Running, Address.base(Lane) - Address.base(Other), By,
                  Margin);
    }
  }
}

/// All lanes copy from the same places of lines.
static void keepLines(Sweeps &Running, const WarpValue &Source, LaneMask Lanes,
                      const Architecture &Arch) {
  Running.needUniform(Source, Lanes);
  for (const Motion &M : Source.motions())
    if (!M.isErratic())
      needMultiple(Running, M.sweep(), M.step(Lanes.lowest()),
                   int64_t(Arch.BankCount) * Arch.BankBytes);
}

void banklint::keepCost(const AccessEvent &Event, const Access &A,
                        const Architecture &Arch, int64_t UnitBytes) {
  Sweeps &Running = *Event.Running;
  const WarpValue &Address = Event.Address;
  if (Event.Source)
    keepLines(Running, *Event.Source, Event.Lanes, Arch);
  if (!Running.isMoving(Address) || Running.areStopped())
    return;
  const LaneMask Lanes = Event.Lanes & Address.affine();
  // Nothing follows from an address that is not known.
  if (Lanes.none())
    return;
  const int64_t BanksBytes = int64_t(Arch.BankCount) * Arch.BankBytes;
  // Copies past the cache are served by lines.
  const bool IsByLines = A.Op == MemoryOperation::AsyncCopyBypass;
  if (IsByLines)
    UnitBytes = BanksBytes;
  bool IsTogether = true;
  for (const Motion &M : Address.motions()) {
    if (M.isErratic() || Address.cases()) {
      Running.stop(M.sweep());
      continue;
    }
    const int64_t First = M.step(Lanes.lowest());
    needMultiple(Running, M.sweep(), First, UnitBytes);
    if (M.isCommon())
      continue;
    for (unsigned Lane : Lanes) {
      IsTogether &= M.step(Lane) == First;
      needMultiple(Running, M.sweep(), M.step(Lane) - First, BanksBytes);
    }
  }
  if (IsTogether || Running.areStopped())
    return;
  // Which lanes share a word may then depend on a symbol.
  if (Address.hasVaryingTerms(Lanes))
    Running.needUniform(Address, Lanes);
  else
    keepWordsApart(
        Running, Address, Lanes,
        IsByLines ? BanksBytes
                  : std::max<int64_t>(WidestAccessBytes, A.Bytes * A.Pieces));
}

void banklint::keepSides(const AccessEvent &Event, int64_t LastStart) {
  Sweeps &Running = *Event.Running;
  for (unsigned Lane : Event.Address.constantLanes(Event.Lanes)) {
    if (Running.areStopped())
      return;
    const int64_t Offset =
        uint64_t(Event.Address.base(Lane)) - arrayStart(*Event.Array);
    const Steps By = Running.stepsOf(Event.Address, Lane);
    if (Offset < 0)
      Running.keepWithin(Offset, Least, -1, By);
    else if (Offset > LastStart)
      Running.keepWithin(Offset, LastStart + 1, Most, By);
    else
      Running.keepWithin(Offset, 0, LastStart, By);
  }
}

namespace {
/// The lowest and the highest byte of some places, and how they move at least.
struct Hull {
  int64_t Low, High;
  Steps LowBy, HighBy;
};
} // namespace

static Hull hullOf(const Sweeps &Running, const SweptPlaces &Places) {
  Hull Result{Places.Low, Places.High + int64_t(Places.Bytes), {}, {}};
  for (const Sweeps::State &State : Running.open()) {
    const Motion *M = motionIn(Places.Address, State.Id);
    int64_t Low = M ? M->step(Places.Lanes.lowest()) : 0, High = Low;
    if (M && !M->isCommon())
      for (unsigned Lane : Places.Lanes) {
        Low = std::min(Low, M->step(Lane));
        High = std::max(High, M->step(Lane));
      }
    Result.LowBy.push_back(Low);
    Result.HighBy.push_back(High);
  }
  return Result;
}

/// So many distances, or fewer, are told apart.
constexpr size_t Few = 4;

/// The distances from places of \p A to those of \p B that threads find; one
/// more than \p Enough if there are more.
static llvm::SmallVector<int64_t, Few + 1>
distances(const SweptPlaces &A, const SweptPlaces &B, size_t Enough = Few) {
  llvm::SmallVector<int64_t, Few + 1> Result;
  for (unsigned Lane : A.Lanes & B.Lanes) {
    const int64_t Distance = B.Address.base(Lane) - A.Address.base(Lane);
    if (!llvm::is_contained(Result, Distance))
      Result.push_back(Distance);
    if (Result.size() > Enough)
      break;
  }
  return Result;
}

/// Whether places have to do with each other follows from the distances alone:
/// there are few, or some thread finds both in one place.
static bool isToldByDistances(llvm::ArrayRef<int64_t> Distances,
                              const SweptPlaces &A, const SweptPlaces &B) {
  return Distances.size() <= Few || llvm::any_of(Distances, [&](int64_t D) {
           return D < int64_t(A.Bytes) && -D < int64_t(B.Bytes);
         });
}

static bool isNear(int64_t Distance) {
  return std::abs(Distance) < WidestAccessBytes;
}

/// Limits sweeps in which all lanes of \p A move by one step and those of \p B
/// by another; false if it takes more than distances to tell.
static bool keepDistances(Sweeps &Running, const SweptPlaces &A,
                          const SweptPlaces &B, PlaceRelation Relation) {
  const bool IsForOne = Relation == PlaceRelation::OneDistance;
  const llvm::SmallVector<int64_t, Few + 1> Distances =
      distances(A, B, IsForOne ? 1 : Few);
  if (IsForOne && Distances.size() > 1)
    return true;
  if (Distances.size() > Few || llvm::any_of(Distances, isNear))
    return false;
  const Steps By = difference(Running.stepsOf(B.Address, B.Lanes.lowest()),
                              Running.stepsOf(A.Address, A.Lanes.lowest()));
  for (int64_t Distance : Distances)
    keepApart(Running, Distance, By, WidestAccessBytes);
  return true;
}

/// True if all lanes of both move by the same steps, so that nothing between
/// them changes. Most places do, and are told so at once.
static bool moveAsOne(const WarpValue &A, const WarpValue &B) {
  auto IsSame = [](const Motion &OfA, const Motion &OfB) {
    return OfA.sweep() == OfB.sweep() && OfA.isCommon() && OfB.isCommon() &&
           !OfA.isErratic() && !OfB.isErratic() && OfA.step(0) == OfB.step(0);
  };
  return llvm::equal(A.motions(), B.motions(), IsSame);
}

void banklint::keepRelation(Sweeps &Running, const SweptPlaces &A,
                            const SweptPlaces &B, PlaceRelation Relation) {
  if (moveAsOne(A.Address, B.Address) || Running.areStopped())
    return;
  const LaneMask Common = A.Lanes & B.Lanes;
  if (Common.none() || !haveSameTerms(A.Address, B.Address, Common))
    return;
  const LaneMask Either = A.Lanes | B.Lanes;
  const bool AreTogether = Running.moveTogether(A.Address, B.Address, Either);
  const bool AreUniform = llvm::all_of(
      llvm::concat<const Motion>(A.Address.motions(), B.Address.motions()),
      [&](const Motion &M) {
        return !Running.isOpen(M.sweep()) || (M.isCommon() && !M.isErratic());
      });
  if (AreTogether && (AreUniform || isToldByDistances(distances(A, B), A, B)))
    return;
  if (!AreTogether && AreUniform && keepDistances(Running, A, B, Relation))
    return;
  const Hull OfA = hullOf(Running, A), OfB = hullOf(Running, B);
  if (OfB.Low - OfA.High >= WidestAccessBytes)
    return keepApart(Running, OfB.Low - OfA.High,
                     difference(OfB.LowBy, OfA.HighBy), WidestAccessBytes);
  if (OfA.Low - OfB.High >= WidestAccessBytes)
    return keepApart(Running, OfA.Low - OfB.High,
                     difference(OfA.LowBy, OfB.HighBy), WidestAccessBytes);
  Running.needTogether(A.Address, B.Address, Either);
  Running.needUniform(A.Address, A.Lanes);
  Running.needUniform(B.Address, B.Lanes);
}

bool MovedValues::isMoved(const WarpValue &Before, const WarpValue &After,
                          LaneMask Lanes) {
  const LaneMask Known = Before.affine() & Lanes;
  if (Known != (After.affine() & Lanes) || Before.cases() || After.cases() ||
      Before.terms().size() != After.terms().size())
    return false;
  for (unsigned Lane : Known)
    if (After.base(Lane) != Before.base(Lane) + stepIn(After, Sweep, Lane))
      return false;
  for (auto [Old, New] : llvm::zip_equal(Before.terms(), After.terms())) {
    const SymbolId To =
        Renamed.try_emplace(Old.symbol(), New.symbol()).first->second;
    const SymbolId From =
        Original.try_emplace(New.symbol(), Old.symbol()).first->second;
    if (To != New.symbol() || From != Old.symbol())
      return false;
    for (unsigned Lane : Known)
      if (Old.coefficient(Lane) != New.coefficient(Lane))
        return false;
  }
  return true;
}
