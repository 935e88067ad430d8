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
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace banklint;

/// Those of \p A's units that \p Plan may change, by number. What failed before
/// has nothing to compare with, and what is a part of another file is analyzed
/// there.
static std::vector<size_t> concernedBy(const FixPlan &Plan, const Analysis &A) {
  llvm::StringSet<> Edited;
  for (const PlannedFix &Fix : Plan.Fixes)
    for (const std::string &Path : llvm::make_first_range(Fix.Edits))
      Edited.insert(Path);
  // Units read the same headers.
  llvm::StringMap<bool> Known;
  const auto IsEdited = [&](const std::string &Name) {
    const auto [Position, IsNew] = Known.try_emplace(Name);
    if (IsNew)
      Position->second = Edited.contains(realPath(Name));
    return Position->second;
  };
  std::vector<size_t> Result;
  for (const auto &[I, Facts, File] : llvm::enumerate(A.Units, A.Result.Files))
    if (File.Status != FileStatus::Failed && File.IncludedBy.empty() &&
        llvm::any_of(Facts.Read, IsEdited))
      Result.push_back(I);
  return Result;
}

static Analysis applyPlan(const FixPlan &Plan, const AnalysisRequest &Request,
                          Analysis Before, AnalyzedUnits &Units,
                          MessageLog &Log, llvm::raw_ostream &Err) {
  const std::vector<size_t> Concerned = concernedBy(Plan, Before);
  Analysis After;
  bool MustExitAtOnce = Before.MustExitAtOnce;
  const auto AnalyzeAgain = [&]() -> const Report * {
    MessageLog Unread;
    analyzeAgain(Request, Concerned, Units);
    After = check(Request, combine(Request, Units.Results), Unread);
    MustExitAtOnce |= After.MustExitAtOnce;
    return After.IsChecked ? &After.Result : nullptr;
  };
  AppliedFixes Applied = applyFixes(Plan, Before.Result, AnalyzeAgain);
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
  Analysis &Now = Applied.Fixes ? After : Before;
  Now.Result.Fixed = std::move(Applied.Fixed);
  Now.MustExitAtOnce = MustExitAtOnce;
  return std::move(Now);
}

FixableCounts banklint::countFixable(const Analysis &A) {
  const auto FixedBy = [&A](FixPolicy Policy) {
    FixRules Rules = A.Fixes;
    Rules.Policy = Policy;
    return planFixes(A.Result.Findings, A.Sources, Rules).FixedFindings;
  };
  const unsigned Automatic = FixedBy(FixPolicy::Automatic);
  return {Automatic, FixedBy(FixPolicy::AutomaticFirst) - Automatic};
}

Analysis banklint::runFixes(const RunOptions &Options,
                            const AnalysisRequest &Request, Analysis A,
                            AnalyzedUnits &Units, MessageLog &Log,
                            llvm::raw_ostream &Err) {
  MessageLog Unread;
  const Analysis Selected =
      filter(Request, Request.Filter.withoutNewBaseline(), A, Unread);
  FixRules Rules = Selected.Fixes;
  Rules.Policy = Options.Fix == FixMode::WithSuggested ? FixPolicy::Best
                                                       : FixPolicy::Automatic;
  const FixPlan Plan =
      planFixes(Selected.Result.Findings, Selected.Sources, Rules);
  for (const std::string &Warning : Plan.Warnings)
    Log.warn(Warning);
  if (!Options.ExportFixes.empty())
    writeLogged(Options.ExportFixes, Log, [&](llvm::raw_ostream &Stream) {
      exportFixes(Selected.Result, Plan, Selected.Sources, Stream);
    });
  return Options.Fix == FixMode::None
             ? A
             : applyPlan(Plan, Request, std::move(A), Units, Log, Err);
}
