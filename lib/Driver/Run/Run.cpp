//===- Run.cpp - A whole run of banklint ----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Run.h"
#include "Runner.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/BankUse.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Files/WriteFile.h"
#include "banklint/Driver/Run/ConfigCommands.h"
#include "banklint/Driver/Run/GuardedTask.h"
#include "banklint/Driver/Run/WriteReport.h"
#include "banklint/Output/TextReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace banklint;

ExitStatus banklint::exitStatus(const Report &R) {
  if (llvm::any_of(R.Files, [](const FileReport &File) {
        return File.Status == FileStatus::Failed;
      }))
    return ExitFailure;
  if (llvm::any_of(R.Findings,
                   [](const Finding &F) { return F.Level == Severity::Error; }))
    return ExitFindings;
  return ExitClean;
}

/// A whole run's limit grows with its files, but a day is enough for any.
static std::chrono::seconds limitFor(size_t Files,
                                     std::chrono::seconds OfOneFile) {
  constexpr std::chrono::seconds Longest = std::chrono::hours(24);
  return std::min(OfOneFile, Longest) * std::min<size_t>(Files, 1000);
}

/// The files that \p Program and its launches are in.
static std::vector<std::string> filesOf(const KernelProgram &Program) {
  std::vector<std::string> Files = Program.Files;
  for (const LaunchSite &Launch : Program.Launches)
    Files.push_back(Launch.File);
  return Files;
}

/// A header's problems are found with each file that includes it.
void Runner::tellProblem(const SourceProblem &Problem) {
  const std::string Text =
      (Problem.File + ":" + llvm::Twine(Problem.Line) + ":" +
       llvm::Twine(Problem.Column) + ": error: " + Problem.Message)
          .str();
  if (ToldProblems.insert(Text).second) {
    Err << Text << '\n';
    Errors.push_back(Text);
  }
  failRun();
}

void Runner::analyze(const FileTask &Task,
                     FileResult (*Analyze)(const FileTask &)) {
  auto Shared = std::make_shared<FileResult>();
  const TaskEnd End =
      runGuarded([Shared, Task, Analyze] { *Shared = Analyze(Task); },
                 limitFor(1, Options.TimeLimit));
  TaskFiles.push_back({Task.Source.File});
  if (End == TaskEnd::Finished) {
    for (const std::string &Note : Shared->Notes)
      note(Note);
    for (const SourceProblem &Problem : Shared->Problems)
      tellProblem(Problem);
    if (Shared->File.ParseErrors)
      for (const KernelReport &Kernel : Shared->Kernels)
        for (const std::string &Name : Kernel.Program.Files)
          PartlyParsed.insert(Name);
    for (const KernelReport &Kernel : Shared->Kernels)
      for (const std::string &Name : filesOf(Kernel.Program)) {
        TaskFiles.back().push_back(Name);
        (Shared->IsPartOfIncluder && Name != Task.Source.File ? FilesAround
                                                              : FilesAskedFor)
            .insert(Name);
      }
    for (const std::string &Name : Shared->SystemHeaders)
      SystemHeaders.insert(Name);
    Result.Files.push_back(std::move(Shared->File));
    llvm::move(Shared->Kernels, std::back_inserter(Result.Kernels));
    Sources.merge(Shared->Sources);
    return;
  }
  FileReport Failed;
  Failed.File = Task.Source.File;
  Failed.Status = FileStatus::Failed;
  Failed.CudaHeaders = spelling(Task.Frontend.Headers).str();
  if (End == TaskEnd::TimedOut) {
    Outcome.MustExitAtOnce = true;
    Failed.FailureReason = "the time limit of " +
                           std::to_string(Options.TimeLimit.count()) +
                           " s was reached";
    Failed.Seconds = Options.TimeLimit.count();
  } else {
    Failed.FailureReason = "the analysis crashed";
  }
  Result.Files.push_back(std::move(Failed));
}

/// Looks up what the configuration says of the files that findings may be in.
llvm::Error Runner::findRules() {
  std::set<std::string> Names;
  for (const FileReport &File : Result.Files)
    Names.insert(File.File);
  for (const KernelReport &Kernel : Result.Kernels)
    for (const std::string &Name : filesOf(Kernel.Program))
      Names.insert(Name);
  for (const std::string &Name : Names) {
    llvm::Expected<FileRules> Own = Configs->rulesFor(Sources.pathOf(Name));
    if (!Own)
      return Own.takeError();
    RulesByFile[Name] = std::move(*Own);
  }
  return llvm::Error::success();
}

/// False if findings are missing.
bool Runner::check() {
  orderKernels(Result.Kernels, /*MayRepeat=*/Tasks.size() > 1);
  if (llvm::Error Failure = findRules()) {
    failRun(std::move(Failure));
    return false;
  }
  if (Result.Kernels.empty())
    return true;
  CheckRun Run;
  Run.Budget = Budget;
  Run.IsEnabled = [Rules = RulesByFile](llvm::StringRef Name) {
    return llvm::any_of(
        Rules, [&](const auto &Each) { return Each.second.isEnabled(Name); });
  };
  for (llvm::StringRef Name : FilesAskedFor.keys())
    FilesAround.erase(Name);
  Run.IsEnabledIn = [Rules = RulesByFile, Around = FilesAround](
                        llvm::StringRef Name, llvm::StringRef File) {
    if (Around.contains(File))
      return false;
    auto Found = Rules.find(File.str());
    return Found == Rules.end() || Found->second.isEnabled(Name);
  };
  Run.OptionsIn = [Rules = RulesByFile](llvm::StringRef File) {
    auto Found = Rules.find(File.str());
    return Found == Rules.end() ? nullptr : &Found->second.Options;
  };
  // A copy, so that the verdicts can be reported when the check fails.
  auto Checked = std::make_shared<Report>(Result);
  const TaskEnd End = runGuarded([Checked, Run] { runChecks(*Checked, Run); },
                                 limitFor(Tasks.size(), Options.TimeLimit));
  if (End != TaskEnd::Finished) {
    Outcome.MustExitAtOnce |= End == TaskEnd::TimedOut;
    error(llvm::Twine("the checks ") +
          (End == TaskEnd::TimedOut ? "reached the time limit" : "crashed") +
          "; findings are missing");
    failRun();
    return false;
  }
  Result = std::move(*Checked);
  return true;
}

void Runner::filter() {
  const FilterMessages Messages = Filter->apply(
      Result, Sources, [this](llvm::StringRef File, llvm::StringRef Check) {
        auto Rules = RulesByFile.find(File.str());
        return Rules == RulesByFile.end() ? isEnabled(Options.Checks, Check)
                                          : Rules->second.isEnabled(Check);
      });
  for (Finding &F : Result.Findings)
    if (auto Rules = RulesByFile.find(F.At.File);
        Rules != RulesByFile.end() && Rules->second.isError(F.Check))
      F.Level = Severity::Error;
  for (const std::string &Text : Messages.Notes)
    note(Text);
  for (const std::string &Text : Messages.Warnings)
    warn(Text);
  if (Messages.Error) {
    error(*Messages.Error);
    failRun();
  }
}

/// Tells the kernels of options and configurations that are not there.
void Runner::warnOfMissingKernels() {
  if (Result.IsPartial)
    return;
  std::vector<llvm::StringRef> Known;
  for (const KernelReport &Kernel : Result.Kernels)
    Known.push_back(plainName(Kernel.Program.Name));
  const auto Tell = [&](llvm::StringRef Where, llvm::StringRef Name) {
    if (!llvm::is_contained(Known, Name))
      warn(Where + ": no kernel named '" + Name + "' uses shared memory" +
           didYouMean(Name, Known));
  };
  for (const BlockOption &Option : Options.Blocks)
    if (!Option.Kernel.empty())
      Tell("--block-dim", Option.Kernel);
  // Configuration files are for all sources, of which a run may have some.
  const bool HasAllSources = Options.Sources.empty() || Options.Config.Text;
  if (!HasAllSources || exitStatus(Result) == ExitFailure)
    return;
  std::set<std::string> Configured;
  for (const FileTask &Task : Tasks)
    for (const KernelConfig &Kernel : Task.Kernels)
      Configured.insert(Kernel.Name);
  for (llvm::StringRef Name : Configured)
    Tell("Kernels of the configuration", Name);
}

void Runner::writeReport(llvm::raw_ostream &Stream) {
  const bool HasFailed =
      std::max(Outcome.Status, exitStatus(Result)) == ExitFailure;
  RunRecord Record;
  Record.Errors = Errors;
  Record.IsSuccessful = !HasFailed;
  // Applying fixes comes later.
  if (Options.Fix == FixMode::None && Options.ExportFixes.empty())
    Record.ExitStatus = std::max(Outcome.Status, exitStatus(Result));
  banklint::writeReport(Result, Record, Options, ReportRoot, Sources, Stream);
}

/// Has \p Write write to the output file or to the standard output.
void Runner::write(llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (Options.OutputFile.empty() || Options.OutputFile == "-")
    return Write(Out);
  llvm::Error Failure =
      writeFile(Options.OutputFile, [Write](llvm::raw_ostream &Stream) {
        Write(Stream);
        return llvm::Error::success();
      });
  if (!Failure)
    return;
  error("cannot write '" + Options.OutputFile +
        "': " + llvm::toString(std::move(Failure)));
  failRun();
}

/// Failures reach the user once: here, or in the summary.
void Runner::tellFailures(void (*Summarize)(const Report &,
                                            llvm::raw_ostream &)) {
  const auto HasFailed = [](const FileReport &File) {
    return File.Status == FileStatus::Failed;
  };
  const bool IsForPeople = Options.Format == OutputFormat::Text ||
                           Options.Format == OutputFormat::GitHub;
  const bool HasSummary =
      IsForPeople && !Options.IsQuiet &&
      (Result.Files.empty() || !llvm::all_of(Result.Files, HasFailed));
  if (HasSummary)
    return Summarize(Result, Err);
  for (const FileReport &File : Result.Files)
    if (HasFailed(File))
      error("'" + File.File + "': " + File.FailureReason);
}

void Runner::failRun(llvm::Error Failure) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printFailure(std::move(Failure), OS);
  Err << Text;
  llvm::StringRef Message = llvm::StringRef(Text).trim();
  Message.consume_front("banklint: error: ");
  Errors.push_back(Message.str());
  failRun();
}

/// False if nothing could be looked at.
bool Runner::analyzeAll() {
  if (llvm::Error Failure = prepare()) {
    failRun(std::move(Failure));
    return false;
  }
  skipUnreached();
  for (const FileTask &Task : Tasks)
    analyze(Task);
  if (check())
    filter();
  return true;
}

RunFindings Runner::find() {
  analyzeAll();
  RunFindings Found;
  Found.Rules = fixRules();
  Found.Result = std::move(Result);
  Found.Sources = std::move(Sources);
  Found.Errors = std::move(Errors);
  Found.MustExitAtOnce = Outcome.MustExitAtOnce;
  return Found;
}

RunOutcome Runner::run(llvm::StringRef Version) {
  Result.Version = Version.str();
  if (!analyzeAll())
    return Outcome;
  warnOfMissingKernels();
  write([this](llvm::raw_ostream &Stream) { writeReport(Stream); });
  Out.flush();
  if (Options.Fix != FixMode::None || !Options.ExportFixes.empty())
    fix();
  tellFailures(writeSummary);
  Outcome.Status = std::max(Outcome.Status, exitStatus(Result));
  return Outcome;
}

RunOutcome banklint::run(const RunOptions &Options, llvm::StringRef Version,
                         llvm::raw_ostream &Out, llvm::raw_ostream &Err) {
  return Runner(Options, Out, Err).run(Version);
}

RunFindings banklint::findAll(const RunOptions &Options) {
  return Runner(Options, llvm::nulls(), llvm::nulls()).find();
}
