//===- JoinedCosts.cpp - What requests of several branches cost -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/JoinedCosts.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace banklint;

/// True if it is known where the lanes of \p Old lie to those of \p New.
static bool isPlacedTo(const SpareEntry &Old, const SpareEntry &New) {
  const auto IsCommon = [](const SymbolTerm &Term) { return Term.isCommon(); };
  return isSameArray(Old, New) && Old.IsAffine && New.IsAffine &&
         llvm::all_of(Old.Address.terms(), IsCommon) &&
         llvm::all_of(New.Address.terms(), IsCommon) &&
         haveSameTerms(Old.Address, New.Address, New.Lanes);
}

/// Where \p Lane of \p Old is, as an offset of \p Pattern, that of \p New.
static int64_t offsetOf(const SpareEntry &Old, unsigned Lane,
                        const SpareEntry &New, const AccessPattern &Pattern) {
  const unsigned First = New.Lanes.lowest();
  return Pattern.Offset[First] +
         (Old.Address.base(Lane) - New.Address.base(First));
}

/// The requests of \p Group as one, if it is known where their lanes lie to
/// those of its first, which has \p Pattern, and no lane is in two.
static std::optional<AccessPattern>
unite(llvm::ArrayRef<const SpareEntry *> Group, const AccessPattern &Pattern) {
  AccessPattern Result = Pattern;
  for (const SpareEntry *Old : Group.drop_front()) {
    if ((Old->Lanes & Result.Lanes).any() || !isPlacedTo(*Old, *Group.front()))
      return std::nullopt;
    for (unsigned Lane : Old->Lanes)
      Result.Offset[Lane] = offsetOf(*Old, Lane, *Group.front(), Pattern);
    Result.Lanes |= Old->Lanes;
    Result.Addressing |= Old->Lanes;
  }
  return Result;
}

namespace {

/// How the banks serve accesses: in phases of some lanes, of which each needs
/// one slot, the aligned bytes of an access or of a word. Slots of one class
/// have the same banks.
struct Slots {
  Slots(const Architecture &Arch, unsigned Bytes)
      : Size(std::max(Bytes, Arch.BankBytes)),
        Classes(Arch.BankCount * Arch.BankBytes / Size) {}

  unsigned phaseOf(unsigned Lane) const { return Lane / Classes; }

  unsigned Size;
  /// As many as lanes in a phase.
  unsigned Classes;
};

/// What requests cost at most.
struct ServedSlots {
  unsigned Wavefronts = 0;
  /// Of one phase.
  unsigned Ways = 0;
};

} // namespace

/// What \p Group costs at most if each lane accesses one of the places that it
/// has in it, and the array is \p Shift bytes from where its first, which has
/// \p Pattern, says.
static ServedSlots servedOf(llvm::ArrayRef<const SpareEntry *> Group,
                            const AccessPattern &Pattern, const Slots &Of,
                            unsigned Shift) {
  ServedSlots Result;
  for (unsigned Phase = 0; Phase != WarpSize / Of.Classes; ++Phase) {
    std::vector<LaneMask> Lanes(Of.Classes);
    std::vector<llvm::SmallDenseSet<int64_t, 8>> Needed(Of.Classes);
    for (const SpareEntry *E : Group)
      for (unsigned Lane : E->Lanes)
        if (Of.phaseOf(Lane) == Phase) {
          const int64_t Slot =
              (offsetOf(*E, Lane, *Group.front(), Pattern) + Shift) >>
              llvm::countr_zero(Of.Size);
          const unsigned Class = uint64_t(Slot) % Of.Classes;
          Lanes[Class].set(Lane);
          Needed[Class].insert(Slot);
        }
    unsigned Most = 0;
    for (unsigned Class = 0; Class != Of.Classes; ++Class)
      Most = std::max(
          Most, std::min<unsigned>(Lanes[Class].count(), Needed[Class].size()));
    Result.Wavefronts += Most;
    Result.Ways = std::max(Result.Ways, Most);
  }
  return Result;
}

/// True if all lanes of \p Group may load from where their neighbors at \p
/// Distance do.
static bool mayPairUp(llvm::ArrayRef<const SpareEntry *> Group,
                      const AccessPattern &Pattern, unsigned Distance) {
  std::array<llvm::SmallDenseSet<int64_t, 4>, WarpSize> Places;
  for (const SpareEntry *E : Group)
    for (unsigned Lane : E->Lanes)
      Places[Lane].insert(offsetOf(*E, Lane, *Group.front(), Pattern));
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const auto &Other = Places[Lane ^ Distance];
    if (!Places[Lane].empty() && !Other.empty() &&
        llvm::none_of(Places[Lane],
                      [&](int64_t Place) { return Other.contains(Place); }))
      return false;
  }
  return true;
}

/// The same wherever the array starts; nothing if it is not known where the
/// lanes lie to each other.
static std::optional<ServedSlots>
servedOf(llvm::ArrayRef<const SpareEntry *> Group, const AccessPattern &Pattern,
         const Architecture &Arch) {
  if (Pattern.Pieces != 1 || !llvm::has_single_bit(Pattern.Bytes) ||
      Pattern.Bytes > 16 ||
      !llvm::all_of(Group.drop_front(), [&](const SpareEntry *Old) {
        return isPlacedTo(*Old, *Group.front());
      }))
    return std::nullopt;
  const Slots Of(Arch, Pattern.Bytes);
  ServedSlots Most;
  for (unsigned Shift = 0; Shift < Of.Size; Shift += Pattern.ShiftStep) {
    const ServedSlots Here = servedOf(Group, Pattern, Of, Shift);
    Most = {std::max(Most.Wavefronts, Here.Wavefronts),
            std::max(Most.Ways, Here.Ways)};
  }
  // Then two phases are served at a time.
  if (Pattern.Op == MemoryOperation::Load && Pattern.Bytes > Arch.BankBytes &&
      (mayPairUp(Group, Pattern, 1) || mayPairUp(Group, Pattern, 2)))
    Most.Ways = Most.Wavefronts;
  return Most;
}

/// True if both, of as many bytes, surely are to the same places. Whichever
/// lanes take part in which, together they cost no more than one of them.
static bool isSameRequest(const SpareEntry &A, const SpareEntry &B) {
  return A.IsAffine && B.IsAffine && A.Lanes == B.Lanes &&
         distance(A.Address, B.Address, A.Lanes) == 0;
}

/// True if no execution makes two of \p Group.
static bool areExclusive(llvm::ArrayRef<const SpareEntry *> Group) {
  for (const SpareEntry *const &A : Group)
    for (const SpareEntry *B : llvm::ArrayRef(Group.begin(), &A))
      if (const BranchSide *Side = branchBetween(*A, *B);
          !Side || !Side->Together.contains(A->Lanes | B->Lanes))
        return false;
  return true;
}

/// What the costliest of \p Group does.
static RequestCost worstOf(llvm::ArrayRef<const SpareEntry *> Group) {
  RequestCost Result = *Group.front()->Cost;
  for (const SpareEntry *E : Group) {
    Result.Wavefronts = std::max(Result.Wavefronts, E->Cost->Wavefronts);
    Result.Ideal = std::min(Result.Ideal, E->Cost->Ideal);
    Result.Ways = std::max(Result.Ways, E->Cost->Ways);
  }
  return Result;
}

/// No less than what lanes of all requests of \p Group cost together,
/// whichever take part in which.
static RequestCost mostOf(llvm::ArrayRef<const SpareEntry *> Group) {
  RequestCost Result = *Group.front()->Cost;
  LaneMask Lanes = Group.front()->Lanes;
  bool AreDifferent = false;
  for (const SpareEntry *const &E : Group.drop_front()) {
    Lanes |= E->Lanes;
    auto IsSame = [&E](const SpareEntry *Other) {
      return isSameRequest(*E, *Other);
    };
    if (llvm::any_of(llvm::ArrayRef(Group.begin(), &E), IsSame))
      continue;
    AreDifferent = true;
    Result.Wavefronts += E->Cost->Wavefronts;
    Result.Ideal = std::min(Result.Ideal, E->Cost->Ideal);
    Result.Ways += E->Cost->Ways;
  }
  // Wide loads that pair up may not do so together.
  const SpareEntry &First = *Group.front();
  if (AreDifferent && First.Bytes > 4 && First.Op == MemoryOperation::Load)
    Result.Wavefronts *= 2;
  // Each lane takes part in one of them, and needs a word of a bank at most
  // once in a request. A copy of a struct makes no more requests than it has
  // words.
  const unsigned Requests = std::max(First.Bytes / 4, 1u);
  Result.Ways = std::min(Result.Ways, Lanes.count());
  Result.Wavefronts = std::min(Result.Wavefronts, Lanes.count() * Requests);
  return Result;
}

RequestCost banklint::costOfJoined(llvm::ArrayRef<const SpareEntry *> Group,
                                   const AccessPattern *Pattern,
                                   RequestCosts &Costs) {
  if (!applies(Mechanism::JoinedCosts))
    return mostOf(Group);
  if (areExclusive(Group))
    return worstOf(Group);
  if (!Pattern)
    return mostOf(Group);
  if (const std::optional<AccessPattern> All = unite(Group, *Pattern))
    return Costs.costOf(*All, 0).Cost;
  RequestCost Result = mostOf(Group);
  if (const auto Served = servedOf(Group, *Pattern, Costs.Arch)) {
    Result.Wavefronts = std::min(Result.Wavefronts, Served->Wavefronts);
    Result.Ways = std::min(Result.Ways, Served->Ways);
  }
  return Result;
}
