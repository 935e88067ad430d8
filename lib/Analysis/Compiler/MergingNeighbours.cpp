//===- MergingNeighbours.cpp - What may be merged with what ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/CodeCopies.h"
#include "Compiler/Merging.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace banklint;

/// Of pairs of copies of accesses; others are not seen to change.
constexpr size_t MaxDistances = 1 << 16;

/// True if the compiler can merge \p New with \p Other only if they keep their
/// distance in each round of a loop: both are in it, or \p New is a load that
/// then does not change in it, so that it may stand in front of it.
static bool mustKeepDistance(const WindowEntry &New, const WindowEntry &Other) {
  return New.RuntimeRound != 0 && New.Access != Other.Access &&
         (New.RuntimeRound == Other.RuntimeRound ||
          (New.Pattern.Op == MemoryOperation::Load &&
           New.Around != Other.Around));
}

static MergeLessons::Pair pairOf(const WindowEntry &New,
                                 const WindowEntry &Other) {
  return {New.Copy, Other.Copy, New.Around};
}

/// True if the compiler may see that \p Other stands \p Distance bytes from
/// \p New. It does in straight-line code, and in successive rounds of one
/// access.
bool MergeWindow::mayPair(const WindowEntry &New, const WindowEntry &Other,
                          int64_t Distance) {
  if (!mustKeepDistance(New, Other))
    return New.RuntimeRound == 0 || New.Access == Other.Access;
  const MergeLessons::Pair Pair = pairOf(New, Other);
  if (Distances.size() == MaxDistances && !Distances.count(Pair))
    return true;
  auto [It, IsNew] = Distances.try_emplace(
      Pair, PairDistance{Distance, Lessons.VaryingPairs.count(Pair) != 0});
  PairDistance &Known = It->second;
  if (Known.First != Distance)
    noteVarying(Pair, Known);
  return !Known.IsVarying;
}

void MergeWindow::noteVarying(const MergeLessons::Pair &Pair,
                              PairDistance &Known) {
  if (!Known.IsVarying)
    Lessons.VaryingPairs.insert(Pair);
  Known.IsVarying = true;
}

/// True if accesses of \p Width bytes that fill \p Filled places (a bit each)
/// of an aligned stretch of \p Bytes may become one access. Loads may read what
/// nobody needs: of words one of four, of halves of words one of four or three
/// of eight. Rules M1 and M2.
bool MergeWindow::isFullEnough(MemoryOperation Op, unsigned Filled,
                               unsigned Width, unsigned Bytes) {
  const unsigned Places = Bytes / Width;
  const unsigned Missing = Places - llvm::popcount(Filled);
  if (Op != MemoryOperation::Load || Width > 4)
    return Missing == 0;
  const unsigned Spare = Places == 4 ? 1 : Places == 8 ? 3 : 0;
  return Missing <= Spare;
}

/// True if \p Filled, parts of an aligned stretch of \p Bytes, may become one
/// access. Elements of several widths do if those of one width make up whole
/// words.
bool MergeWindow::mayFill(MemoryOperation Op, llvm::ArrayRef<Part> Filled,
                          unsigned Bytes) {
  constexpr unsigned WordBytes = 4, WholeWord = (1 << WordBytes) - 1;
  const unsigned Width = Filled.front().Bytes;
  unsigned Places = 0, Mask = 0;
  for (const Part &P : Filled) {
    Places |= 1u << (P.At / Width);
    Mask |= ((1u << P.Bytes) - 1) << P.At;
  }
  if (Width != 1 &&
      llvm::all_of(Filled, [&](const Part &P) { return P.Bytes == Width; }))
    return isFullEnough(Op, Places, Width, Bytes);
  if (Op != MemoryOperation::Load || Bytes < WordBytes)
    return Mask == (1u << Bytes) - 1;
  const auto HasPeers = [&](const Part &P) {
    return llvm::any_of(Filled, [&](const Part &Other) {
      return Other.Bytes == P.Bytes && Other.At != P.At;
    });
  };
  unsigned Missing = 0;
  for (unsigned At = 0; At != Bytes; At += WordBytes)
    Missing += (Mask >> At & WholeWord) != WholeWord &&
               llvm::none_of(Filled, [&](const Part &P) {
                 return P.At / WordBytes == At / WordBytes && HasPeers(P);
               });
  return Missing <= (Bytes == MaxMergedBytes ? 1u : 0u);
}

void MergeWindow::Filling::add(WindowEntry &E, unsigned At) {
  Members.push_back(&E);
  for (unsigned I = 0; I != E.Pattern.Bytes; I += E.ElementBytes)
    Parts.push_back({At + I, E.ElementBytes});
}

/// True if the compiler may make one access of \p A and \p B, as far as their
/// widths tell: numbers of 8 bytes are merged among themselves only.
static bool haveFittingWidths(const WindowEntry &A, const WindowEntry &B) {
  return A.Pattern.Bytes == B.Pattern.Bytes ||
         (A.ElementBytes <= 4 && B.ElementBytes <= 4 &&
          B.Pattern.Bytes != MaxMergedBytes);
}

/// True if no access of another operation stands between \p A and \p B. What
/// may vanish was not seen to be merged with accesses in other rounds.
bool MergeWindow::areOfOneRun(const WindowEntry &A, const WindowEntry &B) {
  if (!A.IsGap && !B.IsGap)
    return A.Run == B.Run;
  return A.DirectRun == B.DirectRun &&
         llvm::equal(A.Loops, B.Loops,
                     [](const LoopPosition &L, const LoopPosition &R) {
                       return L.Variable == R.Variable && L.Round == R.Round;
                     });
}

/// True if the stores of \p Members come one after the other, with no other
/// access between them. Loads need not.
bool MergeWindow::areTogether(llvm::ArrayRef<WindowEntry *> Members) {
  if (Members.front()->Pattern.Op == MemoryOperation::Load)
    return true;
  auto [First, Last] = std::minmax_element(
      Members.begin(), Members.end(),
      [](WindowEntry *A, WindowEntry *B) { return A->Sequence < B->Sequence; });
  return (*Last)->Sequence - (*First)->Sequence < Members.size();
}

/// True if the stores of \p Members may come one after the other, because those
/// between them surely store elsewhere: the compiler sorts stores that are near
/// one another. Where rounds of a loop are unrolled, the last ones of a
/// round stand before the first ones of the next.
bool MergeWindow::mayBeTogether(llvm::ArrayRef<WindowEntry *> Members) const {
  if (areTogether(Members))
    return true;
  const WindowEntry &New = *Members.front();
  unsigned First = New.Sequence;
  for (const WindowEntry *Member : Members)
    First = std::min(First, Member->Sequence);
  const LaneMask Lanes = New.Pattern.Lanes;
  const auto IsElsewhere = [&](const WindowEntry &Other) {
    if (Other.Sequence < First || Other.Array != New.Array ||
        !Other.Pattern.Lanes.contains(Lanes))
      return false;
    std::optional<int64_t> Offset = distance(New.Address, Other.Address, Lanes);
    return Offset && (New.RuntimeRound != 0 ||
                      std::abs(*Offset) < int64_t(2 * MaxMergedBytes));
  };
  return llvm::count_if(Entries, IsElsewhere) == int(New.Sequence - First);
}

/// True if \p Array has the alignment of \p Bytes wherever it is placed: the
/// compiler merges far more then.
bool MergeWindow::isAlignedTo(std::optional<unsigned> Array,
                              unsigned Bytes) const {
  return !Array || Program.Arrays[*Array].isAlignedTo(Bytes);
}

/// True if accesses between \p Members keep them from becoming one of \p Bytes.
/// Those of another operation do unless their arrays, or that of the members,
/// have the alignment that this needs as they are declared, or are dynamic;
/// then only what surely meets one that would have to be moved across it does.
/// Loads are moved to the first one, stores to the last one.
bool MergeWindow::areKeptApart(llvm::ArrayRef<WindowEntry *> Members,
                               unsigned Bytes) const {
  const WindowEntry &New = *Members.front();
  if (llvm::all_of(Members,
                   [&](const WindowEntry *E) { return areOfOneRun(*E, New); }))
    return false;
  const auto [First, Last] = std::minmax_element(
      Members.begin(), Members.end(),
      [](WindowEntry *A, WindowEntry *B) { return A->Order < B->Order; });
  const unsigned From = (*First)->Order, To = (*Last)->Order;
  const MemoryOperation Op = New.Pattern.Op;
  if (!isAlignedTo(New.Array, Bytes) &&
      !Between.areAll(Op, From, To, [&](const Intervening::Entry &E) {
        return E.IsSpare || isAlignedTo(E.Array, Bytes);
      }))
    return true;
  return llvm::any_of(Members, [&](const WindowEntry *E) {
    const bool IsLoad = Op == MemoryOperation::Load;
    return Between.meets(Op, IsLoad ? From : E->Order, IsLoad ? E->Order : To,
                         E->Address, E->Pattern.Bytes, E->Pattern.Lanes);
  });
}

/// True if the compiler surely sees that \p A and \p B have no byte in common,
/// whatever their subscripts are.
bool MergeWindow::areApart(const std::optional<MemberPart> &A,
                           const std::optional<MemberPart> &B) const {
  if (!A || !B)
    return false;
  if (A->Array != B->Array)
    return !Program.Arrays[A->Array].IsDynamic ||
           !Program.Arrays[B->Array].IsDynamic;
  const unsigned Modulus = std::min(A->Modulus, B->Modulus);
  const unsigned FromA = (B->Start - A->Start) % Modulus;
  return FromA >= A->Bytes && Modulus - FromA >= B->Bytes;
}

/// True if the compiler surely moves \p Members, which fill structs of \p Bytes
/// that are aligned so, across the loads and stores between them: of 1100
/// kernels that update the members of structs in turn it did in each. Of larger
/// structs it may access more or less at once, and out of a loop without
/// barriers it may move some.
bool MergeWindow::mayPassOthers(llvm::ArrayRef<WindowEntry *> Members,
                                unsigned Bytes) const {
  if (llvm::any_of(Members, [Bytes](WindowEntry *E) {
        return !E->Part || E->Part->Modulus != Bytes || E->MayLeaveLoop;
      }))
    return false;
  const auto [First, Last] = std::minmax_element(
      Members.begin(), Members.end(),
      [](WindowEntry *A, WindowEntry *B) { return A->Order < B->Order; });
  const MemoryOperation Op = Members.front()->Pattern.Op;
  const unsigned From = (*First)->Order, To = (*Last)->Order;
  return llvm::all_of(Members, [&](WindowEntry *E) {
    const bool IsLoad = Op == MemoryOperation::Load;
    return Between.areAll(Op, IsLoad ? From : E->Order, IsLoad ? E->Order : To,
                          [&](const Intervening::Entry &Other) {
                            return isMovable(Other.Op) &&
                                   areApart(E->Part, Other.Part);
                          });
  });
}

/// False if \p A and \p B, of which the lanes \p Common are, surely stand too
/// far apart to be merged, as one lane shows: most entries do.
static bool isNear(const WindowEntry &A, const WindowEntry &B,
                   LaneMask Common) {
  const unsigned Lane = Common.lowest();
  return std::abs(B.Address.base(Lane) - A.Address.base(Lane)) <
         int64_t(MaxMergedBytes);
}

/// Notes entries near which \p New stands in another segment: what is missing
/// between them is perhaps not missing.
void MergeWindow::noteSides(WindowEntry &New) {
  // Others are not merged unless nothing is missing.
  if (New.Pattern.Op != MemoryOperation::Load || New.Pattern.Bytes > 4)
    return;
  for (WindowEntry &Other : Entries) {
    if (Other.Array != New.Array || Other.Pattern.Op != New.Pattern.Op ||
        Other.Segment == New.Segment)
      continue;
    const LaneMask Common = New.Pattern.Lanes & Other.Pattern.Lanes;
    if (Common.none() || !isNear(New, Other, Common))
      continue;
    const std::optional<int64_t> Offset =
        distance(New.Address, Other.Address, Common);
    if (Offset && std::abs(*Offset) < MaxMergedBytes)
      New.HasSide = Other.HasSide = true;
  }
}

/// True if more than MaxOthersApart accesses lie between \p New and \p Other,
/// two different ones that are not known to stand in one straight line.
static bool areFarApart(const WindowEntry &New, const WindowEntry &Other) {
  return New.Access != Other.Access && New.Segment != Other.Segment &&
         New.Order > Other.Order + MaxOthersApart;
}

/// The entries that may be merged with \p New into some width, and how far they
/// stand from it.
MergeWindow::Neighbours MergeWindow::neighboursOf(const WindowEntry &New) {
  Neighbours Result;
  const LaneMask Lanes = New.Pattern.Lanes;
  for (WindowEntry &Other : Entries) {
    bool IsSameMask = Other.Pattern.Lanes == Lanes;
    // The compiler may load for lanes that need not; it may not store.
    if (Other.Array != New.Array || Other.Pattern.Op != New.Pattern.Op ||
        areFarApart(New, Other) || !haveFittingWidths(New, Other) ||
        ((New.IsGap || Other.IsGap) && !areOfOneRun(New, Other)) ||
        (!IsSameMask && New.Pattern.Op != MemoryOperation::Load))
      continue;
    LaneMask Common = Lanes & Other.Pattern.Lanes;
    if (Common.none())
      continue;
    // Those in a loop still show whether the distance is the same in each
    // iteration.
    if (!mustKeepDistance(New, Other) && !isNear(New, Other, Common))
      continue;
    std::optional<int64_t> Offset =
        distance(New.Address, Other.Address, Common);
    // The compiler may know that what is not known here is the same in both.
    if (!Offset && !New.Address.terms().empty() &&
        !Other.Address.terms().empty() &&
        1u << Knowledge.knowableBits(New.Access) > New.Pattern.Bytes)
      Offset = distanceOfBases(New.Address, Other.Address, Common);
    if (!Offset && mustKeepDistance(New, Other))
      if (auto It = Distances.find(pairOf(New, Other)); It != Distances.end())
        noteVarying(It->first, It->second);
    // A part of what the other accesses is no neighbor.
    const bool IsPart = Offset && New.Pattern.Bytes != Other.Pattern.Bytes &&
                        *Offset < int64_t(New.Pattern.Bytes) &&
                        -*Offset < int64_t(Other.Pattern.Bytes);
    if (Offset && !IsPart && mayPair(New, Other, *Offset) &&
        std::abs(*Offset) < MaxMergedBytes)
      Result.push_back({&Other, *Offset});
  }
  if (New.Pattern.Op == MemoryOperation::Store)
    addJoined(New, Result);
  return Result;
}

/// Adds the stores that two sides of a branch make to one place: the compiler
/// may make one of them that all lanes of \p New take part in. Rule M12.
void MergeWindow::addJoined(const WindowEntry &New, Neighbours &Near) {
  const LaneMask Lanes = New.Pattern.Lanes;
  Neighbours Sides;
  for (WindowEntry &Other : Entries) {
    if (Other.Array != New.Array || Other.Pattern.Op != New.Pattern.Op ||
        Other.Pattern.Bytes != New.Pattern.Bytes || Other.Run != New.Run ||
        Other.Pattern.Lanes == Lanes || !Lanes.contains(Other.Pattern.Lanes))
      continue;
    const std::optional<int64_t> Offset =
        distance(New.Address, Other.Address, Other.Pattern.Lanes);
    if (!Offset || std::abs(*Offset) >= MaxMergedBytes)
      continue;
    for (const auto &[Side, OfSide] : Sides)
      if (OfSide == *Offset &&
          (Side->Pattern.Lanes & Other.Pattern.Lanes).none() &&
          (Side->Pattern.Lanes | Other.Pattern.Lanes) == Lanes)
        Near.append({{Side, OfSide}, {&Other, *Offset}});
    Sides.push_back({&Other, *Offset});
  }
}

/// True if what fills a stretch of \p Bytes may become one access.
bool MergeWindow::mayBecomeOne(const Filling &Group, unsigned Bytes) {
  const auto &Members = Group.Members;
  const WindowEntry &New = *Members.front();
  if (!mayFill(New.Pattern.Op, Group.Parts, Bytes))
    return false;
  const WindowEntry *First =
      *llvm::min_element(Members, [](WindowEntry *A, WindowEntry *B) {
        return A->Order < B->Order;
      });
  // Without the members.
  llvm::SmallVector<MetAccess, 16> Others;
  for (unsigned I = 0; I != Met.size() && New.Order - I > First->Order; ++I)
    if (llvm::none_of(Members, [&](const WindowEntry *Member) {
          return Member->Order == New.Order - I;
        }))
      Others.push_back(Met[Met.size() - 1 - I]);
  const auto IsAligned = [&](const MetAccess &Other) {
    return Other.Array && Other.Array != New.Array &&
           isAlignedTo(Other.Array, Bytes);
  };
  if ((mayBeTogether(Members) || isAlignedTo(New.Array, Bytes) ||
       llvm::all_of(Others, IsAligned)) &&
      !areKeptApart(Members, Bytes))
    return true;
  for (const MetAccess &Other : Others)
    Relevant.insert(Other.Access);
  return false;
}

/// True if all lanes of \p E access one place of an array of a few bytes.
bool MergeWindow::isScalar(const WindowEntry &E) const {
  if (!E.Array || Program.Arrays[*E.Array].IsDynamic ||
      Program.Arrays[*E.Array].bytes() > MaxMergedBytes)
    return false;
  const int64_t First = E.Pattern.Offset[E.Pattern.Lanes.lowest()];
  for (unsigned Lane : E.Pattern.Lanes)
    if (E.Pattern.Offset[Lane] != First)
      return false;
  return true;
}

/// Variables that are declared one after the other are neighbors, `__shared__
/// float mean, deviation;`, if the compiler sees the whole program.
void MergeWindow::pairScalars(WindowEntry &New) {
  if (!applies(Mechanism::ScalarPairs))
    return;
  if (!isScalar(New))
    return;
  for (WindowEntry &Other : Entries) {
    if (Other.Array == New.Array || Other.Pattern.Op != New.Pattern.Op ||
        Other.Pattern.Lanes != New.Pattern.Lanes || !isScalar(Other) ||
        !haveFittingWidths(New, Other) ||
        (Other.Run != New.Run && New.Pattern.Op == MemoryOperation::Store))
      continue;
    for (WindowEntry *E : {&New, &Other}) {
      E->MergedBy |= CompilerRule::M13;
      if (E->What == WindowEntry::IsAlone) {
        E->What = WindowEntry::MayBeMerged;
        E->Merged = E->Alone;
        E->MergedPattern = E->Pattern;
      }
    }
  }
}
