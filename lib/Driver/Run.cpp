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
#include "banklint/Driver/CheckNames.h"
#include "banklint/Driver/GuardedTask.h"
#include "banklint/Driver/Toolkit.h"
#include "banklint/Frontend/CompileArguments.h"
#include "banklint/Output/JsonReport.h"
#include "banklint/Output/TextReport.h"
#include "banklint/Program/TextForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include <tuple>

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

private:
  llvm::Error prepare();
  void chooseArchitecture(llvm::ArrayRef<TranslatedArguments> Translations);
  void tellProblem(const SourceProblem &Problem);
  void analyze(const FileTask &Task);
  void dropRepeatedKernels();
  void check();
  void warnOfUnusedBlocks();
  std::vector<Finding> fixableFindings();
  void applyFixes();
  llvm::Error writeReport(llvm::raw_ostream &Stream);
  void write();
  void tellFailures();

  void error(const llvm::Twine &Message) {
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

  const RunOptions &Options;
  llvm::raw_ostream &Out;
  llvm::raw_ostream &Err;
  InterpreterBudget Budget;
  std::vector<FileTask> Tasks;
  Report Result;
  SourceTexts Sources;
  /// Files that were seen in translation units with parse errors: uses of their
  /// arrays may have been lost.
  llvm::StringSet<> PartlyParsed;
  llvm::StringSet<> ToldProblems;
  RunOutcome Outcome;
};

} // namespace

/// All files are judged for one architecture: the newest that is asked for.
void Runner::chooseArchitecture(
    llvm::ArrayRef<TranslatedArguments> Translations) {
  Result.Arch = Options.Arch;
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

/// Finds all that can go wrong before the first file is looked at.
llvm::Error Runner::prepare() {
  if (llvm::none_of(allChecks(), [this](const Check &Each) {
        return isSelected("*," + Options.Checks, Each.Name);
      })) {
    std::string Names;
    for (const Check &Each : allChecks())
      Names += (Names.empty() ? "" : ", ") + Each.Name.str();
    return llvm::createStringError(
        llvm::Twine("no checks enabled by --checks='") + Options.Checks +
        "'; there are " + Names);
  }
  llvm::Expected<FrontendOptions> Frontend = chooseHeaders(Options);
  if (!Frontend)
    return Frontend.takeError();
  llvm::Expected<SourceCommands> Commands = findCommands(Options);
  if (!Commands)
    return Commands.takeError();
  for (const std::string &Warning : Commands->Warnings)
    warn(Warning);

  std::vector<TranslatedArguments> Translations;
  for (const SourceCommand &Source : Commands->Sources) {
    Translations.push_back(translateArguments(Source.Command));
    for (const std::string &Dropped : Translations.back().Dropped)
      note(Source.File + ": not passed to the compiler: " + Dropped);
  }
  chooseArchitecture(Translations);
  Frontend->Arch = Result.Arch->Name.str();
  for (auto [Source, Translated] :
       llvm::zip_equal(Commands->Sources, Translations)) {
    FileTask Task;
    Task.Source = std::move(Source);
    // A standard of the command comes later and wins.
    Task.Arguments = {"-std=c++17"};
    llvm::append_range(Task.Arguments, Translated.Arguments);
    Task.Frontend = *Frontend;
    Task.Arch = Result.Arch;
    Task.Blocks = Options.Blocks;
    Task.Budget = Budget;
    Tasks.push_back(std::move(Task));
  }
  return llvm::Error::success();
}

/// A header's problems are found with each file that includes it.
void Runner::tellProblem(const SourceProblem &Problem) {
  const std::string Text =
      (Problem.File + ":" + llvm::Twine(Problem.Line) + ":" +
       llvm::Twine(Problem.Column) + ": error: " + Problem.Message)
          .str();
  if (ToldProblems.insert(Text).second)
    Err << Text << '\n';
  failRun();
}

void Runner::analyze(const FileTask &Task) {
  auto Shared = std::make_shared<FileResult>();
  const TaskEnd End =
      runGuarded([Shared, Task] { *Shared = analyzeFile(Task); },
                 limitFor(1, Options.TimeLimit));
  if (End == TaskEnd::Finished) {
    for (const std::string &Note : Shared->Notes)
      note(Note);
    for (const SourceProblem &Problem : Shared->Problems)
      tellProblem(Problem);
    if (Shared->File.ParseErrors)
      for (const KernelReport &Kernel : Shared->Kernels)
        for (const std::string &Name : Kernel.Program.Files)
          PartlyParsed.insert(Name);
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

/// A header's kernels are found with each file that includes it. Where the same
/// was found, launches included, the results are the same.
void Runner::dropRepeatedKernels() {
  if (Tasks.size() < 2)
    return;
  llvm::StringSet<> Known;
  llvm::erase_if(Result.Kernels, [&Known](const KernelReport &Kernel) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    print(Kernel.Program, OS);
    return !Known.insert(Text).second;
  });
}

void Runner::check() {
  llvm::sort(Result.Kernels, [](const KernelReport &A, const KernelReport &B) {
    const KernelProgram &P = A.Program, &Q = B.Program;
    return std::make_tuple(P.fileOf(P.Span), P.Span.Line, P.Span.Column,
                           llvm::StringRef(P.Name)) <
           std::make_tuple(Q.fileOf(Q.Span), Q.Span.Line, Q.Span.Column,
                           llvm::StringRef(Q.Name));
  });
  dropRepeatedKernels();
  if (Result.Kernels.empty())
    return;
  // A copy, so that the verdicts can be reported when the check fails.
  auto Checked = std::make_shared<Report>(Result);
  const TaskEnd End = runGuarded(
      [Checked, Budget = Budget, Checks = Options.Checks] {
        runChecks(*Checked, Budget, [&Checks](llvm::StringRef Name) {
          return isSelected("*," + Checks, Name);
        });
      },
      limitFor(Tasks.size(), Options.TimeLimit));
  if (End != TaskEnd::Finished) {
    Outcome.MustExitAtOnce |= End == TaskEnd::TimedOut;
    error(llvm::Twine("the checks ") +
          (End == TaskEnd::TimedOut ? "reached the time limit" : "crashed") +
          "; findings are missing");
    return failRun();
  }
  Result = std::move(*Checked);
  for (Finding &F : Result.Findings)
    if (isSelected(Options.WarningsAsErrors, F.Check))
      F.Level = Severity::Error;
}

/// A kernel's name as options spell it.
static llvm::StringRef plainName(llvm::StringRef Name) {
  return Name.take_until([](char C) { return C == '<'; }).rsplit("::").second;
}

void Runner::warnOfUnusedBlocks() {
  for (const BlockOption &Option : Options.Blocks)
    if (!Option.Kernel.empty() &&
        llvm::none_of(Result.Kernels, [&](const KernelReport &Kernel) {
          return plainName("::" + Kernel.Program.Name) == Option.Kernel;
        }))
      warn("--block-dim: no kernel '" + Option.Kernel +
           "' that uses shared memory was found");
}

/// The findings whose fixes may be applied: as in clang-tidy, not those of
/// files with parse errors.
std::vector<Finding> Runner::fixableFindings() {
  const auto IsPartlyParsed = [this](const TextEdit &Edit) {
    return PartlyParsed.contains(Edit.File);
  };
  std::vector<Finding> Fixable;
  unsigned LeftOut = 0;
  for (const Finding &F : Result.Findings) {
    const bool IsUnsure = llvm::any_of(F.Fixes, [&](const Fix &Candidate) {
      return Candidate.Safety == FixSafety::Automatic &&
             llvm::any_of(Candidate.Edits, IsPartlyParsed);
    });
    LeftOut += IsUnsure;
    if (!IsUnsure)
      Fixable.push_back(F);
  }
  if (LeftOut)
    warn("the fixes of " + counted(LeftOut, "finding") +
         " were not applied, since their files have parse errors");
  return Fixable;
}

void Runner::applyFixes() {
  const AppliedFixes Applied = applySafeFixes(fixableFindings(), Sources);
  for (const std::string &Skipped : Applied.Skipped)
    warn(Skipped);
  for (const std::string &Failure : Applied.Errors) {
    error(Failure + "; it was not fixed");
    failRun();
  }
  Err << Applied.Fixes << (Applied.Fixes == 1 ? " fix" : " fixes")
      << " applied in " << counted(Applied.Files, "file") << '\n';
}

llvm::Error Runner::writeReport(llvm::raw_ostream &Stream) {
  if (Options.Format == OutputFormat::Json) {
    writeJson(Result, Stream);
    return llvm::Error::success();
  }
  const auto SourceLine = [this](llvm::StringRef File, unsigned Line) {
    return Sources.line(File, Line);
  };
  TextOptions Text;
  Text.UseColor = Options.UseColor;
  Text.Explain = Options.Explain;
  Text.SourceLine = SourceLine;
  writeFindings(Result, Text, Stream);
  return llvm::Error::success();
}

/// Writes a device or a pipe as it is, and replaces any other file in one step,
/// or what a symbolic link points to.
static llvm::Error
writeFile(llvm::StringRef Path,
          llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write) {
  llvm::SmallString<256> Target(Path);
  llvm::sys::fs::file_status Status;
  if (!llvm::sys::fs::status(Path, Status)) {
    if (!llvm::sys::fs::is_regular_file(Status)) {
      std::error_code Code;
      llvm::raw_fd_ostream Stream(Path, Code);
      if (Code)
        return llvm::errorCodeToError(Code);
      llvm::Error Failure = Write(Stream);
      Stream.flush();
      Code = Stream.error();
      Stream.clear_error();
      return llvm::joinErrors(std::move(Failure), llvm::errorCodeToError(Code));
    }
    if (std::error_code Code = llvm::sys::fs::real_path(Path, Target))
      return llvm::errorCodeToError(Code);
  }
  return llvm::writeToOutput(Target, Write);
}

void Runner::write() {
  if (Options.OutputFile.empty() || Options.OutputFile == "-") {
    llvm::consumeError(writeReport(Out));
    return;
  }
  llvm::Error Failure =
      writeFile(Options.OutputFile, [this](llvm::raw_ostream &Stream) {
        return writeReport(Stream);
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
  const bool HasSummary = Options.Format == OutputFormat::Text &&
                          !Options.IsQuiet &&
                          !llvm::all_of(Result.Files, HasFailed);
  if (HasSummary)
    return writeSummary(Result, Err);
  for (const FileReport &File : Result.Files)
    if (HasFailed(File))
      error("'" + File.File + "': " + File.FailureReason);
}

RunOutcome Runner::run(llvm::StringRef Version) {
  Result.Version = Version.str();
  if (llvm::Error Failure = prepare()) {
    error(llvm::toString(std::move(Failure)));
    failRun();
    return Outcome;
  }
  for (const FileTask &Task : Tasks)
    analyze(Task);
  check();
  warnOfUnusedBlocks();
  write();
  Out.flush();
  if (Options.Fix)
    applyFixes();
  tellFailures();
  Outcome.Status = std::max(Outcome.Status, exitStatus(Result));
  return Outcome;
}

RunOutcome banklint::run(const RunOptions &Options, llvm::StringRef Version,
                         llvm::raw_ostream &Out, llvm::raw_ostream &Err) {
  return Runner(Options, Out, Err).run(Version);
}
