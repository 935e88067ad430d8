//===- Reuse.cpp - Accesses that the compiler may spare ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reuse.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

// Compilers look at some dozens of neighbours, not at whole kernels.
constexpr unsigned MaxEntries = 128;

static bool isSameArray(const SpareEntry &A, const SpareEntry &B) {
  return !A.Array || !B.Array || A.Array == B.Array;
}

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

/// True if both stand in one round of a loop whose rounds share code.
static bool isSameRuntimeRound(const SpareEntry &A, const SpareEntry &B) {
  return A.RuntimeRound != 0 && A.RuntimeRound == B.RuntimeRound;
}

/// True if the compiler can't know the distance, which is \p Distance in this
/// round of a loop.
bool ReuseWindow::isVarying(const SpareEntry &A, const SpareEntry &B,
                            int64_t Distance) {
  std::pair<unsigned, unsigned> Pair(A.Access, B.Access);
  auto [Known, IsNew] = Distances.try_emplace(Pair, Distance);
  if (!IsNew && Known->second != Distance)
    Varying.Distances.insert(Pair);
  return Varying.Distances.count(Pair) != 0;
}

/// True if the compiler may be able to tell that the threads' own accesses of
/// \p A and \p B are to different memory: by a constant distance, by the range
/// of their subscripts, or by what these are multiples of.
bool ReuseWindow::mayBeToldApart(SpareEntry &A, SpareEntry &B) {
  if (!isSameArray(A, B) || !A.IsAffine || !B.IsAffine)
    return true;
  bool HasOwnRange =
      A.High + int64_t(A.Bytes) <= B.Low || B.High + int64_t(B.Bytes) <= A.Low;
  bool IsSameRound = isSameRuntimeRound(A, B);
  LaneMask Common = A.Lanes & B.Lanes;
  if ((HasOwnRange && !IsSameRound) || Common.none() ||
      !haveSameTerms(A.Address, B.Address, Common))
    return true;
  std::optional<int64_t> Distance = distance(A.Address, B.Address, Common);
  if (!Distance)
    return HasOwnRange || haveOwnPlaces(A, B);
  if (IsSameRound && isVarying(A, B, *Distance))
    return false;
  return *Distance >= int64_t(A.Bytes) || -*Distance >= int64_t(B.Bytes);
}

/// The branch of which \p A and \p B stand on different sides, as \p A has it.
static const BranchSide *branchBetween(const SpareEntry &A,
                                       const SpareEntry &B) {
  for (const BranchSide &Side : A.Sides)
    for (const BranchSide &Other : B.Sides)
      if (Side.Branch == Other.Branch)
        return Side.IsElse != Other.IsElse ? &Side : nullptr;
  return nullptr;
}

/// True if no lane takes part in both because of one branch, or of two with
/// opposite conditions, and the compiler may make one access of both.
///
/// Accesses in a loop inside of a branch stay there, as measured.
static bool mayBeJoined(const SpareEntry &A, const SpareEntry &B) {
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

/// True if \p A and \p B are of rounds that do not follow each other, or of one
/// and of code that is in no such loop.
static bool areRoundsApart(const SpareEntry &A, const SpareEntry &B) {
  auto [First, Second] = std::minmax(A.RuntimeRound, B.RuntimeRound);
  return First != Second && (First == 0 || Second - First > 1);
}

/// \p New is another execution of the access \p Old.
void ReuseWindow::learnFrom(const SpareEntry &Old, const SpareEntry &New) {
  if (Old.RuntimeRound != New.RuntimeRound && Old.IsAffine && New.IsAffine &&
      distance(Old.Address, New.Address, Old.Lanes & New.Lanes) != 0)
    Varying.Places.insert(New.Access);
}

/// True if each thread that takes part in both finds the bytes of \p Inner in
/// those of \p Outer, at one distance. Addresses that are not known may be so.
bool ReuseWindow::mayHold(const SpareEntry &Outer, const SpareEntry &Inner) {
  LaneMask Common = Outer.Lanes & Inner.Lanes;
  if (Common.none() || !isSameArray(Outer, Inner) || Inner.Bytes > Outer.Bytes)
    return false;
  // What all rounds do to one place may be done once, before or behind them.
  bool IsOnePlace = Outer.IsAffine && Inner.IsAffine &&
                    !Varying.Places.count(Outer.Access) &&
                    !Varying.Places.count(Inner.Access);
  if (areRoundsApart(Outer, Inner) && !IsOnePlace)
    return false;
  if (!Outer.IsAffine || !Inner.IsAffine)
    return Outer.IsAffine == Inner.IsAffine;
  unsigned First = Common.lowest();
  int64_t Near = Inner.Address.base(First) - Outer.Address.base(First);
  if (Near < 0 || Near + Inner.Bytes > Outer.Bytes)
    return false;
  return distance(Outer.Address, Inner.Address, Common) == Near;
}

/// \p New is a load: what \p Old has read or written may serve it.
void ReuseWindow::settleLoad(SpareEntry &Old, SpareEntry &New) {
  bool IsStore = Old.Op == MemoryOperation::Store;
  // Distances are learned from all that they may matter to.
  if (!Old.IsCurrent && !IsStore)
    return;
  bool IsHeld = mayHold(Old, New);
  if (IsHeld && Old.IsCurrent) {
    New.MayVanish = true;
    // The one with more lanes may do its work early.
    if (!IsStore && !Old.Lanes.contains(New.Lanes))
      Old.MayVanish = true;
  }
  if (IsStore && !IsHeld && (Old.IsUnread || isSameRuntimeRound(Old, New)) &&
      !mayBeToldApart(Old, New))
    Old.IsUnread = false;
}

/// \p New is a store: it may make \p Old vain, or be another of the same.
void ReuseWindow::settleStore(SpareEntry &Old, SpareEntry &New) {
  bool IsUnread = Old.Op == MemoryOperation::Store && Old.IsUnread;
  if (!Old.IsCurrent && !IsUnread && !isSameRuntimeRound(Old, New))
    return;
  bool IsCovered = mayHold(New, Old);
  if (IsUnread && IsCovered) {
    if (New.Lanes.contains(Old.Lanes)) {
      Old.MayVanish = true;
    } else {
      New.MayVanish = true;
      Old.MayVanish |= !Old.Lanes.contains(New.Lanes);
    }
  }
  if ((IsCovered && New.Lanes.contains(Old.Lanes)) ||
      (!IsCovered && !mayBeToldApart(Old, New)))
    Old.IsCurrent = false;
}

static SpareEntry entryOf(const AccessEvent &Event, const Access &A) {
  SpareEntry E;
  E.Access = Event.Access;
  E.Op = A.Op;
  E.Bytes = A.Bytes * A.Pieces;
  E.Array = Event.Array ? Event.Array : A.Array;
  E.Lanes = Event.Lanes;
  E.Address = Event.Address;
  E.Sides.assign(Event.Sides.begin(), Event.Sides.end());
  E.LoopDepth = Event.Loops.size();
  E.RuntimeRound = Event.RuntimeRound;
  E.IsAffine =
      !Event.Address.cases() && Event.Address.affine().contains(Event.Lanes);
  if (!E.IsAffine)
    return E;
  E.Low = E.High = Event.Address.base(Event.Lanes.lowest());
  if (Event.Address.hasUniformBase())
    return E;
  for (unsigned Lane : Event.Lanes) {
    E.Low = std::min(E.Low, Event.Address.base(Lane));
    E.High = std::max(E.High, Event.Address.base(Lane));
  }
  return E;
}

bool ReuseWindow::meet(const AccessEvent &Event, Sink Done) {
  if (Event.Warp != Warp || Event.Fence != Fence)
    flush(Done);
  Warp = Event.Warp;
  Fence = Event.Fence;
  const Access &A = Program.Accesses[Event.Access];
  const bool IsPlain =
      (A.Op == MemoryOperation::Load || A.Op == MemoryOperation::Store) &&
      !A.IsVolatile;
  HasMet = IsPlain;
  SpareEntry New = entryOf(Event, A);
  const bool IsLoad = A.Op == MemoryOperation::Load;
  for (SpareEntry &Old : Entries) {
    if (!isSameArray(Old, New) || branchBetween(Old, New))
      continue;
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
  Entries.push_back(std::move(New));
  if (Entries.size() > MaxEntries) {
    leave(Entries.front(), Done);
    Entries.pop_front();
  }
  return IsLoad && Entries.back().MayVanish;
}

/// Both requests as one, if it is known where their lanes lie to each other.
static std::optional<AccessPattern> unite(const SpareEntry &Old,
                                          const SpareEntry &New,
                                          const AccessPattern &Pattern) {
  auto IsCommon = [](const SymbolTerm &Term) { return Term.isCommon(); };
  if (!Old.IsAffine || !New.IsAffine || (Old.Lanes & New.Lanes).any() ||
      !llvm::all_of(Old.Address.terms(), IsCommon) ||
      !llvm::all_of(New.Address.terms(), IsCommon) ||
      !haveSameTerms(Old.Address, New.Address, New.Lanes))
    return std::nullopt;
  AccessPattern Result = Pattern;
  unsigned First = New.Lanes.lowest();
  for (unsigned Lane : Old.Lanes)
    Result.Offset[Lane] = Pattern.Offset[First] +
                          (Old.Address.base(Lane) - New.Address.base(First));
  Result.Lanes |= Old.Lanes;
  Result.Addressing |= Old.Lanes;
  return Result;
}

/// No less than what lanes of both requests cost together, whichever take part
/// in which.
static RequestCost mostOfBoth(const SpareEntry &Old, const SpareEntry &New) {
  const RequestCost &A = *Old.Cost;
  const RequestCost &B = *New.Cost;
  // Wide loads that pair up may not do so together.
  unsigned Passes = New.Bytes > 4 && New.Op == MemoryOperation::Load ? 2 : 1;
  RequestCost Result = isWorse(A, B) ? A : B;
  if (New.Bytes <= 4 && New.IsAffine && Old.IsAffine &&
      New.Lanes == Old.Lanes &&
      distance(Old.Address, New.Address, New.Lanes) == 0)
    return Result;
  Result.Wavefronts = Passes * (A.Wavefronts + B.Wavefronts);
  Result.Ideal = std::min(A.Ideal, B.Ideal);
  Result.Ways = A.Ways + B.Ways;
  return Result;
}

void ReuseWindow::setCost(const AccessPattern *Pattern, const RequestCost &Cost,
                          RequestCosts &Costs) {
  if (!HasMet)
    return;
  SpareEntry &New = Entries.back();
  New.Cost = Cost;
  if (New.Sides.empty())
    return;
  for (SpareEntry &Old : Entries) {
    if (&Old == &New || Old.Op != New.Op || Old.Bytes != New.Bytes ||
        !Old.Cost || !isSameArray(Old, New) || !mayBeJoined(Old, New))
      continue;
    std::optional<AccessPattern> Both;
    if (Pattern)
      Both = unite(Old, New, *Pattern);
    RequestCost Most =
        Both ? Costs.costOf(*Both, 0).Cost : mostOfBoth(Old, New);
    for (SpareEntry *E : {&Old, &New})
      if (!E->Joined || isWorse(Most, *E->Joined))
        E->Joined = Most;
  }
}

void ReuseWindow::leave(const SpareEntry &E, Sink Done) {
  HasSpared |= E.MayVanish;
  Done(E);
}

void ReuseWindow::flush(Sink Done) {
  for (const SpareEntry &E : Entries)
    leave(E, Done);
  Entries.clear();
}
