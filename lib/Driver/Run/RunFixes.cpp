//===- RunFixes.cpp - The fixes of a run ----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunFixes.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Fixes/ApplyFixes.h"
#include "banklint/Driver/Fixes/ExportFixes.h"
#include "banklint/Driver/Run/Console.h"
#include "banklint/Driver/Run/Run.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace banklint;

/// True if \p Plan changes one of \p Names, or if that is not known.
static bool mentionsAny(llvm::ArrayRef<std::string> Names, const FixPlan &Plan,
                        const SourceTexts &Sources) {
  return llvm::any_of(Names, [&](const std::string &Name) {
    const SourceTexts::Source *Source = Sources.find(Name);
    return !Source ||
           llvm::any_of(Plan.Fixes, [Path = realPath(Source->AbsolutePath)](
                                        const PlannedFix &Fix) {
             return Fix.Edits.count(Path) != 0;
           });
  });
}

/// The part of \p Request that \p Plan, made from \p A, concerns.
static AnalysisRequest concernedBy(const FixPlan &Plan,
                                   const AnalysisRequest &Request,
                                   const Analysis &A) {
  AnalysisRequest Again = Request;
  Again.Units.clear();
  for (const auto &[U, Files] : llvm::zip_equal(Request.Units, A.Units))
    if (mentionsAny(Files.Shown, Plan, A.Sources)) {
      Again.Units.push_back(U);
      Again.Units.back().LaunchesElsewhere = Files.LaunchesElsewhere;
    }
  return Again;
}

/// Whether findings of \p A that are errors are left now that fixes changed the
/// sources of \p Concerned.
static bool leavesErrors(const AnalysisRequest &Concerned, const Analysis &A,
                         bool &MustExitAtOnce) {
  MessageLog Unread;
  const Analysis After = analyze(Concerned, Unread);
  MustExitAtOnce |= After.MustExitAtOnce;
  if (!After.IsChecked || exitStatus(After.Result, Unread) != ExitClean)
    return true;
  // What another unit shows may be its finding.
  llvm::StringSet<> Again, Elsewhere;
  for (const UnitFacts &Files : After.Units)
    Again.insert(Files.Shown.front());
  for (const UnitFacts &Files : A.Units)
    if (!Again.contains(Files.Shown.front()))
      Elsewhere.insert(Files.Shown.begin(), Files.Shown.end());
  return llvm::any_of(A.Result.Findings, [&Elsewhere](const Finding &F) {
    return F.Level == Severity::Error && Elsewhere.contains(F.At.File);
  });
}

static FixOutcome applyPlan(const FixPlan &Plan, const AnalysisRequest &Request,
                            const Analysis &A, MessageLog &Log,
                            llvm::raw_ostream &Err) {
  const AnalysisRequest Concerned = concernedBy(Plan, Request, A);
  FixOutcome Outcome;
  bool &MustExitAtOnce = Outcome.MustExitAtOnce;
  const auto AnalyzeAgain = [&]() -> std::optional<Report> {
    MessageLog Unread;
    Analysis After =
        check(Concerned, analyzeUnits(Concerned, analyzeUnit, Unread), Unread);
    MustExitAtOnce |= After.MustExitAtOnce;
    if (!After.IsChecked || exitStatus(After.Result) == ExitFailure)
      return std::nullopt;
    return std::move(After.Result);
  };
  const AppliedFixes Applied = applyFixes(Plan, A.Result, AnalyzeAgain);
  for (const std::string &Warning : Applied.Warnings)
    Log.warn(Warning);
  for (const std::string &Failure : Applied.Errors)
    Log.error(Failure);
  Err << counted(Applied.Fixes, "fix") << " applied in "
      << counted(Applied.Files, "file") << '\n';
  if (Plan.OnlySuggested)
    Log.note(
        counted(Plan.OnlySuggested, "suggested fix") + " not applied; review " +
        (Plan.OnlySuggested == 1 ? "it" : "them") + ", then use --fix-notes");
  if (Applied.Fixes && exitStatus(A.Result) == ExitFindings)
    Outcome.FixesAllErrors = !leavesErrors(Concerned, A, MustExitAtOnce);
  return Outcome;
}

FixableCounts banklint::countFixable(const Analysis &A) {
  const auto FixedBy = [&A](bool WithSuggested) {
    FixRules Rules = A.Fixes;
    Rules.WithSuggested = WithSuggested;
    return planFixes(A.Result.Findings, A.Sources, Rules).FixedFindings;
  };
  const unsigned Automatic = FixedBy(/*WithSuggested=*/false);
  return {Automatic, FixedBy(/*WithSuggested=*/true) - Automatic};
}

FixOutcome banklint::runFixes(const RunOptions &Options,
                              const AnalysisRequest &Request, const Analysis &A,
                              MessageLog &Log, llvm::raw_ostream &Err) {
  FixRules Rules = A.Fixes;
  Rules.WithSuggested = Options.Fix == FixMode::WithSuggested;
  const FixPlan Plan = planFixes(A.Result.Findings, A.Sources, Rules);
  for (const std::string &Warning : Plan.Warnings)
    Log.warn(Warning);
  if (!Options.ExportFixes.empty())
    writeLogged(Options.ExportFixes, Log, [&](llvm::raw_ostream &Stream) {
      exportFixes(A.Result, Plan, A.Sources, Stream);
    });
  return Options.Fix == FixMode::None ? FixOutcome()
                                      : applyPlan(Plan, Request, A, Log, Err);
}
