//===- Reuse.cpp - Accesses that the compiler may spare -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/JoinedCosts.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <numeric>
#include <tuple>

using namespace banklint;

// Compilers look at some dozens of neighbours, not at whole kernels.
constexpr unsigned MaxEntries = 128;

/// True if the places in stretches of some power of two tell \p A and \p B
/// apart, so that no bytes of theirs are the same. What shorter stretches tell
/// apart, the longest do, too.
static bool haveOwnPlaces(SpareEntry &A, SpareEntry &B) {
  for (SpareEntry *E : {&A, &B}) {
    if (E->Places)
      continue;
    E->Places.emplace();
    for (unsigned Lane : E->Lanes)
      for (unsigned Byte = 0; Byte != E->Bytes; ++Byte)
        E->Places->set((uint64_t(E->Address.base(Lane)) + Byte) %
                       E->Places->size());
  }
  return (*A.Places & *B.Places).none();
}

/// True if the compiler may be able to prove that the threads' own accesses of
/// \p A and \p B are to different memory: by the range of their subscripts, by
/// what these are multiples of, or by their distance. Of that it was seen to
/// know one number, also where it is another one in another round of a loop,
/// the few of a selection, and common divisors of what it is made of.
static bool mayBeToldApart(SpareEntry &A, SpareEntry &B) {
  if (!isSameArray(A, B) || !A.IsAffine || !B.IsAffine ||
      A.High + int64_t(A.Bytes) <= B.Low || B.High + int64_t(B.Bytes) <= A.Low)
    return true;
  LaneMask Common = A.Lanes & B.Lanes;
  if (Common.none() || !haveSameTerms(A.Address, B.Address, Common))
    return true;
  // Most often one distance.
  if (std::optional<int64_t> Only = distance(A.Address, B.Address, Common))
    return *Only >= int64_t(A.Bytes) || -*Only >= int64_t(B.Bytes);
  constexpr size_t MaxSelected = 4;
  llvm::SmallVector<int64_t, MaxSelected> Distances;
  int64_t Divisor = 0;
  for (unsigned Lane : Common) {
    int64_t Distance = B.Address.base(Lane) - A.Address.base(Lane);
    // As most lanes have it.
    if (!Distances.empty() && Distance == Distances.front())
      continue;
    if (Distance < int64_t(A.Bytes) && -Distance < int64_t(B.Bytes))
      return false;
    if (!Distances.empty())
      Divisor = std::gcd(Divisor, Distance - Distances.front());
    if (Distances.size() <= MaxSelected &&
        !llvm::is_contained(Distances, Distance))
      Distances.push_back(Distance);
  }
  if (Distances.size() <= MaxSelected)
    return true;
  int64_t Rest = Distances.front() % Divisor;
  if (Rest < 0)
    Rest += Divisor;
  return (Rest >= int64_t(A.Bytes) && Rest + int64_t(B.Bytes) <= Divisor) ||
         haveOwnPlaces(A, B);
}

const BranchSide *banklint::branchBetween(const SpareEntry &A,
                                          const SpareEntry &B) {
  // Each execution of a branch has its own number: what is around both comes
  // first, and behind that nothing is the same.
  size_t Common = std::min(A.Sides.size(), B.Sides.size());
  auto IsAroundBoth = [&](const BranchSide &Side) {
    const BranchSide &Other = B.Sides[&Side - A.Sides.begin()];
    return Side.Branch == Other.Branch && Side.Arm == Other.Arm;
  };
  const BranchSide *Side = std::partition_point(
      A.Sides.begin(), A.Sides.begin() + Common, IsAroundBoth);
  size_t At = Side - A.Sides.begin();
  return At != Common && Side->Branch == B.Sides[At].Branch ? Side : nullptr;
}

/// True if no lane takes part in both because of one branch, or of two with
/// opposite conditions, and they are alike but for their places.
///
/// Accesses in a loop inside of a branch stay there, as measured.
static bool mayBeJoined(const SpareEntry &A, const SpareEntry &B) {
  if (A.Op != B.Op || A.Bytes != B.Bytes)
    return false;
  auto IsBeside = [](const SpareEntry &E, const BranchSide &Side) {
    return E.LoopDepth == Side.LoopDepth;
  };
  if (const BranchSide *Side = branchBetween(A, B))
    return IsBeside(A, *Side) && IsBeside(B, *Side);
  return !A.Sides.empty() && !B.Sides.empty() && (A.Lanes & B.Lanes).none() &&
         IsBeside(A, A.Sides.back()) && IsBeside(B, B.Sides.back()) &&
         A.Sides.back().Entry == B.Sides.back().Entry &&
         (A.Lanes | B.Lanes) == A.Sides.back().Entry;
}

/// True if \p E is the only access on its side of \p Branch.
bool ReuseWindow::isLoneIn(const SpareEntry &E, unsigned Branch) const {
  auto SideOf = [Branch](const SpareEntry &Of) {
    return llvm::find_if(
        Of.Sides, [Branch](const BranchSide &S) { return S.Branch == Branch; });
  };
  const unsigned Arm = SideOf(E)->Arm;
  return llvm::count_if(Entries, [&](const SpareEntry &Other) {
           const auto *Side = SideOf(Other);
           return Side != Other.Sides.end() && Side->Arm == Arm;
         }) == 1;
}

/// True if the compiler may make one access of both. It was seen to choose a
/// place in one of two arrays, and load once, where nothing else is on the
/// sides of a branch.
bool ReuseWindow::mayBecomeOne(const SpareEntry &A, const SpareEntry &B) {
  if (!mayBeJoined(A, B) || !applies(Mechanism::BranchJoins))
    return false;
  if (!Joins)
    Joins.emplace(Program);
  if (!Joins->mayJoin(A.Access, B.Access))
    return false;
  if (isSameArray(A, B))
    return true;
  const BranchSide *Side = branchBetween(A, B);
  return A.Op == MemoryOperation::Load && Side && isLoneIn(A, Side->Branch) &&
         isLoneIn(B, Side->Branch);
}

/// True if \p A and \p B are of rounds that do not follow each other closely,
/// or of one and of code that is in no such loop. Some rounds become one.
bool ReuseWindow::areRoundsApart(const SpareEntry &A, const SpareEntry &B) {
  auto [First, Second] = std::minmax(A.RuntimeRound, B.RuntimeRound);
  return First != Second && (First == 0 || Second - First >= MostUnrolled);
}

/// \p New is another execution of the access \p Old.
void ReuseWindow::learnFrom(const SpareEntry &Old, const SpareEntry &New) {
  if (Varying.contains(New.Access))
    return;
  LaneMask Common = Old.Lanes & New.Lanes;
  if (Old.RuntimeRound != New.RuntimeRound && Old.IsAffine && New.IsAffine &&
      Common.any() && distance(Old.Address, New.Address, Common) != 0)
    Varying.insert(New.Access);
}

/// True if each thread that takes part in both finds the bytes of \p Inner in
/// those of \p Outer, at one distance. Addresses that are not known may be so.
bool ReuseWindow::mayHold(const SpareEntry &Outer, const SpareEntry &Inner) {
  LaneMask Common = Outer.Lanes & Inner.Lanes;
  if (Common.none() || !isSameArray(Outer, Inner) || Inner.Bytes > Outer.Bytes)
    return false;
  if (!Outer.IsAffine || !Inner.IsAffine)
    return Outer.IsAffine == Inner.IsAffine && !areRoundsApart(Outer, Inner);
  // Most are elsewhere already in the first lane.
  unsigned First = Common.lowest();
  int64_t Near = Inner.Address.base(First) - Outer.Address.base(First);
  if (Near < 0 || Near + Inner.Bytes > Outer.Bytes)
    return false;
  // What all rounds do to one place may be done once, before or behind them.
  if (areRoundsApart(Outer, Inner) &&
      (Varying.contains(Outer.Access) || Varying.contains(Inner.Access)))
    return false;
  return distance(Outer.Address, Inner.Address, Common) == Near;
}

/// \p New is a load: what \p Old has read or written may serve it.
void ReuseWindow::settleLoad(SpareEntry &Old, SpareEntry &New) {
  assert(New.Op == MemoryOperation::Load && isSameArray(Old, New));
  noteParted(Old, New);
  bool IsStore = Old.Op == MemoryOperation::Store;
  if (!Old.IsCurrent && !IsStore)
    return;
  bool IsHeld = mayHold(Old, New);
  if (IsHeld && Old.IsCurrent) {
    New.ElidedBy |= CompilerRule::E1;
    // The one with more lanes may do its work early.
    if (!IsStore && !Old.Lanes.contains(New.Lanes))
      Old.ElidedBy |= CompilerRule::E2;
  }
  // Part of it is known.
  if (IsStore && Old.IsCurrent && Old.Bytes < New.Bytes && mayHold(New, Old))
    New.ElidedBy |= CompilerRule::E1;
  // Or New reads more than Old, and its work, too.
  if (!IsStore && Old.Bytes < New.Bytes && mayHold(New, Old))
    Old.ElidedBy |= CompilerRule::E2;
  if (IsStore && Old.IsUnread && !IsHeld && !mayBeToldApart(Old, New))
    Old.IsUnread = false;
}

/// True if \p E is a load that does not surely stand before what comes.
bool ReuseWindow::isPending(const SpareEntry &E) const {
  return E.Op == MemoryOperation::Load &&
         !(E.Array && E.Number < SettledOf.lookup(*E.Array));
}

/// \p New is a store that was compared with what stands before it. If a store
/// since the last barrier is to the place of a load, the compiler makes loads
/// as they are needed: those and the stores that are amid them may stand
/// anywhere.
void ReuseWindow::orderLoads(const SpareEntry &New) {
  const bool IsInPlace = std::exchange(MeetsLoad, false);
  const bool IsAmid = Program.Accesses[New.Access].IsAmidLoads;
  HasInPlace |= IsInPlace;
  if (IsAmid && mayBeMixed(New))
    Amid.insert(New.Access);
  if (HasInPlace && !Amid.empty()) {
    Moved.Mixed.insert(Amid.begin(), Amid.end());
    Amid.clear();
    for (const SpareEntry &Old : Entries)
      if (isPending(Old) && mayBeMixed(Old))
        Moved.Mixed.insert(Old.Access);
  }
  if (!IsAmid && IsInPlace && New.Array)
    SettledOf[*New.Array] = Added;
}

/// False if an early pass of the compiler merges what is near \p E, as the
/// declared alignment lets it.
bool ReuseWindow::mayBeMixed(const SpareEntry &E) const {
  return E.Array && !Program.Arrays[*E.Array].isAlignedTo(WidestAccessBytes);
}

/// True if narrow stores, of which \p New is the last, may have overwritten all
/// of \p Old.
bool ReuseWindow::isOverwritten(SpareEntry &Old, const SpareEntry &New) {
  constexpr unsigned MaxBytes = 64;
  if (New.Bytes >= Old.Bytes || Old.Bytes > MaxBytes ||
      !New.Lanes.contains(Old.Lanes) || !New.IsAffine || !mayHold(Old, New))
    return false;
  const unsigned First = Old.Lanes.lowest();
  const int64_t At = New.Address.base(First) - Old.Address.base(First);
  Old.Overwritten |= llvm::maskTrailingOnes<uint64_t>(New.Bytes) << At;
  return Old.Overwritten == llvm::maskTrailingOnes<uint64_t>(Old.Bytes);
}

/// \p New is a store: it may make \p Old vain, or be another of the same.
void ReuseWindow::settleStore(SpareEntry &Old, SpareEntry &New) {
  assert(New.Op == MemoryOperation::Store && isSameArray(Old, New));
  noteParted(Old, New);
  const bool IsLoad = Old.Op == MemoryOperation::Load;
  const bool IsUnread = !IsLoad && Old.IsUnread;
  const bool MayRestore =
      (New.MayRestore && Old.IsCurrent) || (New.WritesBack && IsLoad);
  MeetsLoad |= IsLoad && isPending(Old) && mayHold(Old, New);
  if (MayRestore && Old.Lanes.contains(New.Lanes) && mayHold(Old, New)) {
    const CompilerRule Rule =
        New.WritesBack && IsLoad ? CompilerRule::E4 : CompilerRule::E5;
    New.ElidedBy |= Rule;
    // If the value was read for nothing else.
    if (IsLoad)
      Old.ElidedBy |= Rule;
  }
  if (!Old.IsCurrent && !IsUnread)
    return;
  if (IsUnread) {
    if (isOverwritten(Old, New))
      Old.ElidedBy |= CompilerRule::E3;
    // Or it becomes part of the wider one.
    if (New.Bytes < Old.Bytes && mayHold(Old, New))
      New.ElidedBy |= CompilerRule::E3;
  }
  bool IsCovered = mayHold(New, Old);
  if (IsUnread && IsCovered) {
    Moved.Vain.insert(Old.Access);
    if (New.Lanes.contains(Old.Lanes)) {
      Old.ElidedBy |= CompilerRule::E3;
    } else {
      New.ElidedBy |= CompilerRule::E3;
      if (!Old.Lanes.contains(New.Lanes))
        Old.ElidedBy |= CompilerRule::E3;
    }
  }
  if ((IsCovered && New.Lanes.contains(Old.Lanes)) ||
      (!IsCovered && !mayBeToldApart(Old, New)))
    Old.IsCurrent = false;
}

ReuseWindow::Extent ReuseWindow::extentOf(const SpareEntry &E) {
  constexpr int64_t Least = std::numeric_limits<int64_t>::min();
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  return {E.IsAffine ? E.Low : Least,
          E.IsAffine ? E.High + int64_t(E.Bytes) : Most,
          E.Array.value_or(AnyArray), E.Access};
}

static SpareEntry entryOf(const AccessEvent &Event, const Access &A) {
  SpareEntry E;
  E.Access = Event.Access;
  E.Op = A.Op;
  E.Bytes = A.Bytes * A.Pieces;
  E.Array = arrayOf(Event, A);
  E.Lanes = Event.Lanes;
  E.Address = Event.Address;
  E.Sides.assign(Event.Sides.begin(), Event.Sides.end());
  E.LoopDepth = Event.Loops.size();
  E.RuntimeRound = Event.RuntimeRound;
  E.IsAffine =
      !Event.Address.cases() && Event.Address.affine().contains(Event.Lanes);
  if (!E.IsAffine)
    return E;
  E.findSpan();
  return E;
}

void SpareEntry::findSpan() { std::tie(Low, High) = spanOf(Address, Lanes); }

bool ReuseWindow::concern(const Extent &Old, const Extent &New, bool IsSwept) {
  const bool IsSameArray =
      Old.Array == New.Array || Old.Array == AnyArray || New.Array == AnyArray;
  return IsSameArray && (IsSwept || Old.Access == New.Access ||
                         (Old.Low < New.End && New.Low < Old.End));
}

bool ReuseWindow::meet(const AccessEvent &Event, Sink Done) {
  if (Event.Warp != Warp || Event.Fence != Fence)
    flush(Done);
  Warp = Event.Warp;
  Fence = Event.Fence;
  Round = Event.RuntimeRound;
  const Access &A = Program.Accesses[Event.Access];
  const bool IsPlain =
      (A.Op == MemoryOperation::Load || A.Op == MemoryOperation::Store) &&
      !A.IsVolatile;
  HasMet = IsPlain;
  SpareEntry New = entryOf(Event, A);
  const bool IsLoad = A.Op == MemoryOperation::Load;
  New.WritesBack = A.WritesBack;
  if (A.MayRestore) {
    StoredBy.resize(Program.Accesses.size());
    New.MayRestore =
        std::exchange(StoredBy[Event.Access], Warp + 1) != Warp + 1;
  }
  const Extent NewExtent = extentOf(New);
  const bool IsSwept = Event.Running && !Event.Running->areStopped();
  for (unsigned I = 0; I != Entries.size(); ++I) {
    if (!concern(Extents[I], NewExtent, IsSwept))
      continue;
    SpareEntry &Old = Entries[I];
    if (branchBetween(Old, New))
      continue;
    if (Event.Running && Old.IsAffine && New.IsAffine)
      keepRelation(*Event.Running,
                   {Old.Address, Old.Lanes, Old.Bytes, Old.Low, Old.High},
                   {New.Address, New.Lanes, New.Bytes, New.Low, New.High},
                   IsLoad && Old.Op == MemoryOperation::Load
                       ? PlaceRelation::OneDistance
                       : PlaceRelation::Overlap);
    if (Old.Access == New.Access)
      learnFrom(Old, New);
    if (IsPlain && IsLoad)
      settleLoad(Old, New);
    else if (IsPlain)
      settleStore(Old, New);
    else if (!mayBeToldApart(Old, New))
      Old.IsCurrent = Old.IsUnread = false;
  }
  if (!IsPlain)
    return false;
  if (!IsLoad)
    orderLoads(New);
  assert(Entries.size() == Extents.size() && Oldest < MaxEntries);
  New.Number = Added++;
  Newest = Entries.size();
  if (Newest != MaxEntries) {
    Entries.push_back(std::move(New));
    Extents.push_back(NewExtent);
  } else {
    Newest = Oldest;
    Oldest = (Oldest + 1) % MaxEntries;
    leave(Entries[Newest], Done);
    Entries[Newest] = std::move(New);
    Extents[Newest] = NewExtent;
  }
  return Entries[Newest].mayVanish();
}

/// What lanes of both cost together stays the same if they move together.
static void keepJoined(Sweeps &Running, const SpareEntry &A,
                       const SpareEntry &B) {
  Running.needTogether(A.Address, B.Address, A.Lanes | B.Lanes);
  Running.needUniform(A.Address, A.Lanes);
}

void ReuseWindow::setCost(const AccessPattern *Pattern, const RequestCost &Cost,
                          RequestCosts &Costs, Sweeps *Running) {
  if (!HasMet)
    return;
  SpareEntry &New = Entries[Newest];
  New.Cost = Cost;
  if (New.Sides.empty())
    return;
  llvm::SmallVector<SpareEntry *, 8> Others;
  for (SpareEntry &Old : Entries)
    if (&Old != &New && Old.Cost && mayBecomeOne(Old, New)) {
      Others.push_back(&Old);
      if (Old.Op == MemoryOperation::Store)
        for (unsigned Access : {Old.Access, New.Access})
          Moved.Joining.insert(Access);
      if (Running)
        keepJoined(*Running, Old, New);
    }
  llvm::sort(Others, [](const SpareEntry *A, const SpareEntry *B) {
    return isWorse(*A->Cost, *B->Cost) ||
           (!isWorse(*B->Cost, *A->Cost) && A < B);
  });
  using EntryGroup = llvm::SmallVector<const SpareEntry *, 8>;
  // Where all may become one, all groups are the same.
  EntryGroup Last;
  RequestCost Most;
  for (SpareEntry *Old : Others) {
    // With the costliest of each further branch; a lane takes one.
    EntryGroup Group{&New, Old};
    for (const SpareEntry *Other : Others)
      if (Group.size() < WarpSize &&
          llvm::all_of(Group, [&](const SpareEntry *Member) {
            return mayBecomeOne(*Other, *Member);
          }))
        Group.push_back(Other);
    EntryGroup Members = Group;
    llvm::sort(Members);
    if (Members != Last)
      Most = costOfJoined(Group, Pattern, Costs);
    Last = std::move(Members);
    for (SpareEntry *E : {Old, &New}) {
      if (!E->Joined || isWorse(Most, *E->Joined))
        E->Joined = Most;
      E->JoinedBy |=
          isSameArray(*Old, New) ? CompilerRule::J1 : CompilerRule::J2;
    }
  }
}

void ReuseWindow::leave(const SpareEntry &E, Sink Done) {
  assert(E.Joined.has_value() == !E.JoinedBy.empty() && "a rule joins it");
  HasSpared |= E.mayVanish();
  Done(E);
}

void ReuseWindow::flush(Sink Done) {
  for (const SpareEntry &E : Entries)
    leave(E, Done);
  Entries.clear();
  Extents.clear();
  Oldest = 0;
  SettledOf.clear();
  Amid.clear();
  HasInPlace = false;
}
