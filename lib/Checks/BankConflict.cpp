//===- BankConflict.cpp - The checks for conflicts ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankConflict.h"
#include "AccessText.h"
#include "BankConflictText.h"
#include "ConflictPlaces.h"
#include "ConflictThresholds.h"
#include "Fixes/FixOffers.h"
#include "Fixes/LayoutFixText.h"
#include "LocateWitness.h"
#include "OtherLaunches.h"
#include "banklint/Checks/BankUse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace banklint;

namespace {

/// Makes findings out of conflicts.
class FindingBuilder {
public:
  FindingBuilder(const Report &R, const CheckRun &Run) : R(R), Search(R, Run) {}

  Finding build(const ConflictPlace &Found);

private:
  /// Returns the number of the note on the call of \p Found, if there is one.
  std::optional<size_t> addAccessNotes(const ConflictPlace &Found,
                                       const WitnessLocation &At, Finding &F);
  /// Returns the number of the note on the declaration, if there is one.
  std::optional<size_t> addArrayNotes(const Occurrence &O, unsigned Array,
                                      Finding &F);
  void addLaunchNotes(const ConflictPlace &Found, Finding &F);

  const Report &R;
  FixSearch Search;
};

} // namespace

std::optional<size_t> FindingBuilder::addAccessNotes(const ConflictPlace &Found,
                                                     const WitnessLocation &At,
                                                     Finding &F) {
  const Occurrence &O = Found.Worst;
  F.Notes.push_back({F.At, witnessMessage(O, At, *R.Arch)});
  std::optional<size_t> Result;
  const Access &A = O.access();
  const std::optional<unsigned> LibraryCall = O.libraryCall();
  if (LibraryCall)
    F.Notes.push_back({placeOf(O.program(), A.Span), libraryMessage(A)});
  for (unsigned Call = A.Calls.size(); Call-- != 0;) {
    if (Call == LibraryCall)
      continue;
    const Place Where = placeOf(O.program(), A.Calls[Call]);
    if (Call == Found.Call) {
      Result = F.Notes.size();
      F.Notes.push_back({Where, "in the call here" + callsMessage(Found)});
    } else {
      F.Notes.push_back(detail(Where, "called here"));
    }
  }
  return Result;
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
  const ArrayFixes Found = Search.fixesFor(O, Array);
  addFixes(Found, O, Array, F);
  // Loops that halve or double a distance can as well keep elements together.
  if (Found.Shared.clears(*O.Launch) ||
      (Found.clears(*O.Launch) && O.V->WorstRequest->Loops.empty()))
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
