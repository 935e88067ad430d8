//===- BankConflict.cpp - The checks for conflicts ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankConflict.h"
#include "AccessText.h"
#include "ArrayPitch.h"
#include "ArrayRegrouping.h"
#include "ArraySwizzle.h"
#include "BankConflictText.h"
#include "ConflictPlaces.h"
#include "ConflictThresholds.h"
#include "LayoutFixText.h"
#include "LocateWitness.h"
#include "OtherLaunches.h"
#include "banklint/Analysis/FixChoice.h"
#include "banklint/Checks/BankUse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <map>

using namespace banklint;

namespace {

/// What can be done about an array.
struct ArrayFixes {
  ArrayPadding Padding;
  /// Only if it has something that Padding has not.
  std::optional<ArraySwizzle> Swizzle;
  std::optional<ArrayPitch> Pitch;
  /// Only if none of them clears the array.
  std::optional<ArrayRegrouping> Regrouping;
  /// The work limit ended the search: there may be more or better ones.
  bool AreCut = false;

  /// All but Regrouping.
  llvm::SmallVector<const LayoutResult *, 3> editSearches() const {
    llvm::SmallVector<const LayoutResult *, 3> Searches{&Padding.Search};
    if (Swizzle)
      Searches.push_back(&Swizzle->Search);
    if (Pitch)
      Searches.push_back(&Pitch->Search);
    return Searches;
  }
  bool clearByEdits() const {
    return llvm::any_of(editSearches(), [](const LayoutResult *Search) {
      return Search->clearsAll();
    });
  }
};

/// A fix with what its note says.
struct Offer {
  Fix Change;
  /// Where the note belongs if it is not that of the declaration.
  Place At;
  /// What follows the description: why it is not applied, or not written.
  std::string Suffix;
  /// What prevents that, as a note of its own.
  std::optional<Note> Obstacle;
  /// What it does to the accesses.
  const PlaceCounts *Places = nullptr;
};

/// Makes findings out of conflicts. An array's fixes are searched for once,
/// though each of its findings describes them.
class FindingBuilder {
public:
  FindingBuilder(const Report &R, const CheckRun &Run) : R(R), Run(Run) {}

  Finding build(const ConflictPlace &Found);

private:
  /// File and offset of a declaration.
  using DeclarationKey = std::pair<llvm::StringRef, unsigned>;

  /// Returns the number of the note on the call of \p Found, if there is one.
  std::optional<size_t> addAccessNotes(const ConflictPlace &Found,
                                       const WitnessLocation &At, Finding &F);
  /// Returns the number of the note on the declaration, if there is one.
  std::optional<size_t> addArrayNotes(const Occurrence &O, unsigned Array,
                                      Finding &F);
  void addLaunchNotes(const ConflictPlace &Found, Finding &F);
  const ArrayFixes &fixesFor(const KernelProgram &Program, unsigned Array);
  ArrayFixes searchFixes(const KernelProgram &Program, unsigned Array);

  const Report &R;
  const CheckRun &Run;
  std::map<DeclarationKey, ArrayFixes> Fixes;
  /// By the kernel's declaration, which its instantiations share.
  std::map<DeclarationKey, WorkLimit> Limits;
};

} // namespace

const ArrayFixes &FindingBuilder::fixesFor(const KernelProgram &Program,
                                           unsigned Array) {
  SourceSpan Declared = Program.Arrays[Array].Span;
  DeclarationKey Key(Program.fileOf(Declared), Declared.Offset);
  auto [Known, IsNew] = Fixes.try_emplace(Key);
  if (IsNew)
    Known->second = searchFixes(Program, Array);
  return Known->second;
}

/// The fixes that are found before the kernel's work limit is reached. What is
/// searched for then is lost, since part of it is not verified.
ArrayFixes FindingBuilder::searchFixes(const KernelProgram &Program,
                                       unsigned Array) {
  WorkLimit &Limit =
      Limits
          .try_emplace({Program.fileOf(Program.Span), Program.Span.Offset},
                       Run.Budget.SearchStatements)
          .first->second;
  ArrayFixes Found;
  Found.AreCut = !Run.SearchesFixes;
  // Does one search unless one before was cut.
  auto Search = [&](auto &Result, auto Find) {
    if (Found.AreCut)
      return;
    auto New = Find(R, Program, Array, Run.beginSearch(Limit));
    Found.AreCut = Limit.isReached();
    if (!Found.AreCut)
      Result = std::move(New);
  };
  Search(Found.Padding, padArray);
  if (mayNeedSwizzle(Found.Padding.Search))
    Search(Found.Swizzle, swizzleArray);
  if (Found.Swizzle &&
      !isSwizzleWorthIt(Found.Swizzle->Search, Found.Padding.Search))
    Found.Swizzle = std::nullopt;
  if (!Found.clearByEdits())
    Search(Found.Pitch, changePitch);
  if (!Found.clearByEdits())
    Search(Found.Regrouping, regroupArray);
  if (Found.Regrouping &&
      !isBestOf(Found.Regrouping->Search, Found.editSearches())) {
    // Gaps are the padding of an array of one dimension.
    LayoutResult &Padding = Found.Padding.Search;
    if (!Found.Regrouping->Search.Best && !Padding.Best &&
        Program.Arrays[Array].Extents.size() == 1) {
      Padding.WhyNot = std::move(Found.Regrouping->Search.WhyNot);
      Padding.End = Found.Regrouping->Search.End;
    }
    Found.Regrouping = std::nullopt;
  }
  return Found;
}

static Note detail(const Place &At, std::string Message) {
  Note N{At, std::move(Message)};
  N.IsDetail = true;
  return N;
}

std::optional<size_t> FindingBuilder::addAccessNotes(const ConflictPlace &Found,
                                                     const WitnessLocation &At,
                                                     Finding &F) {
  const Occurrence &O = Found.Worst;
  F.Notes.push_back({F.At, witnessMessage(O, At, *R.Arch)});
  std::optional<size_t> Result;
  const std::vector<SourceSpan> &Calls = O.access().Calls;
  for (unsigned Call = Calls.size(); Call-- != 0;) {
    const Place Where = placeOf(O.program(), Calls[Call]);
    if (Call == Found.Call) {
      Result = F.Notes.size();
      F.Notes.push_back({Where, "in the call here" + callsMessage(Found)});
    } else {
      F.Notes.push_back(detail(Where, "called here"));
    }
  }
  return Result;
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
                       const SharedArray &Array, const Place &Declared) {
  Offer Result;
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
                     const Place &Declared) {
  Offer Pad = safeOffer(Padding, paddingMessage(Padding), Array, Declared);
  if (Pad.Change.Safety != FixSafety::Described)
    Pad.Change.Edits = Padding.Edits;
  const Place &Extent = Padding.Extents.back().At;
  Pad.At = Extent.Span.isValid() ? Extent : Declared;
  return Pad;
}

/// The note stands at \p Access, where it shows what becomes of it.
static Offer offerOf(const ArraySwizzle &Swizzle, const SharedArray &Array,
                     const Place &Declared, const Place &Access) {
  const bool IsWritten = !Swizzle.Edits.empty();
  Offer Permute;
  Permute.Change.Description = swizzleMessage(Swizzle);
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
                     const Place &Declared) {
  Offer Change = safeOffer(Pitch, pitchMessage(Pitch), Array, Declared);
  Change.Change.Edits = Pitch.Edits;
  Change.At = Pitch.At;
  return Change;
}

static Offer offerOf(const ArrayRegrouping &Regrouping,
                     const SharedArray &Array, const Place &Declared) {
  Offer Move;
  Move.Change.Description = regroupingMessage(Regrouping, Array);
  const LayoutFix &Best = *Regrouping.Search.Best;
  Move.Change.Reason =
      Best.IsPredicted
          ? "the row pitch of '" + Array.Name + "' is relied on elsewhere"
          : "every access to '" + Array.Name + "' must be rewritten";
  addLayout(Best, Move.Change);
  // An execution with it would not show what it saves.
  if (Best.IsPredicted)
    Move.Change.Layout = std::nullopt;
  Move.At = Declared;
  Move.Places = &Regrouping.Places;
  return Move;
}

/// The fixes of \p Found, the one that a reader should look at first in front:
/// automatic before suggested before described, then in the order of the
/// searches.
static std::vector<Offer> offersOf(const ArrayFixes &Found,
                                   const SharedArray &Array,
                                   const Place &Declared, const Place &Access) {
  std::vector<Offer> Offers;
  if (Found.Padding.Search.Best)
    Offers.push_back(offerOf(Found.Padding, Array, Declared));
  if (Found.Swizzle)
    Offers.push_back(offerOf(*Found.Swizzle, Array, Declared, Access));
  if (Found.Pitch)
    Offers.push_back(offerOf(*Found.Pitch, Array, Declared));
  if (Found.Regrouping)
    Offers.push_back(offerOf(*Found.Regrouping, Array, Declared));
  llvm::stable_sort(Offers, [](const Offer &A, const Offer &B) {
    return A.Change.Safety < B.Change.Safety;
  });
  return Offers;
}

/// Why nothing of \p Found is offered.
static std::string noFixMessage(const ArrayFixes &Found) {
  if (Found.AreCut)
    return "no fix is known: the search reached the work limit";
  return noPaddingMessage(Found.Padding);
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
    F.Notes.back().IsDetail = !IsFirst;
  }
  F.Fixes.push_back(std::move(Offered.Change));
  if (Offered.Obstacle)
    F.Notes.push_back(std::move(*Offered.Obstacle));
}

std::optional<size_t>
FindingBuilder::addArrayNotes(const Occurrence &O, unsigned Array, Finding &F) {
  const KernelProgram &Program = O.program();
  const SharedArray &Declared = Program.Arrays[Array];
  if (!Declared.Span.isValid())
    return std::nullopt;
  const Place At = placeOf(Program, Declared.Span);
  const size_t Declaration = F.Notes.size();
  F.Notes.push_back({At, declarationMessage(Declared, *R.Arch)});
  const ArrayFixes &Found = fixesFor(Program, Array);
  std::vector<Offer> Offers = offersOf(Found, Declared, At, F.At);
  if (Offers.empty())
    F.Notes.back().Message += "; " + noFixMessage(Found);
  for (Offer &Each : Offers)
    addFix(std::move(Each), O, F);
  if (!Offers.empty() && Found.AreCut)
    F.Notes.push_back(
        detail(At, "the search for other fixes reached the work limit"));
  // Why there is no padding does not matter where something takes its place.
  else if (!Offers.empty() && !Found.Padding.Search.Best && !Found.Pitch &&
           !Found.Regrouping)
    F.Notes.push_back(detail(At, noPaddingMessage(Found.Padding)));
  // Loops that halve or double a distance can as well keep elements together.
  const bool IsCleared =
      Found.clearByEdits() ||
      (Found.Regrouping && Found.Regrouping->Search.clearsAll() &&
       O.V->WorstRequest->Loops.empty());
  if (IsCleared)
    return Declaration;
  if (auto Sequential = addressSequentially(*O.V, Declared, *R.Arch))
    F.Notes.push_back(detail(F.At, sequentialMessage(*Sequential)));
  return Declaration;
}

void FindingBuilder::addLaunchNotes(const ConflictPlace &Found, Finding &F) {
  std::string Text = launchMessage(Found.Worst, Found.HasSeveralKernels);
  if (std::string Bound = boundMessage(Found); !Bound.empty())
    Text += "; " + Bound;
  const std::string Others = otherResults(Found);
  if (!Others.empty())
    Text += "; " + Others;
  F.Notes.push_back({launchPlace(Found.Worst), Text});
  if (Others.empty() && !Found.Others.empty())
    F.Notes.push_back(detail(F.At, sameResults(Found)));
}

/// Makes note number \p Spare a detail if \p F has too many others. There is
/// at most one of each of access, call, declaration, fix and launch.
static void limitNotes(Finding &F, std::optional<size_t> Spare) {
  constexpr size_t MaxNotes = 4;
  if (Spare && notesOf(F).size() > MaxNotes)
    F.Notes[*Spare].IsDetail = true;
  assert(notesOf(F).size() <= MaxNotes && "too many notes to read");
}

/// The places of lanes to each other, the launch and the array: what
/// ConflictCause::Key is about. Empty if the array is not known.
static std::string causeKey(const ConflictPlace &Found, const Finding &F,
                            std::optional<unsigned> Array) {
  const Occurrence &O = Found.Worst;
  if (!Array)
    return "";
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  const WarpRequest &Request = O.V->WorstRequest->Request;
  OS << F.Check << '\0' << F.At.File << '\0' << F.Function << '\0' << *Array
     << '\0' << O.program().Name << '\0' << launchPlace(O).File << '\0'
     << launchPlace(O).Span.Offset << '\0'
     << toString(O.Launch->Launch.Config.Block) << '\0' << F.Cause->Ways << '\0'
     << boundMessage(Found) << '\0' << otherResults(Found) << '\0'
     << isAtomic(Request.Op) << '\0' << F.Cause->Cost.IsPerBlock
     << F.Cause->Cost.MayBe << F.Cause->Cost.IsBound << F.Cause->Cost.IsAtLeast
     << '\0' << Request.Bytes << '\0' << O.V->Worst.Wavefronts << '\0'
     << O.V->Worst.Ideal;
  const LaneMask Lanes = addressingLanes(Request);
  const uint64_t Start = Request.Address[Lanes.lowest()];
  for (unsigned Lane : Lanes)
    OS << '\0' << Lane << ':' << int64_t(Request.Address[Lane] - Start);
  return Key;
}

static llvm::StringRef checkOf(const ConflictPlace &Found) {
  const bool IsSure = Found.State == ConflictState::Conflict;
  if (isAtomic(Found.Worst.access().Op))
    return IsSure ? "shared-atomic-contention"
                  : "shared-possible-atomic-contention";
  return IsSure ? "shared-bank-conflict" : "shared-possible-bank-conflict";
}

Finding FindingBuilder::build(const ConflictPlace &Found) {
  const Occurrence &O = Found.Worst;
  Finding F;
  F.Check = checkOf(Found).str();
  placeAt(R, O, F);
  F.Cause = causeOf(Found);
  F.Message = conflictMessage(Found, *F.Cause);
  WitnessLocation At = locateWitness(O, *R.Arch);
  if (At.Array)
    F.Array = arrayName(O).str();
  F.Source->Array = At.Array;
  F.Cause->Key = causeKey(Found, F, At.Array);
  const std::optional<size_t> Call = addAccessNotes(Found, At, F);
  std::optional<size_t> Declaration;
  // Lanes that update the same word conflict wherever it is.
  if (isContended(*O.V))
    F.Notes.push_back({F.At, contentionMessage(O.access().Op)});
  else if (At.Array)
    Declaration = addArrayNotes(O, *At.Array, F);
  addLaunchNotes(Found, F);
  // A call goes without saying in the kernel's own file, unless its note counts
  // the others or it tells the tile.
  const bool IsCallNeeded = Found.Calls != 1 || Found.IsOfSeveralTiles ||
                            O.file() != O.program().fileOf(O.program().Span);
  limitNotes(F, IsCallNeeded ? Declaration : Call);
  F.Worst = O.V->WorstRequest;
  F.Cost = O.V->Worst;
  return F;
}

/// True if \p Run wants a finding of \p Found.
static bool isWanted(const ConflictPlace &Found, const CheckRun &Run) {
  const llvm::StringRef Check = checkOf(Found);
  const llvm::StringRef File = Found.Worst.file();
  if (!Run.isEnabledIn(Check, File))
    return false;
  const ConflictSize Size = {Found.Worst.V->Worst.Ways, Found.ExcessWavefronts,
                             Found.State == ConflictState::Removable,
                             Found.Worst.access().Op ==
                                 MemoryOperation::AsyncCopyBypass};
  const CheckOptionValues *Options = Run.optionsIn(File);
  return !Options || isWorthReporting(Size, Check, *Options);
}

std::vector<Finding> banklint::checkConflicts(const Report &R,
                                              const CheckRun &Run) {
  FindingBuilder Builder(R, Run);
  std::vector<Finding> Findings;
  for (const ConflictPlace &Found : findConflicts(R)) {
    if (!isWanted(Found, Run))
      continue;
    Finding F = Builder.build(Found);
    // The loop's load stands right behind its operation.
    if (Found.Worst.access().Op == MemoryOperation::AtomicLoopLoad &&
        !Findings.empty() && startTogether(Findings.back().At, F.At))
      Findings.back().Notes.push_back(detail(F.At, F.Message));
    else
      Findings.push_back(std::move(F));
  }
  return Findings;
}
