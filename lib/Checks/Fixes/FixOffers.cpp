//===- FixOffers.cpp - The fixes of a finding -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/FixOffers.h"
#include "AccessText.h"
#include "Fixes/ConflictFreeUses.h"
#include "Fixes/LayoutFixText.h"
#include "banklint/Analysis/FixChoice.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

namespace {

/// A fix with what its note says.
struct Offer {
  Fix Change;
  /// Where the note belongs if it is not that of the declaration.
  Place At;
  /// What follows the description: why it is not applied, or not written.
  std::string Suffix;
  /// What prevents that, as a note of its own.
  std::optional<Note> Obstacle;
  /// What it does to all accesses, and to the finding's.
  const PlaceCounts *Places = nullptr;
  AccessChange Own;
};

} // namespace

Note banklint::detail(const Place &At, std::string Message) {
  Note N{At, std::move(Message)};
  N.IsDetail = true;
  return N;
}

static constexpr const char *NotAutomatic =
    "; not applied automatically because ";
static constexpr const char *KeepsFromAutomatic =
    "this use prevents the automatic fix";

/// What keeps the edits of a fix from being safe.
static std::optional<Note> obstacleNote(const std::optional<Obstacle> &Unsafe) {
  if (!Unsafe || !Unsafe->At.Span.isValid())
    return std::nullopt;
  return detail(Unsafe->At, KeepsFromAutomatic);
}

/// Notes the layout that \p Change makes and what it saves.
static void addLayout(const LayoutFix &Best, Fix &Change) {
  Change.Layout = Best.Change;
  if (const uint64_t Saved = Best.saved())
    Change.SavedWavefronts = Saved;
}

/// What paddings and pitches have in common: nothing keeps their edits from
/// being applied but an obstacle that is Unsafe.
template <typename FixT>
static Offer safeOffer(const FixT &Found, std::string Description,
                       const SharedArray &Array, const Place &Declared,
                       const AccessChange &Own) {
  Offer Result;
  Result.Own = Own;
  Result.Change.Description = std::move(Description);
  Result.Change.Safety = Found.safety();
  Result.Change.Reason = safetyReason(Found.Unsafe, Array.Name);
  Result.Change.Proof = FixProof{Declared, Found.Search.Best->After.Wavefronts};
  addLayout(*Found.Search.Best, Result.Change);
  if (Found.Unsafe)
    Result.Suffix = NotAutomatic + Result.Change.Reason;
  Result.Obstacle = obstacleNote(Found.Unsafe);
  Result.Places = &Found.Places;
  return Result;
}

static Offer offerOf(const ArrayPadding &Padding, const SharedArray &Array,
                     const Place &Declared, const AccessChange &Own) {
  Offer Pad =
      safeOffer(Padding, paddingMessage(Padding, Own), Array, Declared, Own);
  if (Pad.Change.Safety != FixSafety::Described)
    Pad.Change.Edits = Padding.Edits;
  const Place &Extent = Padding.Extents.back().At;
  Pad.At = Extent.Span.isValid() ? Extent : Declared;
  return Pad;
}

/// The note stands at \p Access, where it shows what becomes of it.
static Offer offerOf(const ArraySwizzle &Swizzle, const SharedArray &Array,
                     const Place &Declared, const AccessChange &Own,
                     const Place &Access) {
  const bool IsWritten = !Swizzle.Edits.empty();
  Offer Permute;
  Permute.Own = Own;
  Permute.Change.Description = swizzleMessage(Swizzle, Own);
  Permute.Change.Reason = safetyReason(Swizzle, Array.Name);
  Permute.Change.Edits = Swizzle.Edits;
  Permute.Change.Proof =
      FixProof{Declared, Swizzle.Search.Best->After.Wavefronts};
  addLayout(*Swizzle.Search.Best, Permute.Change);
  if (IsWritten)
    Permute.Change.Safety = FixSafety::Suggested;
  Permute.At = IsWritten ? Access : Declared;
  Permute.Places = &Swizzle.Places;
  Permute.Suffix = (IsWritten ? NotAutomatic : "; not written because ") +
                   Permute.Change.Reason;
  if (Swizzle.Obstacle && Swizzle.Obstacle->At.Span.isValid())
    Permute.Obstacle =
        detail(Swizzle.Obstacle->At, "this use prevents writing the edits");
  return Permute;
}

static Offer offerOf(const ArrayPitch &Pitch, const SharedArray &Array,
                     const Place &Declared, const AccessChange &Own) {
  Offer Change =
      safeOffer(Pitch, pitchMessage(Pitch, Own), Array, Declared, Own);
  Change.Change.Edits = Pitch.Edits;
  Change.At = Pitch.At;
  return Change;
}

static Offer offerOf(const ArrayRegrouping &Regrouping,
                     const SharedArray &Array, const Place &Declared,
                     const AccessChange &Own) {
  Offer Move;
  Move.Own = Own;
  Move.Change.Description = regroupingMessage(Regrouping, Array, Own);
  const LayoutFix &Best = *Regrouping.Search.Best;
  Move.Change.Reason =
      Best.Change.Tensor ? "the layout of '" + Array.Name + "' is a type"
      : Best.IsPredicted
          ? "the row pitch of '" + Array.Name + "' is relied on elsewhere"
      : !Best.Change.Inner.empty()
          ? "'" + Array.ElementType + "' may be used elsewhere"
          : "every access to '" + Array.Name + "' must be rewritten";
  addLayout(Best, Move.Change);
  // An execution with it would not show what it saves.
  if (Best.IsPredicted)
    Move.Change.Layout = std::nullopt;
  Move.At = Declared;
  Move.Places = &Regrouping.Places;
  return Move;
}

/// What \p Search, over \p Scope, makes of the access of \p O.
static AccessChange changeOf(const LayoutResult &Search,
                             const ArrayScope &Scope, const Occurrence &O) {
  AccessChange Result;
  Result.Program = &O.program();
  Result.Operation = shortOperation(O.access().Op).str();
  Result.Before = Search.Best->WorstBefore;
  Result.After = Search.Best->WorstAfter;
  Result.SumBefore = Search.Best->Before;
  Result.SumAfter = Search.Best->After;
  const std::optional<unsigned> Use = Scope.indexOf(*O.Launch);
  for (const AccessOutcome &Outcome : Search.Best->Outcomes) {
    if (Use != Outcome.Use || Outcome.Access != O.V->Access)
      continue;
    Result.Before = O.V->Worst;
    Result.After = Outcome.Worst;
    Result.SumBefore = O.V->Traced;
    Result.SumAfter = Outcome.Sum;
  }
  return Result;
}

/// True if \p Offered is worth reading at the access of a finding: it makes
/// something or the access's kernel conflict-free, or at least halves what this
/// access takes, and this access takes fewer wavefronts.
static bool isUseful(const Offer &Offered) {
  const PlaceCounts &Places = *Offered.Places;
  const AccessChange &Own = Offered.Own;
  if (Own.SumAfter.Wavefronts >= Own.SumBefore.Wavefronts)
    return false;
  return Places.Cleared + Places.MayBeCleared != 0 ||
         isOwnCleared(Places, Own) ||
         (Places.Spoiled + Places.MayBeSpoiled == 0 &&
          2 * Own.After.Wavefronts <= Own.Before.Wavefronts);
}

/// "each instantiation needs its own layout; in 'k<64>', ", for what is known
/// of one launch alone; "" if there are no others.
static std::string scopeWords(const OwnFixes &Own, const ArrayScope &All,
                              const Occurrence &O) {
  const KernelProgram &Program = O.program();
  const auto IsOther = [&Program](const ArrayUse &Use) {
    return Use.Program != &Program;
  };
  const std::string In = llvm::any_of(All.Uses, IsOther)
                             ? "in '" + Program.Name + "', "
                             : std::string();
  if (!Own.Opposed)
    return In;
  if (Own.Opposed == &Program)
    return "each launch needs its own layout; for this one, ";
  const bool IsSameText = Own.Opposed->Span.Offset == Program.Span.Offset;
  return std::string("each ") + (IsSameText ? "instantiation" : "kernel") +
         " needs its own layout; " + In;
}

/// The layout for the launch of \p O alone.
static Offer offerOfOwn(const OwnFixes &Own, const ArrayScope &All,
                        const Occurrence &O, const SharedArray &Array,
                        const Place &Declared) {
  const auto ChangeOf = [&](const LayoutResult &Search) {
    return changeOf(Search, Own.Scope, O);
  };
  Offer Result;
  if (Own.Regrouping && Own.Regrouping->Search.Best) {
    Result = offerOf(*Own.Regrouping, Array, Declared,
                     ChangeOf(Own.Regrouping->Search));
  } else {
    // The text of an extent is that of all instantiations.
    ArrayPadding Padding = *Own.Padding;
    for (PaddedExtent &E : Padding.Extents)
      E.NewText = std::to_string(Array.Extents[E.Number].Elements + E.Elements);
    Padding.Unsafe =
        Obstacle{ObstacleKind::OtherUse,
                 Own.Opposed ? Own.Opposed->Name : O.program().Name,
                 {}};
    Result = offerOf(Padding, Array, Declared, ChangeOf(Padding.Search));
    Result.Places = &Own.Padding->Places;
    Result.Suffix.clear();
  }
  Result.Change.Description =
      scopeWords(Own, All, O) + Result.Change.Description;
  // It is a sum over all launches.
  if (All.Uses.size() > 1)
    Result.Change.SavedWavefronts = std::nullopt;
  return Result;
}

/// The fixes of \p Found, the one that a reader should look at first in front:
/// automatic before suggested before described, then in the order of the
/// searches.
static std::vector<Offer> offersOf(const ArrayFixes &Found, const Occurrence &O,
                                   const SharedArray &Array,
                                   const Place &Declared, const Place &Access) {
  std::vector<Offer> Offers;
  const SharedFixes &Shared = Found.Shared;
  const auto Add = [&](const auto &Fix, const auto &...More) {
    if (Fix.Search.Best)
      Offers.push_back(offerOf(Fix, Array, Declared,
                               changeOf(Fix.Search, Shared.All, O), More...));
  };
  if (!Found.isOwnBetter()) {
    Add(Shared.Padding);
    if (Shared.Swizzle)
      Add(*Shared.Swizzle, Access);
    if (Shared.Pitch)
      Add(*Shared.Pitch);
  }
  if (Found.Own && Found.Own->best())
    Offers.push_back(offerOfOwn(*Found.Own, Shared.All, O, Array, Declared));
  llvm::erase_if(Offers, [](const Offer &Each) { return !isUseful(Each); });
  llvm::stable_sort(Offers, [](const Offer &A, const Offer &B) {
    return A.Change.Safety < B.Change.Safety;
  });
  return Offers;
}

/// Why nothing of \p Found is offered.
static std::string whyNoFix(const ArrayFixes &Found, const SharedArray &Array) {
  if (Found.areCut())
    return "no fix is known: the search reached the work limit";
  const OwnFixes *Own = Found.Own;
  // Gaps are the padding of an array of one dimension.
  if (Own && Own->Regrouping && !Own->Regrouping->Search.Best &&
      Array.Extents.size() == 1)
    return noFixMessage(Own->Regrouping->Search);
  const ArrayPadding &Padding =
      Own && Own->Padding ? *Own->Padding : Found.Shared.Padding;
  if (!Padding.Search.Best)
    return noFixMessage(Padding.Search);
  return "no padding is known to help: the best that was tried does not "
         "help this access";
}

/// True if \p Offered can be written and leaves fewer wavefronts than \p First,
/// so that people should know of both.
static bool isBetterThan(const Fix &Offered, const Fix &First) {
  return Offered.Safety != FixSafety::Described && Offered.Proof &&
         First.Proof && Offered.Proof->Wavefronts < First.Proof->Wavefronts;
}

/// Adds \p Offered to \p F, which is about \p O: the first one is part of the
/// declaration's note, the last so far, if both are on one line.
static void addFix(Offer Offered, const Occurrence &O, Finding &F) {
  std::string Text = Offered.Change.Description;
  const PlaceCounts &Places = *Offered.Places;
  const auto Left = Places.Remaining.find(
      {&O.program(), accessPlace(O.program(), O.access())});
  if (Places.Cleared + Places.MayBeCleared != 0 &&
      Left != Places.Remaining.end())
    Text += Left->second == ConflictState::Conflict
                ? "; this access still conflicts"
                : "; this access may still conflict";
  Text += Offered.Suffix;
  const bool IsFirst = F.Fixes.empty();
  Note &Declaration = F.Notes.back();
  if (IsFirst && Declaration.At.File == Offered.At.File &&
      Declaration.At.Span.Line == Offered.At.Span.Line) {
    Declaration.Message += "; " + Text;
    Declaration.Fix = 0;
  } else {
    F.Notes.push_back({Offered.At, Text, unsigned(F.Fixes.size())});
    F.Notes.back().IsDetail =
        !IsFirst && !isBetterThan(Offered.Change, F.Fixes.front());
  }
  F.Fixes.push_back(std::move(Offered.Change));
  if (Offered.Obstacle)
    F.Notes.push_back(std::move(*Offered.Obstacle));
}

void banklint::addFixes(const ArrayFixes &Found, const Occurrence &O,
                        unsigned Array, Finding &F) {
  const SharedArray &Declared = O.program().Arrays[Array];
  const Place At = F.Notes.back().At;
  const size_t Declaration = F.Notes.size() - 1;
  std::vector<Offer> Offers = offersOf(Found, O, Declared, At, F.At);
  if (Offers.empty())
    F.Notes.back().Message += "; " + whyNoFix(Found, Declared);
  for (Offer &Each : Offers)
    addFix(std::move(Each), O, F);
  if (Found.Own)
    if (const std::string Free = conflictFreeMessage(Found.Shared.All, O);
        !Free.empty())
      F.Notes[Declaration].Message += "; " + Free;
  if (Offers.empty())
    return;
  if (Found.areCut())
    F.Notes.push_back(
        detail(At, "the search for other fixes reached the work limit"));
  // Why there is no padding does not matter where something takes its place.
  else if (!Found.Shared.Padding.Search.Best && !Found.Shared.Pitch &&
           !(Found.Own && Found.Own->best()))
    F.Notes.push_back(detail(At, noFixMessage(Found.Shared.Padding.Search)));
}
