//===- AnalyzeUnit.cpp - From one unit to verdicts ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DisplayNames.h"
#include "banklint/Analysis/AssumedBlocks.h"
#include "banklint/Analysis/BlockClasses.h"
#include "banklint/Analysis/ReachedBounds.h"
#include "banklint/Driver/Run/GuardedTask.h"
#include "banklint/Driver/Run/Measurements.h"
#include "banklint/Driver/Run/Unit.h"
#include "banklint/Support/ReadFile.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>

using namespace banklint;

static void fail(FileReport &File, llvm::StringRef Reason) {
  File.Status = FileStatus::Failed;
  File.FailureReason = Reason.str();
}

/// Where \p U reads its files.
static llvm::vfs::FileSystem &filesOf(const Unit &U) {
  return U.Frontend.Files ? *U.Frontend.Files : *llvm::vfs::getRealFileSystem();
}

/// Gives the parameters of \p Launch the values that the user states for them.
static void setParameters(const Unit &U, const KernelProgram &Program,
                          LaunchConfig &Launch) {
  Launch.Arguments.resize(Program.Parameters.size());
  for (const KernelConfig &Kernel : U.Kernels) {
    if (plainName(Program.Name) != Kernel.Name)
      continue;
    for (auto [Argument, Parameter] :
         llvm::zip_equal(Launch.Arguments, Program.Parameters)) {
      auto Stated = Kernel.Parameters.Values.find(Parameter.Name);
      if (Stated != Kernel.Parameters.Values.end())
        Argument = Stated->second;
    }
  }
}

/// Has each access that some block executes be among \p Launches, even if no
/// block does that is assumed.
static void answerUnexecuted(const KernelProgram &Program,
                             const InterpreterBudget &Budget,
                             llvm::MutableArrayRef<AnyBlockAccesses> OfAny,
                             std::vector<LaunchReport> &Launches) {
  llvm::DenseSet<unsigned> Answered;
  for (const LaunchReport &Launch : Launches)
    for (const Verdict &V : Launch.Verdicts)
      Answered.insert(V.Access);
  for (auto [Launch, Any] : llvm::zip_equal(Launches, OfAny))
    addUnexecuted(Program, Launch.Launch, Budget, Answered, Any,
                  Launch.Verdicts);
}

KernelReport banklint::judgeKernel(const Unit &U, KernelProgram Program) {
  KernelReport Kernel;
  WorkLimit OfKernel(U.Budget.KernelStatements, U.TimeLimit);
  InterpreterBudget Budget = U.Budget;
  Budget.Together = &OfKernel;
  // The kernel's own limit keeps what is known of the file. Only work that is
  // not a statement can get past it.
  beginGuardedStep(/*Times=*/2);
  std::vector<SeenLaunch> Seen;
  if (U.Profiled)
    Seen = launchesIn(*U.Profiled, Program);
  std::vector<InferredLaunch> Launches = inferLaunches(Program, U.Blocks, Seen);
  const bool IsAssumed =
      llvm::none_of(Launches, [](const InferredLaunch &Launch) {
        return isStated(Launch.Origin);
      });
  std::vector<AnyBlockAccesses> OfAny(Launches.size());
  for (auto [Launch, Any] : llvm::zip_equal(Launches, OfAny)) {
    setParameters(U, Program, Launch.Config);
    std::vector<Verdict> Verdicts =
        IsAssumed ? judgeFeasible(Program, *U.Arch, Launch, Budget, Any)
                  : judgeBlocks(Program, *U.Arch, Launch.Config, Budget);
    LaunchConfig OfAnyBlock = ofAnyBlock(Program, Launch);
    setParameters(U, Program, OfAnyBlock);
    openArguments(Program, *U.Arch, OfAnyBlock, Launch, Budget, Verdicts);
    refuseExcluded(Program, Launch, Verdicts);
    findReached(Program, *U.Arch, Launch.Config, Budget, Verdicts);
    Kernel.Launches.push_back({std::move(Launch), std::move(Verdicts)});
  }
  answerUnexecuted(Program, Budget, OfAny, Kernel.Launches);
  Kernel.Program = std::move(Program);
  return Kernel;
}

/// Parses \p Main and notes what was read.
static ParsedFile parseAs(const MainFile &Main, const Unit &U,
                          const FrontendOptions &Options, UnitResult &Result) {
  ParsedFile Parsed =
      parseCudaFile(Main.ForClang, U.Arguments, U.Source.Directory, Options);
  useDisplayNames(Parsed, Main, U.Source, filesOf(U));
  llvm::append_range(Result.FilesRead, Parsed.FilesRead);
  llvm::append_range(Result.States, Parsed.States);
  return Parsed;
}

/// Parses the source, or the file that includes it.
static ParsedFile parse(const Unit &U, UnitResult &Result) {
  const SourceCommand &Source = U.Source;
  if (Source.Includer.empty())
    return parseAs(mainFileOf(Source), U, U.Frontend, Result);
  FrontendOptions WithHeader = U.Frontend;
  WithHeader.Header = Source.AbsolutePath;
  ParsedFile Parsed =
      parseAs({Source.Includer, Source.Includer}, U, WithHeader, Result);
  if (Parsed.HasHeader) {
    Result.IsPartOfIncluder = true;
    llvm::erase_if(Parsed.Kernels, [&Source](const KernelProgram &Program) {
      return !llvm::is_contained(Program.Files, Source.File);
    });
    return Parsed;
  }
  Result.Notes.push_back("'" + Source.Includer +
                         "' as compiled does not include '" + Source.File +
                         "', which is analyzed by itself");
  return parseAs(mainFileOf(Source), U, U.Frontend, Result);
}

/// True if the errors of \p Parsed, in which no kernel was found, may have
/// swallowed one that uses shared memory. \p MentionsSharedMemory is true if
/// the source does.
static bool maySwallow(const ParsedFile &Parsed, bool MentionsSharedMemory) {
  if (!Parsed.LostShared.empty())
    return true;
  // Host code that does not parse is none that is missed; a text without any
  // function may not be code at all.
  if (!Parsed.HasDeviceCode)
    return MentionsSharedMemory || !Parsed.HasFunctions;
  if (Parsed.DeviceErrors &&
      (Parsed.HasSharedMemory || !Parsed.MissingHeaders.empty()))
    return true;
  return Parsed.HasSharedMemory ? Parsed.HasOpenTemplates
                                : MentionsSharedMemory;
}

static void lower(const Unit &U, bool MentionsSharedMemory,
                  UnitResult &Result) {
  ParsedFile Parsed = parse(U, Result);
  FileReport &File = Result.File;
  File.WasScanned = Parsed.WasScanned;
  File.ParseErrors = Parsed.ParseErrors;
  File.ParseErrorTexts = std::move(Parsed.ParseErrorTexts);
  Result.WholeKernels = std::move(Parsed.WholeKernels);
  Result.Launches = std::move(Parsed.Launches);
  Result.UsedConstants = std::move(Parsed.UsedConstants);
  Result.Defined = std::move(Parsed.Defined);
  for (KernelIdentity &Kernel : Result.Defined)
    if (Kernel.DefinedAt.empty())
      Kernel.DefinedAt = U.Source.AbsolutePath;
  File.MissingHeaders = std::move(Parsed.MissingHeaders);
  File.Causes = std::move(Parsed.Causes);
  File.AssumedStandard = std::move(Parsed.AssumedStandard);
  for (const SourceLine &Line : Parsed.LostShared)
    File.LostShared.push_back(Line.File + ":" + std::to_string(Line.Line));
  File.MayRaiseSharedLimit = Parsed.MayRaiseSharedLimit;
  File.AsksSharedLimit = Parsed.AsksSharedLimit;
  File.CudaHeaders = spelling(Parsed.Headers).str();
  Result.SystemHeaders = std::move(Parsed.SystemHeaders);
  Result.Problems = std::move(Parsed.Problems);
  if (Parsed.Failure)
    return fail(File, *Parsed.Failure);
  if (Parsed.Kernels.empty()) {
    File.Status = FileStatus::NoSharedMemory;
    if (File.ParseErrors && maySwallow(Parsed, MentionsSharedMemory))
      fail(File, counted(File.ParseErrors, "parse error") +
                     ", and no kernel that uses shared memory was found; "
                     "first: " +
                     File.firstParseError().str());
    return;
  }
  for (KernelProgram &Program : Parsed.Kernels) {
    addLaunches(Program, U.LaunchesElsewhere);
    for (const std::string &Name : Program.Files)
      Result.Sources.read(Name, filesOf(U));
    for (const LaunchSite &Launch : Program.Launches)
      Result.Sources.read(Launch.File, filesOf(U));
    Result.Kernels.emplace_back().Program = std::move(Program);
  }
}

static void readAndLower(const Unit &U, UnitResult &Result) {
  const SourceCommand &Source = U.Source;
  llvm::Expected<std::string> Text = readFile(Source.AbsolutePath, filesOf(U));
  if (!Text)
    return fail(Result.File, llvm::toString(Text.takeError()));
  if (Text->empty()) {
    Result.File.Status = FileStatus::NoSharedMemory;
    Result.Notes.push_back("'" + Source.File + "' is empty");
    return;
  }
  if (llvm::is_contained(*Text, '\0'))
    return fail(Result.File, "is a binary file: it contains NUL bytes");
  // Clang crashes without.
  const llvm::ErrorOr<llvm::vfs::Status> Directory =
      filesOf(U).status(Source.Directory);
  if (!Directory || !Directory->isDirectory())
    return fail(Result.File,
                "the directory of its compile command does not exist: '" +
                    Source.Directory + "'");
  bool MentionsSharedMemory = llvm::StringRef(*Text).contains("__shared__");
  Result.Sources.add(Source.File, Source.AbsolutePath, std::move(*Text));
  lower(U, MentionsSharedMemory, Result);
}

UnitResult banklint::lowerUnit(const Unit &U) {
  UnitResult Result;
  Result.File.File = U.Source.File;
  Result.File.CudaHeaders = spelling(U.Frontend.Headers).str();
  Result.File.HasCommand = U.Source.HasCommand;
  Result.FilesRead.push_back(U.Source.AbsolutePath);
  readAndLower(U, Result);
  llvm::sort(Result.FilesRead);
  Result.FilesRead.erase(llvm::unique(Result.FilesRead),
                         Result.FilesRead.end());
  return Result;
}

UnitResult banklint::analyzeUnit(const Unit &U) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Start = Clock::now();
  UnitResult Result = lowerUnit(U);
  for (KernelReport &Kernel : Result.Kernels)
    Kernel = judgeKernel(U, std::move(Kernel.Program));
  Result.File.Seconds =
      std::chrono::duration<double>(Clock::now() - Start).count();
  return Result;
}

/// What is reported of \p U if its analysis does not end.
static UnitResult failedUnit(const Unit &U, TaskEnd End,
                             std::chrono::seconds Limit) {
  UnitResult Failed;
  Failed.IsAbandoned = true;
  Failed.File.File = U.Source.File;
  Failed.File.CudaHeaders = spelling(U.Frontend.Headers).str();
  if (End == TaskEnd::TimedOut) {
    fail(Failed.File, "the time limit of " + std::to_string(Limit.count()) +
                          " s was reached");
    Failed.File.Seconds = Limit.count();
  } else {
    fail(Failed.File, "the analysis crashed");
  }
  return Failed;
}

UnitResult banklint::runUnit(UnitResult (*Analyze)(const Unit &), const Unit &U,
                             std::chrono::seconds Limit) {
  // The task owns all that it touches, since it may outlive this call.
  auto Result = std::make_shared<UnitResult>();
  const TaskEnd End =
      runGuarded([Result, U, Analyze] { *Result = Analyze(U); }, Limit);
  return End == TaskEnd::Finished ? std::move(*Result)
                                  : failedUnit(U, End, Limit);
}
