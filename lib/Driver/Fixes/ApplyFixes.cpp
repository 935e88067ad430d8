//===- ApplyFixes.cpp - Fixes applied and checked -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Fixes/ApplyFixes.h"
#include "banklint/Driver/Fixes/FixWriter.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <tuple>

using namespace banklint;

namespace {

/// By file and check: the number of findings.
using FaultCounts = std::map<std::pair<std::string, std::string>, unsigned>;

/// Why a fix has to be undone; no text if it has not.
struct Objection {
  std::string Text;
  /// Nothing says that the fix is wrong, nor that it is right.
  bool IsDoubt = false;
};

class FixVerifier {
public:
  FixVerifier(const FixPlan &Plan, const Report &Before, AppliedFixes &Result)
      : Plan(Plan), Before(Before), Result(Result), Writer(Plan) {}

  void run(AnalyzeAgain Again);

private:
  /// By the number of the fix.
  using Objections = std::vector<Objection>;

  unsigned offsetNow(const Place &At) const;
  Place placeNow(const Place &At) const;
  Place changedPlace(const PlannedFix &Fix) const;
  Objections judgeFixes(const Report *After) const;
  void compareFiles(const Report &After, Objections &Why) const;
  FaultCounts countFaults(const Report &R) const;
  void blame(llvm::StringRef File, const Objection &For, Objections &Why) const;
  std::string whyNotDelivered(const PlannedFix &Fix, const Report &After) const;
  bool isReported(const Finding &F, const Report &After) const;
  bool undo(const Objections &Why);
  void report(const PlannedFix &Fix, const Objection &Why);
  void listFixed(const Report *After);

  const FixPlan &Plan;
  const Report &Before;
  AppliedFixes &Result;
  FixWriter Writer;
};

} // namespace

/// The findings that no fix may add to. Those that fixes are for are left to
/// the proofs, which may allow one for another.
FaultCounts FixVerifier::countFaults(const Report &R) const {
  FaultCounts Counts;
  for (const Finding &F : R.Findings)
    if (llvm::none_of(Plan.Fixes, [&F](const PlannedFix &Fix) {
          return Fix.For->Check == F.Check;
        }))
      ++Counts[{F.At.File, F.Check}];
  return Counts;
}

/// Where the byte that \p At starts with is now.
unsigned FixVerifier::offsetNow(const Place &At) const {
  const auto Path = Plan.Paths.find(At.File);
  return Path == Plan.Paths.end()
             ? At.Span.Offset
             : Writer.offsetNow(Path->second, At.Span.Offset);
}

/// The place of \p Length bytes at \p Offset of \p Text.
static Place placeIn(llvm::StringRef File, llvm::StringRef Text,
                     unsigned Offset, unsigned Length) {
  Place Result;
  Result.File = File.str();
  const llvm::StringRef Before = Text.take_front(Offset);
  SourceSpan &Span = Result.Span;
  Span.Offset = Offset;
  Span.Length = Length;
  Span.Line = Before.count('\n') + 1;
  Span.Column = Offset - (Before.rfind('\n') + 1) + 1;
  Span.LastLine = Span.Line + Text.substr(Offset, Length).count('\n');
  return Result;
}

/// Where what is at \p At is now.
Place FixVerifier::placeNow(const Place &At) const {
  const auto Path = Plan.Paths.find(At.File);
  if (Path == Plan.Paths.end() || !Writer.edits(Path->second))
    return At;
  const unsigned Offset = offsetNow(At);
  const unsigned End =
      Writer.offsetNow(Path->second, At.Span.Offset + At.Span.Length);
  return placeIn(At.File, Writer.textNow(Path->second), Offset, End - Offset);
}

/// The first text that \p Fix put into its first file.
Place FixVerifier::changedPlace(const PlannedFix &Fix) const {
  const auto &[Path, Edits] = *Fix.Edits.begin();
  const TextEdit &Edit = Edits.begin()->second;
  // Of an insertion, what follows it is moved.
  const unsigned End = Writer.offsetNow(Path, Edit.Offset + Edit.Length);
  return placeIn(Edit.File, Writer.textNow(Path), End - Edit.Text.size(),
                 Edit.Text.size());
}

/// True if \p After reports something at a place of \p F.
bool FixVerifier::isReported(const Finding &F, const Report &After) const {
  return llvm::any_of(After.Findings, [&](const Finding &Now) {
    const auto IsThere = [&](const Place &At) {
      return Now.At.File == At.File && Now.At.Span.Offset == offsetNow(At);
    };
    return Now.Check == F.Check &&
           (IsThere(F.At) || llvm::any_of(F.OtherPlaces, IsThere));
  });
}

/// What keeps \p Fix from being what was proved, or "".
std::string FixVerifier::whyNotDelivered(const PlannedFix &Fix,
                                         const Report &After) const {
  if (!Fix.Chosen->Proof)
    return isReported(*Fix.For, After) ? "the finding is still reported" : "";
  const FixProof &Proof = *Fix.Chosen->Proof;
  const std::optional<uint64_t> Wavefronts =
      arrayWavefronts(After, Proof.Array.File, offsetNow(Proof.Array));
  if (!Wavefronts)
    return "the wavefronts of the accesses to the array are no longer known";
  if (*Wavefronts <= Proof.Wavefronts)
    return "";
  return "the accesses to the array take " + counted(*Wavefronts, "wavefront") +
         " instead of the expected " + grouped(Proof.Wavefronts);
}

/// Something new is wrong in \p File. The suspects are the fixes that changed
/// the file, or else all; and of them the suggested ones, if there are any.
void FixVerifier::blame(llvm::StringRef File, const Objection &For,
                        Objections &Why) const {
  std::vector<size_t> Suspects, Others;
  const auto Path = Plan.Paths.find(File.str());
  for (const auto &[Number, Fix] : llvm::enumerate(Plan.Fixes)) {
    if (!Writer.inEffect()[Number])
      continue;
    const bool IsNear =
        Path != Plan.Paths.end() && Fix.Edits.count(Path->second);
    (IsNear ? Suspects : Others).push_back(Number);
  }
  if (Suspects.empty())
    Suspects = Others;
  const auto IsSuggested = [this](size_t Number) {
    return Plan.Fixes[Number].Chosen->Safety == FixSafety::Suggested;
  };
  if (llvm::any_of(Suspects, IsSuggested))
    llvm::erase_if(Suspects, std::not_fn(IsSuggested));
  for (size_t Number : Suspects)
    Why[Number] = For;
}

/// Objects to fixes where files that could be analyzed no longer can.
void FixVerifier::compareFiles(const Report &After, Objections &Why) const {
  for (const auto &[Old, New] : llvm::zip_equal(Before.Files, After.Files)) {
    if (Old.Status == FileStatus::Failed)
      continue;
    if (New.ParseErrors > Old.ParseErrors)
      blame(New.File,
            {"'" + New.File +
             "' does not compile with the fix: " + New.firstParseError().str()},
            Why);
    else if (New.Status == FileStatus::Failed)
      blame(New.File,
            {"'" + New.File +
                 "' could not be analyzed again: " + New.FailureReason,
             /*IsDoubt=*/true},
            Why);
  }
}

FixVerifier::Objections FixVerifier::judgeFixes(const Report *After) const {
  if (!After)
    return Objections(Plan.Fixes.size(),
                      {"the checks did not end on the fixed files",
                       /*IsDoubt=*/true});
  Objections Why(Plan.Fixes.size());
  compareFiles(*After, Why);
  const FaultCounts FaultsBefore = countFaults(Before);
  for (const auto &[Where, Count] : countFaults(*After))
    if (const auto Known = FaultsBefore.find(Where);
        Known == FaultsBefore.end() || Known->second < Count)
      blame(Where.first, {"it causes a new finding of '" + Where.second + "'"},
            Why);
  // What follows from that is not held against other fixes.
  if (llvm::any_of(Why, [](const Objection &O) { return !O.Text.empty(); }))
    return Why;
  for (const auto &[Number, Fix] : llvm::enumerate(Plan.Fixes))
    if (Writer.inEffect()[Number])
      Why[Number].Text = whyNotDelivered(Fix, *After);
  return Why;
}

void FixVerifier::report(const PlannedFix &Fix, const Objection &Why) {
  const Place &At = Fix.For->At;
  const std::string Text =
      (At.File + ":" + llvm::Twine(At.Span.Line) + ":" +
       llvm::Twine(At.Span.Column) + ": the fix was reverted: " + Why.Text)
          .str();
  if (Why.IsDoubt)
    Result.Warnings.push_back(Text);
  else if (Fix.Chosen->Safety == FixSafety::Automatic)
    Result.Errors.push_back(Text +
                            "; this is a bug in banklint, please report it");
  else
    Result.Warnings.push_back(Text + "; it was only suggested because " +
                              Fix.Chosen->Reason);
}

/// Undoes the fixes that \p Why names. False if there is none in effect.
bool FixVerifier::undo(const Objections &Why) {
  std::vector<bool> IsWanted = Writer.inEffect();
  for (const auto &[Number, Fix] : llvm::enumerate(Plan.Fixes)) {
    if (!IsWanted[Number] || Why[Number].Text.empty())
      continue;
    IsWanted[Number] = false;
    report(Fix, Why[Number]);
  }
  if (IsWanted == Writer.inEffect())
    return false;
  Writer.write(std::move(IsWanted));
  return true;
}

/// \p After is the last analysis.
void FixVerifier::listFixed(const Report *After) {
  for (const auto &[Number, Fix] : llvm::enumerate(Plan.Fixes)) {
    if (!Writer.inEffect()[Number])
      continue;
    std::vector<const Finding *> Findings = Fix.AlsoFor;
    Findings.insert(Findings.begin(), Fix.For);
    for (const Finding *F : Findings)
      Result.Fixed.push_back({F->Check, placeNow(F->At), F->Message,
                              Fix.Chosen->Description, changedPlace(Fix),
                              After && !isReported(*F, *After)});
  }
  llvm::stable_sort(Result.Fixed,
                    [](const FixedFinding &A, const FixedFinding &B) {
                      return std::tie(A.At.File, A.At.Span.Offset) <
                             std::tie(B.At.File, B.At.Span.Offset);
                    });
}

void FixVerifier::run(AnalyzeAgain Again) {
  Writer.write(std::vector<bool>(Plan.Fixes.size(), true));
  // Each round but the last undoes a fix; none goes on when the files are no
  // longer this run's.
  const Report *After = nullptr;
  while (Writer.isAnyInEffect()) {
    After = Again();
    if (!Writer.isUntouchedSince()) {
      Result.Warnings.push_back("another program changed the fixed files; the "
                                "fixes were not verified");
      break;
    }
    const std::vector<bool> Applied = Writer.inEffect();
    if (!undo(judgeFixes(After)) || Writer.inEffect() == Applied)
      break;
  }
  listFixed(After);
  llvm::append_range(Result.Errors, Writer.errors());
  Result.Fixes = llvm::count(Writer.inEffect(), true);
  Result.Files = Writer.changedFiles();
}

AppliedFixes banklint::applyFixes(const FixPlan &Plan, const Report &Before,
                                  AnalyzeAgain Again) {
  AppliedFixes Result;
  FixVerifier(Plan, Before, Result).run(Again);
  return Result;
}
