//===- BankConflict.cpp - The checks for conflicts ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankConflict.h"
#include "AccessText.h"
#include "ArrayPitch.h"
#include "ArraySwizzle.h"
#include "BankConflictText.h"
#include "ConflictPlaces.h"
#include "ConflictThresholds.h"
#include "LocateWitness.h"
#include "banklint/Checks/BankUse.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

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

/// Makes findings out of conflicts. An array's fixes are searched for once,
/// though each of its findings tells of them.
class FindingBuilder {
public:
  FindingBuilder(const Report &R, const InterpreterBudget &Budget)
      : R(R), Budget(Budget) {}

  Finding build(const ConflictPlace &Found);

private:
  /// File and offset of a declaration.
  using DeclarationKey = std::pair<llvm::StringRef, unsigned>;

  void addAccessNotes(const ConflictPlace &Found, const WitnessLocation &At,
                      Finding &F);
  void addRegrouping(const ArrayRegrouping &Regrouping,
                     const SharedArray &Array, const Place &Declared,
                     Finding &F);
  void addArrayNotes(const Occurrence &O, unsigned Array, Finding &F);
  void addPadding(const ArrayPadding &Padding, const SharedArray &Array,
                  const Place &Declared, Finding &F);
  void addPitch(const ArrayPitch &Pitch, const SharedArray &Array,
                const Place &Declared, Finding &F);
  void addLaunchNotes(const ConflictPlace &Found, Finding &F);
  void addSwizzle(const ArraySwizzle &Swizzle, const SharedArray &Array,
                  const Place &Declared, Finding &F);
  const ArrayFixes &fixesFor(const KernelProgram &Program, unsigned Array);

  const Report &R;
  const InterpreterBudget &Budget;
  std::map<DeclarationKey, ArrayFixes> Fixes;
};

} // namespace

const ArrayFixes &FindingBuilder::fixesFor(const KernelProgram &Program,
                                           unsigned Array) {
  SourceSpan Declared = Program.Arrays[Array].Span;
  DeclarationKey Key(Program.fileOf(Declared), Declared.Offset);
  auto [Known, IsNew] = Fixes.try_emplace(Key);
  if (!IsNew)
    return Known->second;
  ArrayFixes &Found = Known->second;
  Found.Padding = padArray(R, Program, Array, Budget);
  if (mayNeedSwizzle(Found.Padding.Search))
    Found.Swizzle = swizzleArray(R, Program, Array, Budget);
  if (Found.Swizzle &&
      !isSwizzleWorthIt(Found.Swizzle->Search, Found.Padding.Search))
    Found.Swizzle = std::nullopt;
  if (!Found.clearByEdits())
    Found.Pitch = changePitch(R, Program, Array, Budget);
  if (!Found.clearByEdits())
    Found.Regrouping = regroupArray(R, Program, Array, Budget);
  if (Found.Regrouping &&
      !isBestOf(Found.Regrouping->Search, Found.editSearches()))
    Found.Regrouping = std::nullopt;
  return Found;
}

void FindingBuilder::addAccessNotes(const ConflictPlace &Found,
                                    const WitnessLocation &At, Finding &F) {
  const Occurrence &O = Found.Worst;
  // A conflict in the global source of a copy, or one without known parts,
  // has no bank to show.
  if (!O.V->WorstRequest->Maps.empty() && O.V->Worst.Ways > 1)
    F.Notes.push_back({F.At, witnessMessage(O, At)});
  if (std::string Bound = boundMessage(*O.V); !Bound.empty())
    F.Notes.push_back({F.At, Bound});
  std::string Others = callsMessage(Found);
  for (SourceSpan Call : llvm::reverse(O.access().Calls)) {
    F.Notes.push_back({placeOf(O.program(), Call), "called here" + Others});
    Others.clear();
  }
}

/// Adds \p Change with a note at \p At that tells of it and, if \p WhyNot is
/// not empty, that it is not done by itself; then one at \p Obstacle, if that
/// is a place.
static void addFix(Fix Change, const Place &At, const std::string &WhyNot,
                   const Place &Obstacle, const char *AtObstacle, Finding &F) {
  std::string Text = Change.Description;
  if (!WhyNot.empty())
    Text += WhyNot + Change.Reason;
  F.Notes.push_back({At, Text, unsigned(F.Fixes.size())});
  F.Fixes.push_back(std::move(Change));
  if (Obstacle.Span.isValid())
    F.Notes.push_back({Obstacle, AtObstacle});
}

static constexpr const char *NotAutomatic =
    "; not applied automatically because ";
static constexpr const char *KeepsFromAutomatic =
    "this use keeps the edit from being automatic";

/// The fix rides on the declaration's note if anyone may apply it; else a note
/// of its own tells what to change and why that is not done by itself.
void FindingBuilder::addPadding(const ArrayPadding &Padding,
                                const SharedArray &Array, const Place &Declared,
                                Finding &F) {
  if (!Padding.Search.Best) {
    F.Notes.push_back({Declared, noPaddingMessage(Padding)});
    return;
  }
  Fix Pad;
  Pad.Description = paddingMessage(Padding);
  Pad.Safety = Padding.safety();
  Pad.Reason = safetyReason(Padding.Unsafe, Array.Name);
  if (Pad.Safety != FixSafety::Described)
    Pad.Edits = Padding.Edits;
  Pad.Proof = FixProof{Declared, Padding.Search.Best->After.Wavefronts};
  if (!Padding.Unsafe) {
    F.Notes.back().Message += "; " + Pad.Description;
    F.Notes.back().Fix = F.Fixes.size();
    F.Fixes.push_back(std::move(Pad));
    return;
  }
  const Place &Extent = Padding.Extents.back().At;
  addFix(std::move(Pad), Extent.Span.isValid() ? Extent : Declared,
         NotAutomatic, Padding.Unsafe->At, KeepsFromAutomatic, F);
}

/// The note stands at the access, where it shows what becomes of it.
void FindingBuilder::addSwizzle(const ArraySwizzle &Swizzle,
                                const SharedArray &Array, const Place &Declared,
                                Finding &F) {
  const bool IsWritten = !Swizzle.Edits.empty();
  Fix Permute;
  Permute.Description = swizzleMessage(Swizzle);
  Permute.Reason = safetyReason(Swizzle, Array.Name);
  Permute.Edits = Swizzle.Edits;
  Permute.Proof = FixProof{Declared, Swizzle.Search.Best->After.Wavefronts};
  if (IsWritten)
    Permute.Safety = FixSafety::Suggested;
  addFix(std::move(Permute), IsWritten ? F.At : Declared,
         IsWritten ? NotAutomatic : "; not written because ",
         Swizzle.Obstacle ? Swizzle.Obstacle->At : Place(),
         "this keeps the edits from being written", F);
}

void FindingBuilder::addPitch(const ArrayPitch &Pitch, const SharedArray &Array,
                              const Place &Declared, Finding &F) {
  Fix Change;
  Change.Description = pitchMessage(Pitch);
  Change.Safety = Pitch.safety();
  Change.Reason = safetyReason(Pitch.Unsafe, Array.Name);
  Change.Edits = Pitch.Edits;
  Change.Proof = FixProof{Declared, Pitch.Search.Best->After.Wavefronts};
  addFix(std::move(Change), Pitch.At, Pitch.Unsafe ? NotAutomatic : "",
         Pitch.Unsafe ? Pitch.Unsafe->At : Place(), KeepsFromAutomatic, F);
}

void FindingBuilder::addRegrouping(const ArrayRegrouping &Regrouping,
                                   const SharedArray &Array,
                                   const Place &Declared, Finding &F) {
  Fix Move;
  Move.Description = regroupingMessage(Regrouping, Array);
  Move.Reason = "every access to '" + Array.Name + "' has to be rewritten";
  addFix(std::move(Move), Declared, "", Place(), "", F);
}

void FindingBuilder::addArrayNotes(const Occurrence &O, unsigned Array,
                                   Finding &F) {
  const KernelProgram &Program = O.program();
  const SharedArray &Declared = Program.Arrays[Array];
  if (!Declared.Span.isValid())
    return;
  const Place At = placeOf(Program, Declared.Span);
  F.Notes.push_back({At, declarationMessage(Declared, *R.Arch)});
  const ArrayFixes &Found = fixesFor(Program, Array);
  // Why there is no padding matters only where nothing takes its place.
  if (Found.Padding.Search.Best || (!Found.Pitch && !Found.Regrouping))
    addPadding(Found.Padding, Declared, At, F);
  if (Found.Swizzle)
    addSwizzle(*Found.Swizzle, Declared, At, F);
  if (Found.Pitch)
    addPitch(*Found.Pitch, Declared, At, F);
  if (Found.Regrouping)
    addRegrouping(*Found.Regrouping, Declared, At, F);
  // Loops that halve or double a distance can as well keep elements together.
  bool IsCleared = Found.clearByEdits() ||
                   (Found.Regrouping && Found.Regrouping->Search.clearsAll() &&
                    O.V->WorstRequest->Loops.empty());
  if (IsCleared)
    return;
  if (auto Sequential = addressSequentially(*O.V, Declared, *R.Arch))
    F.Notes.push_back({F.At, sequentialMessage(*Sequential)});
}

void FindingBuilder::addLaunchNotes(const ConflictPlace &Found, Finding &F) {
  F.Notes.push_back({launchPlace(Found.Worst),
                     launchMessage(Found.Worst, Found.HasSeveralKernels)});
  if (Found.Others.total())
    F.Notes.push_back({F.At, othersMessage(Found.Others)});
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
  placeAt(O, F);
  F.Message = conflictMessage(Found);
  WitnessLocation At = locateWitness(O, *R.Arch);
  if (At.Array)
    F.Array = O.program().Arrays[*At.Array].Name;
  addAccessNotes(Found, At, F);
  // Lanes that want the same word meet wherever it lies.
  if (isContended(*O.V))
    F.Notes.push_back({F.At, contentionMessage(O.access().Op)});
  else if (At.Array)
    addArrayNotes(O, *At.Array, F);
  addLaunchNotes(Found, F);
  F.Worst = O.V->WorstRequest;
  F.Cost = O.V->Worst;
  return F;
}

static bool isSamePlace(const Place &A, const Place &B) {
  return A.File == B.File && A.Span.Line == B.Span.Line &&
         A.Span.Column == B.Span.Column;
}

/// True if \p Run wants a finding of \p Found.
static bool isWanted(const ConflictPlace &Found, const CheckRun &Run) {
  const llvm::StringRef Check = checkOf(Found);
  const llvm::StringRef File = Found.Worst.file();
  if (!Run.isEnabledIn(Check, File))
    return false;
  const ConflictSize Size = {Found.Worst.V->Worst.Ways, Found.ExcessWavefronts,
                             Found.State == ConflictState::Removable};
  const CheckOptionValues *Options = Run.optionsIn(File);
  return !Options || isWorthReporting(Size, Check, *Options);
}

std::vector<Finding> banklint::checkConflicts(const Report &R,
                                              const CheckRun &Run) {
  FindingBuilder Builder(R, Run.Budget);
  std::vector<Finding> Findings;
  for (const ConflictPlace &Found : findConflicts(R)) {
    if (!isWanted(Found, Run))
      continue;
    Finding F = Builder.build(Found);
    // The loop's load stands right behind its operation.
    if (Found.Worst.access().Op == MemoryOperation::AtomicLoopLoad &&
        !Findings.empty() && isSamePlace(Findings.back().At, F.At))
      Findings.back().Notes.push_back({F.At, F.Message});
    else
      Findings.push_back(std::move(F));
  }
  return Findings;
}
