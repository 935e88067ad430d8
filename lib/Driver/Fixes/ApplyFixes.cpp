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

using namespace banklint;

namespace {

/// By file and check: the number of findings.
using FaultCounts = std::map<std::pair<std::string, std::string>, unsigned>;

class FixVerifier {
public:
  FixVerifier(const FixPlan &Plan, const Report &Before, AppliedFixes &Result)
      : Plan(Plan), Before(Before), Result(Result), Writer(Plan) {}

  void run(AnalyzeAgain Again);

private:
  /// By the number of the fix: why it has to be undone, or "".
  using Verdicts = std::vector<std::string>;

  unsigned offsetNow(const Place &At) const;
  Verdicts judgeFixes(const std::optional<Report> &After) const;
  FaultCounts countFaults(const Report &R) const;
  void blame(llvm::StringRef File, llvm::StringRef For, Verdicts &Why) const;
  std::string whyNotDelivered(const PlannedFix &Fix, const Report &After) const;
  bool undo(const Verdicts &Why);
  void report(const PlannedFix &Fix, llvm::StringRef Why);

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
  // A report that was just made has those among Findings that were filtered
  // out of the other.
  for (const auto *Findings :
       {&R.Findings, &R.Suppressed, &R.OutsideLines, &R.InSystemHeaders})
    for (const Finding &F : *Findings)
      if (llvm::none_of(Plan.Fixes, [&F](const PlannedFix &Fix) {
            return Fix.For->Check == F.Check;
          }))
        Counts[{F.At.File, F.Check}] += 1 + F.OtherPlaces.size();
  return Counts;
}

/// Where the byte that \p At starts with is now.
unsigned FixVerifier::offsetNow(const Place &At) const {
  const auto Path = Plan.Paths.find(At.File);
  return Path == Plan.Paths.end()
             ? At.Span.Offset
             : Writer.offsetNow(Path->second, At.Span.Offset);
}

/// What keeps \p Fix from being what was proved, or "".
std::string FixVerifier::whyNotDelivered(const PlannedFix &Fix,
                                         const Report &After) const {
  if (!Fix.Chosen->Proof) {
    const Place &At = Fix.For->At;
    const bool IsStillFound =
        llvm::any_of(After.Findings, [&](const Finding &F) {
          return F.Check == Fix.For->Check && F.At.File == At.File &&
                 F.At.Span.Offset == offsetNow(At);
        });
    return IsStillFound ? "the finding is still reported" : "";
  }
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
void FixVerifier::blame(llvm::StringRef File, llvm::StringRef For,
                        Verdicts &Why) const {
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
    Why[Number] = For.str();
}

FixVerifier::Verdicts
FixVerifier::judgeFixes(const std::optional<Report> &After) const {
  if (!After)
    return Verdicts(Plan.Fixes.size(),
                    "the changed files could not be analyzed");
  Verdicts Why(Plan.Fixes.size());
  llvm::StringMap<unsigned> ErrorsBefore;
  for (const FileReport &File : Before.Files)
    ErrorsBefore[File.File] = File.ParseErrors;
  for (const FileReport &File : After->Files)
    if (File.ParseErrors > ErrorsBefore.lookup(File.File))
      blame(File.File,
            "'" + File.File + "' does not compile with the fix: " +
                File.firstParseError().str(),
            Why);
  const FaultCounts FaultsBefore = countFaults(Before);
  for (const auto &[Where, Count] : countFaults(*After))
    if (const auto Known = FaultsBefore.find(Where);
        Known == FaultsBefore.end() || Known->second < Count)
      blame(Where.first, "it causes a new finding of '" + Where.second + "'",
            Why);
  // What follows from that is not held against other fixes.
  if (llvm::any_of(Why, [](const std::string &W) { return !W.empty(); }))
    return Why;
  for (const auto &[Number, Fix] : llvm::enumerate(Plan.Fixes))
    if (Writer.inEffect()[Number])
      Why[Number] = whyNotDelivered(Fix, *After);
  return Why;
}

void FixVerifier::report(const PlannedFix &Fix, llvm::StringRef Why) {
  const Place &At = Fix.For->At;
  const std::string Text =
      (At.File + ":" + llvm::Twine(At.Span.Line) + ":" +
       llvm::Twine(At.Span.Column) + ": the fix was reverted: " + Why)
          .str();
  if (Fix.Chosen->Safety == FixSafety::Automatic)
    Result.Errors.push_back(Text +
                            "; this is a bug in banklint, please report it");
  else
    Result.Warnings.push_back(Text + "; it was only suggested because " +
                              Fix.Chosen->Reason);
}

/// Undoes the fixes that \p Why names. False if there is none in effect.
bool FixVerifier::undo(const Verdicts &Why) {
  std::vector<bool> IsWanted = Writer.inEffect();
  for (const auto &[Number, Fix] : llvm::enumerate(Plan.Fixes)) {
    if (!IsWanted[Number] || Why[Number].empty())
      continue;
    IsWanted[Number] = false;
    report(Fix, Why[Number]);
  }
  if (IsWanted == Writer.inEffect())
    return false;
  Writer.write(std::move(IsWanted));
  return true;
}

void FixVerifier::run(AnalyzeAgain Again) {
  Writer.write(std::vector<bool>(Plan.Fixes.size(), true));
  // Each round but the last undoes a fix; none goes on when the files are no
  // longer this run's.
  while (Writer.isAnyInEffect()) {
    const std::optional<Report> After = Again();
    if (!Writer.isUntouchedSince()) {
      Result.Warnings.push_back("another program changed the fixed files; the "
                                "fixes were not verified");
      break;
    }
    const std::vector<bool> Applied = Writer.inEffect();
    if (!undo(judgeFixes(After)) || Writer.inEffect() == Applied)
      break;
  }
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
