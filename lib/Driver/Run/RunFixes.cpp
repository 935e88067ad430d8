//===- RunFixes.cpp - The fixes of a run ----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "banklint/Driver/Files/WriteFile.h"
#include "banklint/Driver/Fixes/ApplyFixes.h"
#include "banklint/Driver/Fixes/ExportFixes.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace banklint;

FixRules Runner::fixRules() const {
  FixRules Rules;
  Rules.WithSuggested = Options.Fix == FixMode::WithSuggested;
  for (const FileTask &Task : Tasks)
    Rules.MainFiles.insert(Task.Source.File);
  Rules.HeaderFilter = HeaderFilter;
  Rules.ExcludeHeaderFilter = ExcludeHeaderFilter;
  Rules.SystemHeaders = SystemHeaders;
  Rules.PartlyParsed = PartlyParsed;
  return Rules;
}

/// True if \p Plan changes one of \p Files, or if that is not known.
bool Runner::mentionsAny(llvm::ArrayRef<std::string> Files,
                         const FixPlan &Plan) const {
  return llvm::any_of(Files, [&](const std::string &Name) {
    const SourceTexts::Source *Source = Sources.find(Name);
    llvm::SmallString<256> Path;
    if (!Source || llvm::sys::fs::real_path(Source->AbsolutePath, Path))
      return true;
    return llvm::any_of(Plan.Fixes, [&](const PlannedFix &Fix) {
      return Fix.Edits.count(Path.str().str()) != 0;
    });
  });
}

/// Analyzes the files that \p Plan concerns as they are now.
std::optional<Report> Runner::analyzeAgain(const FixPlan &Plan) {
  Runner Again(Options, llvm::nulls(), llvm::nulls());
  Again.Result.Arch = Result.Arch;
  Again.Result.IsPartial = Result.IsPartial;
  Again.Configs = Configs;
  for (auto [Task, Files] : llvm::zip_equal(Tasks, TaskFiles))
    if (mentionsAny(Files, Plan))
      Again.Tasks.push_back(Task);
  for (const FileTask &Task : Again.Tasks)
    Again.analyze(Task);
  const bool IsChecked = Again.check();
  Outcome.MustExitAtOnce |= Again.Outcome.MustExitAtOnce;
  if (!IsChecked || exitStatus(Again.Result) == ExitFailure)
    return std::nullopt;
  return std::move(Again.Result);
}

void Runner::exportFixes(const FixPlan &Plan) {
  llvm::Error Failure =
      writeFile(Options.ExportFixes, [&](llvm::raw_ostream &Stream) {
        banklint::exportFixes(Result, Plan, Sources, Stream);
        return llvm::Error::success();
      });
  if (!Failure)
    return;
  error("cannot write '" + Options.ExportFixes +
        "': " + llvm::toString(std::move(Failure)));
  failRun();
}

void Runner::applyFixes(const FixPlan &Plan) {
  const AppliedFixes Applied =
      banklint::applyFixes(Plan, Result, [&] { return analyzeAgain(Plan); });
  for (const std::string &Warning : Applied.Warnings)
    warn(Warning);
  for (const std::string &Failure : Applied.Errors) {
    error(Failure);
    failRun();
  }
  Err << counted(Applied.Fixes, "fix") << " applied in "
      << counted(Applied.Files, "file") << '\n';
  if (Plan.OnlySuggested)
    note(counted(Plan.OnlySuggested, "suggested fix") +
         " not applied; review " + (Plan.OnlySuggested == 1 ? "it" : "them") +
         ", then use --fix-notes");
}

void Runner::fix() {
  const FixPlan Plan = planFixes(Result.Findings, Sources, fixRules());
  for (const std::string &Warning : Plan.Warnings)
    warn(Warning);
  if (!Options.ExportFixes.empty())
    exportFixes(Plan);
  if (Options.Fix != FixMode::None)
    applyFixes(Plan);
}
