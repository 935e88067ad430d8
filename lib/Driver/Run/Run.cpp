//===- Run.cpp - A whole run of banklint ----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Run.h"
#include "RunFixes.h"
#include "banklint/Driver/Run/Console.h"
#include "banklint/Driver/Run/Progress.h"
#include "banklint/Driver/Run/ReportCauses.h"
#include "banklint/Driver/Run/WriteReport.h"
#include "banklint/Output/OpenAccesses.h"
#include "banklint/Output/TextReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace banklint;

// Of one reason; --explain has the same places.
static constexpr size_t MostOfReason = 5;

/// Warns of the kernels of options and configurations that do not exist.
static void warnOfMissingKernels(const RunOptions &Options,
                                 const AnalysisRequest &Request,
                                 const Report &R, MessageLog &Log) {
  if (R.IsPartial)
    return;
  std::vector<llvm::StringRef> Known;
  for (const KernelReport &Kernel : R.Kernels)
    Known.push_back(plainName(Kernel.Program.Name));
  const auto Look = [&](llvm::StringRef Where, llvm::StringRef Name) {
    if (!llvm::is_contained(Known, Name))
      Log.warn(Where + ": no kernel named '" + Name + "' uses shared memory" +
               didYouMean(Name, Known));
  };
  for (const KernelInstance &Instance : Options.Instances)
    Look("--instantiate", Instance.Kernel);
  if (!Options.ListedKernel.empty() &&
      llvm::none_of(R.Kernels, [&](const KernelReport &Kernel) {
        return isNamed(Kernel.Program, Options.ListedKernel);
      }))
    Look("--kernel", Options.ListedKernel);
  for (const BlockOption &Option : Options.Blocks)
    if (!Option.Kernel.empty())
      Look("--block-dim", Option.Kernel);
  // Configuration files are for all sources, of which a run may have some.
  const bool HasAllSources = Options.Sources.empty() || Options.Config.Text;
  if (!HasAllSources || exitStatus(R) == ExitFailure)
    return;
  std::set<std::string> Configured;
  for (const Unit &U : Request.Units)
    for (const KernelConfig &Kernel : U.Kernels)
      Configured.insert(Kernel.Name);
  for (llvm::StringRef Name : Configured)
    Look("Kernels of the configuration", Name);
}

/// "2 files with parse errors" of \p R, or nothing.
static std::string countOf(Gap Of, const Report &R) {
  const auto Files = [&R](auto Has, llvm::StringRef What) -> std::string {
    const size_t Count = llvm::count_if(R.Files, Has);
    return Count ? counted(Count, "file") + " with " + What.str() : "";
  };
  switch (Of) {
  case Gap::ParseErrors:
    return Files([](const FileReport &File) { return File.ParseErrors != 0; },
                 "parse errors");
  case Gap::MissingHeaders:
    return Files(
        [](const FileReport &File) { return !File.MissingHeaders.empty(); },
        "missing headers");
  case Gap::LostShared:
    return Files(
        [](const FileReport &File) { return !File.LostShared.empty(); },
        "shared variables in code that does not parse or is not compiled");
  case Gap::Unknown:
    if (const unsigned Count = factsOf(R).UnknownAccesses)
      return counted(Count, "access") + " of unknown cost";
    return "";
  }
  llvm_unreachable("covered switch");
}

/// Logs where accesses of unknown cost are, and why they are.
static void logUnknown(const Report &R, MessageLog &Log) {
  for (const OpenAccessGroup &Group : openAccesses(R, MostOfReason)) {
    if (Group.Shown.front().Result != Certainty::Unknown)
      return;
    for (const OpenAccess &Each : Group.Shown)
      Log.errorAt(Each.At.File + ":" + llvm::Twine(Each.At.Span.Line) + ":" +
                  llvm::Twine(Each.At.Span.Column) +
                  ": error: " + Each.Message);
    if (const std::string Others = Group.othersText(); !Others.empty())
      Log.error(Others);
  }
}

/// Logs an error for each kind of gap that fails the run.
static void failOnGaps(const RunOptions &Options, const Report &R,
                       MessageLog &Log) {
  for (Gap Each : Options.FailOn)
    if (const std::string Count = countOf(Each, R); !Count.empty()) {
      if (Each == Gap::Unknown)
        logUnknown(R, Log);
      Log.error("--fail-on=" + spelling(Each) + ": " + Count);
    }
}

/// What the report says of the run.
static RunRecord recordOf(const Report &R, const MessageLog &Log) {
  const ExitStatus Status = exitStatus(R, Log);
  RunRecord Record;
  Record.Errors = Log.errors();
  Record.IsSuccessful = Status != ExitFailure;
  Record.ExitStatus = Status;
  return Record;
}

/// Writes the report and those beside it.
static void writeReports(const RunOptions &Options, llvm::StringRef Root,
                         const Analysis &A, llvm::raw_ostream &Out,
                         MessageLog &Log) {
  const auto Write = [&](const RunOptions &Own) {
    writeOutput(Own.OutputFile, Out, Log, [&](llvm::raw_ostream &Stream) {
      writeReport(A.Result, recordOf(A.Result, Log), Own, Root, A.Sources,
                  Stream);
    });
  };
  for (const ExtraReport &Extra : Options.ExtraReports) {
    RunOptions Own = Options;
    Own.Format = Extra.Format;
    Own.OutputFile = Extra.File;
    Own.UseColor = false;
    Write(Own);
  }
  Write(Options);
}

/// Groups the causes of all files of \p R and logs them.
static void findCauses(Report &R, HeaderLocator Locate, MessageLog &Log) {
  std::vector<FileCauses> Each;
  std::vector<llvm::StringRef> Standards;
  for (const FileReport &File : R.Files) {
    Each.push_back({File.File, File.Causes, File.Status == FileStatus::Failed});
    Standards.push_back(File.AssumedStandard);
  }
  R.Causes = groupCauses(Each, Locate);
  noteStandards(Standards, Log);
  logCauses(R.Causes, factsOf(R), Log);
}

/// Analyzes \p Request, and the fixed code again if fixes are asked for.
static Analysis analyzeAndFix(const RunOptions &Options,
                              AnalysisRequest &Request, MessageLog &Log,
                              llvm::raw_ostream &Err) {
  Progress Shown(Options.ShowsProgress ? &Err : nullptr, /*IsTerminal=*/true);
  const bool HasFixes =
      Options.Fix != FixMode::None || !Options.ExportFixes.empty();
  if (!HasFixes)
    return analyze(Request, Log, &Shown);
  AnalyzedUnits Units = analyzeUnits(Request, analyzeUnit, Log, &Shown);
  Analysis A = check(Request, combine(Request, Units.Results), Log);
  if (A.IsChecked)
    A = runFixes(Options, Request, std::move(A), Units, Log, Err);
  if (Request.Profiled && A.Result.Fixed && !A.Result.Fixed->empty()) {
    Request.Profiled = nullptr;
    Log.note("the profile is of the code before the fixes; what it measured is "
             "not shown");
  }
  return finish(Request, std::move(A), Log);
}

RunOutcome banklint::run(const RunOptions &Options, llvm::StringRef Version,
                         llvm::raw_ostream &Out, llvm::raw_ostream &Err,
                         HeaderLocator Locate) {
  MessageLog Log = consoleLog(Options.IsQuiet, Err);
  llvm::Expected<std::string> Root = findReportRoot(Options);
  llvm::Expected<AnalysisRequest> Request =
      Root ? prepare(Options, /*Files=*/nullptr, Log) : Root.takeError();
  if (!Request) {
    Log.error(Request.takeError());
    return {ExitFailure};
  }
  Analysis A = analyzeAndFix(Options, *Request, Log, Err);
  A.Result.Version = Version.str();
  findCauses(A.Result, Locate, Log);
  warnOfMissingKernels(Options, *Request, A.Result, Log);
  failOnGaps(Options, A.Result, Log);
  writeReports(Options, *Root, A, Out, Log);
  const auto Summarize = [&](const Report &R, llvm::raw_ostream &OS) {
    SummaryOptions Summary;
    if (Options.Fix == FixMode::None)
      Summary.Fixable = countFixable(A);
    Summary.HasHints = Options.Format == OutputFormat::Text;
    Summary.Explain = Options.Explain;
    Summary.NamesFixOptions = Options.Format != OutputFormat::Brief &&
                              Options.Format != OutputFormat::Accesses;
    writeSummary(R, Summary, OS);
  };
  reportFailures(Options, A.Result, Log, Err, Summarize);
  return {exitStatus(A.Result, Log), A.MustExitAtOnce};
}
