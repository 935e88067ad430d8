//===- Run.cpp - A whole run of banklint ----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/BankUse.h"
#include "banklint/Driver/AnalyzeFile.h"
#include "banklint/Driver/ApplyFixes.h"
#include "banklint/Driver/ChangeReach.h"
#include "banklint/Driver/CheckNames.h"
#include "banklint/Driver/ConfigCommands.h"
#include "banklint/Driver/ConfigFiles.h"
#include "banklint/Driver/ExportFixes.h"
#include "banklint/Driver/FindingFilter.h"
#include "banklint/Driver/GuardedTask.h"
#include "banklint/Driver/Toolkit.h"
#include "banklint/Driver/TranslateCommands.h"
#include "banklint/Driver/WriteFile.h"
#include "banklint/Driver/WriteReport.h"
#include "banklint/Frontend/CompileArguments.h"
#include "banklint/Output/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

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

namespace {

class Runner {
public:
  Runner(const RunOptions &Options, llvm::raw_ostream &Out,
         llvm::raw_ostream &Err)
      : Options(Options), Out(Out), Err(Err) {}

  RunOutcome run(llvm::StringRef Version);
  RunFindings find();

private:
  llvm::Error prepare();
  llvm::Error configure(SourceCommands &Commands,
                        std::vector<Config> &Configured);
  void chooseArchitecture(llvm::ArrayRef<TranslatedArguments> Translations,
                          llvm::ArrayRef<Config> Configured);
  llvm::Error findRules();
  void tellProblem(const SourceProblem &Problem);
  void analyze(const FileTask &Task);
  bool check();
  bool analyzeAll();
  void skipUnreached();
  void filter();
  void warnOfUnusedBlocks();
  FixRules fixRules() const;
  bool mentionsAny(llvm::ArrayRef<std::string> Files,
                   const FixPlan &Plan) const;
  std::optional<Report> analyzeAgain(const FixPlan &Plan);
  void exportFixes(const FixPlan &Plan);
  void applyFixes(const FixPlan &Plan);
  void fix();
  void writeReport(llvm::raw_ostream &Stream);
  void write();
  void tellFailures();

  void error(const llvm::Twine &Message) {
    Errors.push_back(Message.str());
    Err << "banklint: error: " << Message << '\n';
  }
  void warn(const llvm::Twine &Message) {
    Err << "banklint: warning: " << Message << '\n';
  }
  void note(const llvm::Twine &Message) {
    if (!Options.IsQuiet)
      Err << "banklint: note: " << Message << '\n';
  }
  void failRun() { Outcome.Status = ExitFailure; }
  void failRun(llvm::Error Failure);

  const RunOptions &Options;
  llvm::raw_ostream &Out;
  llvm::raw_ostream &Err;
  InterpreterBudget Budget;
  std::optional<FindingFilter> Filter;
  std::optional<ConfigFiles> Configs;
  /// By the names of files that kernels are in.
  std::map<std::string, FileRules> RulesByFile;
  /// Those of the first source that has some.
  std::string HeaderFilter;
  std::string ExcludeHeaderFilter;
  std::vector<FileTask> Tasks;
  Report Result;
  SourceTexts Sources;
  /// Files that were seen in translation units with parse errors: uses of their
  /// arrays may have been lost.
  llvm::StringSet<> PartlyParsed;
  llvm::StringSet<> SystemHeaders;
  /// Files around headers that were asked for: their findings were not.
  llvm::StringSet<> FilesAround;
  llvm::StringSet<> FilesAskedFor;
  /// By the number of the task: the files that its kernels and launches are in,
  /// and its own.
  std::vector<std::vector<std::string>> TaskFiles;
  llvm::StringSet<> ToldProblems;
  std::string ReportRoot;
  /// Those of the run as a whole, for the report.
  std::vector<std::string> Errors;
  RunOutcome Outcome;
};

} // namespace

/// All files are judged for one architecture: the newest that is asked for.
void Runner::chooseArchitecture(
    llvm::ArrayRef<TranslatedArguments> Translations,
    llvm::ArrayRef<Config> Configured) {
  for (const Config &Own : Configured)
    if (Own.Arch)
      Result.Arch = std::max(Result.Arch, findArchitecture(Own.Arch->Text));
  if (Result.Arch)
    return;
  std::vector<const Architecture *> Named;
  for (const TranslatedArguments &Translated : Translations) {
    if (!Translated.Arch)
      continue;
    if (const Architecture *Arch = findArchitecture(*Translated.Arch))
      Named.push_back(Arch);
    else
      note("the architecture " + *Translated.Arch +
           " of the compile command is not known");
  }
  // Rows of one table, oldest first.
  llvm::sort(Named);
  Named.erase(llvm::unique(Named), Named.end());
  Result.Arch = Named.empty() ? findArchitecture(defaultArchitectureName())
                              : Named.back();
  if (Named.size() > 1)
    note("the files are compiled for different architectures; all are "
         "analyzed for " +
         Result.Arch->Name);
}

/// Puts the configuration of each of \p Commands into \p Configured and adds
/// its arguments. Fails if no check runs in any of them.
llvm::Error Runner::configure(SourceCommands &Commands,
                              std::vector<Config> &Configured) {
  bool RunsAny = false;
  for (SourceCommand &Source : Commands.Sources) {
    llvm::Expected<Config> Own = Configs->of(Source.AbsolutePath);
    if (!Own)
      return Own.takeError();
    std::vector<std::string> &Command = Source.Command;
    Command.insert(Command.begin(), Own->ExtraArgsBefore.begin(),
                   Own->ExtraArgsBefore.end());
    // The command line's come last and win.
    Command.insert(Command.end() - Options.ExtraArgs.size(),
                   Own->ExtraArgs.begin(), Own->ExtraArgs.end());
    if (HeaderFilter.empty() && Own->HeaderFilterRegex)
      HeaderFilter = Own->HeaderFilterRegex->Text;
    if (ExcludeHeaderFilter.empty() && Own->ExcludeHeaderFilterRegex)
      ExcludeHeaderFilter = Own->ExcludeHeaderFilterRegex->Text;
    const FileRules Rules = rulesOf(*Own, Source.AbsolutePath);
    RunsAny |= llvm::any_of(allChecks(), [&](const Check &Each) {
      return Rules.isEnabled(Each.Name);
    });
    Configured.push_back(std::move(*Own));
  }
  if (RunsAny)
    return llvm::Error::success();
  std::string Names;
  for (const Check &Each : allChecks())
    Names += (Names.empty() ? "" : ", ") + Each.Name.str();
  return llvm::createStringError(
      (Options.Checks.empty()
           ? std::string("no checks enabled by the configuration")
           : "no checks enabled by --checks='" + Options.Checks + "'") +
      "; there are " + Names);
}

/// Finds all that can go wrong before the first file is looked at.
llvm::Error Runner::prepare() {
  llvm::Expected<ConfigFiles> Files = ConfigFiles::create(Options);
  if (!Files)
    return Files.takeError();
  Configs = std::move(*Files);
  llvm::Expected<FindingFilter> Chosen =
      FindingFilter::create(Options.Filter, Options.Checks);
  if (!Chosen)
    return Chosen.takeError();
  Filter = std::move(*Chosen);
  for (const std::string &Warning : Filter->warnings())
    warn(Warning);
  if (llvm::Error Failure = findReportRoot(Options).moveInto(ReportRoot))
    return Failure;
  llvm::Expected<FrontendOptions> Frontend = chooseHeaders(Options);
  if (!Frontend)
    return Frontend.takeError();
  llvm::Expected<SourceCommands> Commands = findCommands(Options);
  if (!Commands)
    return Commands.takeError();
  for (const std::string &Warning : Commands->Warnings)
    warn(Warning);

  std::vector<Config> Configured;
  if (llvm::Error Failure = configure(*Commands, Configured))
    return Failure;

  const TranslatedCommands Translated = translateCommands(Commands->Sources);
  for (const std::string &Note : Commands->Notes)
    note(Note);
  for (const std::string &Note : Translated.Notes)
    note(Note);
  chooseArchitecture(Translated.OfSources, Configured);
  Frontend->Arch = Result.Arch->Name.str();
  for (auto [Source, ForClang, Own] :
       llvm::zip_equal(Commands->Sources, Translated.OfSources, Configured)) {
    FileTask Task;
    Task.Source = std::move(Source);
    // The host compilers' own, and hence nvcc's and Clang's; a standard of the
    // command comes later and wins.
    Task.Arguments = {"-std=gnu++17"};
    llvm::append_range(Task.Arguments, ForClang.Arguments);
    Task.Frontend = *Frontend;
    Task.Arch = Result.Arch;
    Task.Blocks = blocksOf(Own, Options.Blocks);
    Task.Kernels = std::move(Own.Kernels);
    Task.Budget = Budget;
    Tasks.push_back(std::move(Task));
  }
  return llvm::Error::success();
}

/// Drops the tasks that no changed line matters to.
void Runner::skipUnreached() {
  if (!Filter->changedLines())
    return;
  ChangeReach Reach(*Filter->changedLines());
  const size_t All = Tasks.size();
  llvm::erase_if(
      Tasks, [&Reach](const FileTask &Task) { return !Reach.mayReach(Task); });
  const size_t Skipped = All - Tasks.size();
  Result.IsPartial = Skipped != 0;
  if (Skipped)
    note("not analyzed, since no changed line matters to them: " +
         counted(Skipped, "file"));
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

void Runner::analyze(const FileTask &Task) {
  auto Shared = std::make_shared<FileResult>();
  const TaskEnd End =
      runGuarded([Shared, Task] { *Shared = analyzeFile(Task); },
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
    for (const KernelReport &Kernel : Shared->Kernels) {
      llvm::append_range(TaskFiles.back(), filesOf(Kernel.Program));
      for (const std::string &Name : Kernel.Program.Files)
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
  for (const KernelReport &Kernel : Result.Kernels)
    for (const std::string &Name : Kernel.Program.Files) {
      if (RulesByFile.count(Name))
        continue;
      const SourceTexts::Source *Source = Sources.find(Name);
      const std::string Path =
          absolutePath(Source ? Source->AbsolutePath : Name);
      llvm::Expected<Config> Own = Configs->of(Path);
      if (!Own)
        return Own.takeError();
      RulesByFile[Name] = rulesOf(*Own, Path);
    }
  return llvm::Error::success();
}

/// False if findings are missing.
bool Runner::check() {
  orderKernels(Result.Kernels, /*MayRepeat=*/Tasks.size() > 1);
  if (Result.Kernels.empty())
    return true;
  if (llvm::Error Failure = findRules()) {
    failRun(std::move(Failure));
    return false;
  }
  CheckRun Run;
  Run.Budget = Budget;
  Run.IsEnabled = [Rules = RulesByFile](llvm::StringRef Name) {
    return llvm::any_of(
        Rules, [&](const auto &Each) { return Each.second.isEnabled(Name); });
  };
  for (llvm::StringRef Name : FilesAskedFor.keys())
    FilesAround.erase(Name);
  Run.IsWanted = [Rules = RulesByFile, Around = FilesAround](
                     llvm::StringRef Name, llvm::StringRef File,
                     const ConflictSize *Size) {
    if (Around.contains(File))
      return false;
    auto Found = Rules.find(File.str());
    return Found == Rules.end() ||
           (Found->second.isEnabled(Name) &&
            (!Size || Found->second.isWorthTelling(Name, *Size)));
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
  const FilterMessages Messages = Filter->apply(Result, Sources);
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

void Runner::warnOfUnusedBlocks() {
  if (Result.IsPartial)
    return;
  for (const BlockOption &Option : Options.Blocks)
    if (!Option.Kernel.empty() &&
        llvm::none_of(Result.Kernels, [&](const KernelReport &Kernel) {
          return plainName(Kernel.Program.Name) == Option.Kernel;
        }))
      warn("--block-dim: no kernel '" + Option.Kernel +
           "' that uses shared memory was found");
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
    note(counted(Plan.OnlySuggested, "more fix") +
         (Plan.OnlySuggested == 1 ? " is" : " are") +
         " only suggested; look at the reasons, then use --fix-notes");
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

void Runner::write() {
  if (Options.OutputFile.empty() || Options.OutputFile == "-") {
    writeReport(Out);
    return;
  }
  llvm::Error Failure =
      writeFile(Options.OutputFile, [this](llvm::raw_ostream &Stream) {
        writeReport(Stream);
        return llvm::Error::success();
      });
  if (!Failure)
    return;
  error("cannot write '" + Options.OutputFile +
        "': " + llvm::toString(std::move(Failure)));
  failRun();
}

/// Failures reach the user once: here, or in the summary.
void Runner::tellFailures() {
  const auto HasFailed = [](const FileReport &File) {
    return File.Status == FileStatus::Failed;
  };
  const bool IsForPeople = Options.Format == OutputFormat::Text ||
                           Options.Format == OutputFormat::GitHub;
  const bool HasSummary =
      IsForPeople && !Options.IsQuiet &&
      (Result.Files.empty() || !llvm::all_of(Result.Files, HasFailed));
  if (HasSummary)
    return writeSummary(Result, Err);
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
  warnOfUnusedBlocks();
  write();
  Out.flush();
  if (Options.Fix != FixMode::None || !Options.ExportFixes.empty())
    fix();
  tellFailures();
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
