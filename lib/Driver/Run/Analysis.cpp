//===- Analysis.cpp - From units to findings ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Analysis.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Run/GuardedTask.h"
#include "banklint/Driver/Run/Includers.h"
#include "banklint/Driver/Run/Jobs.h"
#include "banklint/Driver/Run/LaunchExchange.h"
#include "banklint/Driver/Run/Measurements.h"
#include "banklint/Driver/Run/Progress.h"
#include "banklint/Program/Equality.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

using namespace banklint;

/// The files that \p Program and its launches are in.
static std::vector<std::string> filesOf(const KernelProgram &Program) {
  std::vector<std::string> Files = Program.Files;
  for (const LaunchSite &Launch : Program.Launches)
    Files.push_back(Launch.File);
  return Files;
}

static std::tuple<llvm::StringRef, unsigned, unsigned, llvm::StringRef>
sortKey(const KernelReport &Kernel) {
  const KernelProgram &Program = Kernel.Program;
  return {Program.fileOf(Program.Span), Program.Span.Line, Program.Span.Column,
          Program.Name};
}

/// Sorts \p Kernels as Report::Kernels are. If they \p MayRepeat, of those that
/// are equal the first is kept.
static void orderKernels(std::vector<KernelReport> &Kernels, bool MayRepeat) {
  llvm::sort(Kernels, [](const KernelReport &A, const KernelReport &B) {
    return sortKey(A) < sortKey(B);
  });
  if (!MayRepeat)
    return;
  std::vector<KernelReport> Kept;
  for (KernelReport &Kernel : Kernels) {
    const auto IsAtSamePlace = [&Kernel](const KernelReport &Other) {
      return sortKey(Other) == sortKey(Kernel);
    };
    bool IsKnown = false;
    for (const KernelReport &Other : llvm::reverse(Kept)) {
      if (IsKnown || !IsAtSamePlace(Other))
        break;
      IsKnown = Other.Program == Kernel.Program;
    }
    if (!IsKnown)
      Kept.push_back(std::move(Kernel));
  }
  Kernels = std::move(Kept);
}

/// Leaves out templates of which another unit has an instantiation: it says all
/// that is known of them. \p Kernels are sorted.
static void dropUninstantiated(std::vector<KernelReport> &Kernels) {
  const auto PlaceOf = [](const KernelReport &Kernel) {
    const auto [File, Line, Column, Name] = sortKey(Kernel);
    return std::tuple(File.str(), Line, Column);
  };
  std::set<std::tuple<std::string, unsigned, unsigned>> Instantiated;
  for (const KernelReport &Kernel : Kernels)
    if (!isUninstantiated(Kernel.Program))
      Instantiated.insert(PlaceOf(Kernel));
  llvm::erase_if(Kernels, [&](const KernelReport &Kernel) {
    return isUninstantiated(Kernel.Program) &&
           Instantiated.count(PlaceOf(Kernel));
  });
}

/// Takes a note of what may be edited where \p One has parse errors.
static void addParsed(const UnitResult &One, FixRules &Rules) {
  const std::string &File = One.File.File;
  // Another unit may have lost something else of the file.
  const bool IsKnown = Rules.PartlyParsed.contains(File);
  for (const KernelReport &Kernel : One.Kernels)
    for (const std::string &Name : Kernel.Program.Files) {
      Rules.PartlyParsed.insert(Name);
      Rules.WholeKernels.erase(Name);
    }
  if (!IsKnown && !One.IsPartOfIncluder)
    Rules.WholeKernels[File] = One.WholeKernels;
}

/// Leaves out kernels that their unit does not launch where another one that
/// has the same does: a kernel of a header that several files include.
static void dropUnlaunched(std::vector<KernelReport> &Kernels) {
  const auto KeyOf = [](const KernelReport &Kernel) {
    const auto [File, Line, Column, Name] = sortKey(Kernel);
    return std::tuple(File.str(), Line, Column, Name.str());
  };
  std::set<std::tuple<std::string, unsigned, unsigned, std::string>> Launched;
  for (const KernelReport &Kernel : Kernels)
    if (!Kernel.Program.Launches.empty())
      Launched.insert(KeyOf(Kernel));
  llvm::erase_if(Kernels, [&](const KernelReport &Kernel) {
    return Kernel.Program.Launches.empty() && Launched.count(KeyOf(Kernel));
  });
}

/// Adds what \p One unit has to \p A, but for the decision on FilesAround.
static void add(UnitResult One, llvm::StringSet<> &FilesAskedFor, Analysis &A) {
  UnitFacts Files;
  Files.Shown.push_back(One.File.File);
  Files.Read = std::move(One.FilesRead);
  Files.States = std::move(One.States);
  Files.Launches = std::move(One.Launches);
  Files.Defined = std::move(One.Defined);
  if (One.File.ParseErrors)
    addParsed(One, A.Fixes);
  for (const KernelReport &Kernel : One.Kernels) {
    for (const std::string &Name : filesOf(Kernel.Program)) {
      Files.Shown.push_back(Name);
      (One.IsPartOfIncluder && Name != One.File.File ? A.FilesAround
                                                     : FilesAskedFor)
          .insert(Name);
    }
  }
  A.Fixes.SystemHeaders.insert(One.SystemHeaders.begin(),
                               One.SystemHeaders.end());
  A.MustExitAtOnce |= One.IsAbandoned;
  A.Units.push_back(std::move(Files));
  A.Result.Files.push_back(std::move(One.File));
  llvm::move(One.Kernels, std::back_inserter(A.Result.Kernels));
  A.Sources.merge(One.Sources);
}

Analysis banklint::combine(const AnalysisRequest &Request,
                           std::vector<UnitResult> Results) {
  Analysis A;
  A.Result.Arch = Request.Arch;
  A.Result.IsPartial = Request.IsPartial;
  A.Fixes = Request.Fixes;
  llvm::StringSet<> FilesAskedFor;
  for (UnitResult &One : Results)
    add(std::move(One), FilesAskedFor, A);
  for (llvm::StringRef Name : FilesAskedFor.keys())
    A.FilesAround.erase(Name);
  orderKernels(A.Result.Kernels, /*MayRepeat=*/Results.size() > 1);
  if (Results.size() > 1) {
    dropUninstantiated(A.Result.Kernels);
    dropUnlaunched(A.Result.Kernels);
  }
  return A;
}

/// What the configuration says of the files that findings may be in.
static llvm::Expected<RulesByFile> findRules(const Analysis &A,
                                             ConfigFiles Configs) {
  std::set<std::string> Names;
  for (const FileReport &File : A.Result.Files)
    Names.insert(File.File);
  for (const KernelReport &Kernel : A.Result.Kernels)
    for (const std::string &Name : filesOf(Kernel.Program))
      Names.insert(Name);
  RulesByFile Rules;
  for (const std::string &Name : Names) {
    llvm::Expected<FileRules> Own = Configs.rulesFor(A.Sources.pathOf(Name));
    if (!Own)
      return Own.takeError();
    Rules[Name] = std::move(*Own);
  }
  return Rules;
}

/// The rules for \p File; null if it has none.
static const FileRules *ownRules(const RulesByFile &Rules,
                                 llvm::StringRef File) {
  auto Found = Rules.find(File.str());
  return Found == Rules.end() ? nullptr : &Found->second;
}

/// What the checks are asked to do. It owns what it refers to.
static CheckRun wantedFindings(const AnalysisRequest &Request,
                               const Analysis &A) {
  auto Rules = std::make_shared<const RulesByFile>(A.Rules);
  CheckRun Run;
  Run.Budget = Request.Budget;
  Run.BeginSearch = [] { beginGuardedStep(); };
  Run.IsEnabled = [Rules](llvm::StringRef Check) {
    return llvm::any_of(
        *Rules, [&](const auto &Each) { return Each.second.isEnabled(Check); });
  };
  Run.IsEnabledIn = [Rules, Around = A.FilesAround](llvm::StringRef Check,
                                                    llvm::StringRef File) {
    if (Around.contains(File))
      return false;
    const FileRules *Own = ownRules(*Rules, File);
    return !Own || Own->isEnabled(Check);
  };
  Run.OptionsIn = [Rules](llvm::StringRef File) {
    const FileRules *Own = ownRules(*Rules, File);
    return Own ? &Own->Options : nullptr;
  };
  return Run;
}

/// Adds findings to a copy of \p R, so that the verdicts can be reported when a
/// check fails; nothing if one did, and \p End says how.
static std::optional<Report> checkGuarded(const Report &R, const CheckRun &Run,
                                          std::chrono::seconds Limit,
                                          TaskEnd &End) {
  auto Checked = std::make_shared<Report>(R);
  End = runGuarded([Checked, Run] { runChecks(*Checked, Run); }, Limit);
  if (End != TaskEnd::Finished)
    return std::nullopt;
  return std::move(*Checked);
}

Analysis banklint::check(const AnalysisRequest &Request, Analysis A,
                         MessageLog &Log) {
  if (llvm::Error Failure = findRules(A, Request.Configs).moveInto(A.Rules)) {
    Log.error(std::move(Failure));
    return A;
  }
  A.IsChecked = true;
  if (A.Result.Kernels.empty())
    return A;
  CheckRun Run = wantedFindings(Request, A);
  TaskEnd End;
  std::optional<Report> Checked =
      checkGuarded(A.Result, Run, Request.TimeLimit, End);
  if (End == TaskEnd::TimedOut) {
    A.MustExitAtOnce = true;
    Log.error("the search for fixes reached the time limit; fixes are missing");
    Run.SearchesFixes = false;
    // The thread that was given up may still use it.
    Run.Budget.Known = nullptr;
    Checked = checkGuarded(A.Result, Run, Request.TimeLimit, End);
  }
  A.IsChecked = Checked.has_value();
  if (Checked)
    A.Result = std::move(*Checked);
  else
    Log.error(
        llvm::Twine("the checks ") +
        (End == TaskEnd::TimedOut ? "reached the time limit" : "crashed") +
        "; findings are missing");
  return A;
}

Analysis banklint::filter(const AnalysisRequest &Request,
                          const FindingFilter &By, Analysis A,
                          MessageLog &Log) {
  const FilterMessages Messages = By.apply(
      A.Result, A.Sources, A.Fixes.SystemHeaders,
      [&](llvm::StringRef File, llvm::StringRef Check) {
        const FileRules *Own = ownRules(A.Rules, File);
        return Own ? Own->isEnabled(Check) : isEnabled(Request.Checks, Check);
      });
  for (Finding &F : A.Result.Findings)
    if (const FileRules *Own = ownRules(A.Rules, F.At.File);
        Own && Own->isError(F.Check))
      F.Level = Severity::Error;
  for (const std::string &Text : Messages.Notes)
    Log.note(Text);
  for (const std::string &Text : Messages.Warnings)
    Log.warn(Text);
  if (Messages.Error)
    Log.error(*Messages.Error);
  return A;
}

static void logMessages(const UnitResult &Result, MessageLog &Log) {
  for (const std::string &Note : Result.Notes)
    Log.note(Note);
  for (const SourceProblem &Problem : Result.Problems)
    Log.errorAt(Problem.File + ":" + llvm::Twine(Problem.Line) + ":" +
                llvm::Twine(Problem.Column) + ": error: " + Problem.Message);
}

/// Has \p Analyze analyze \p Units, as many at the same time as \p Request
/// says.
static std::vector<UnitResult> runUnits(llvm::ArrayRef<const Unit *> Units,
                                        UnitResult (*Analyze)(const Unit &),
                                        const AnalysisRequest &Request,
                                        Progress *Shown) {
  std::vector<UnitResult> Results(Units.size());
  std::mutex Mutex;
  std::condition_variable OneEnded;
  size_t Ended = 0;
  const auto Run = [&](size_t I) {
    Results[I] = runUnit(Analyze, *Units[I], Request.TimeLimit);
    std::lock_guard Lock(Mutex);
    ++Ended;
    if (Shown)
      Shown->addUnit(std::nullopt,
                     Results[I].File.Status == FileStatus::Failed);
    OneEnded.notify_one();
  };
  const size_t Jobs = std::min<size_t>(chooseJobs(Request.Jobs), Units.size());
  if (Jobs <= 1 && !Shown) {
    for (size_t I = 0; I != Units.size(); ++I)
      Run(I);
    return Results;
  }
  if (Shown)
    Shown->expect(Units.size());
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Jobs));
  for (size_t I = 0; I != Units.size(); ++I)
    Pool.async(Run, I);
  // Nothing is shown of a run that ends at once.
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds Second(1);
  const Clock::time_point Start = Clock::now();
  for (std::unique_lock Lock(Mutex); Shown && Ended != Units.size();) {
    OneEnded.wait_for(Lock, Second);
    if (Clock::now() - Start >= Second)
      Shown->show();
  }
  Pool.wait();
  return Results;
}

/// What other units launch of the kernels of each of \p Results.
static std::vector<std::vector<KernelLaunch>>
exchangeLaunches(llvm::ArrayRef<UnitResult> Results) {
  std::vector<UnitLaunches> Units;
  for (const UnitResult &Result : Results) {
    UnitLaunches &Unit = Units.emplace_back();
    Unit.Kernels = Result.Defined;
    Unit.Made = Result.Launches;
  }
  return launchesElsewhere(Units);
}

/// Analyzes those of \p Units again whose kernels others launch.
static void addLaunchesElsewhere(std::vector<Unit> &Units,
                                 UnitResult (*Analyze)(const Unit &),
                                 const AnalysisRequest &Request,
                                 Progress *Shown,
                                 std::vector<UnitResult> &Results) {
  std::vector<std::vector<KernelLaunch>> Elsewhere = exchangeLaunches(Results);
  std::vector<const Unit *> Again;
  std::vector<size_t> Places;
  for (auto [I, Launches] : llvm::enumerate(Elsewhere)) {
    std::vector<KernelLaunch> &Known = Units[I].LaunchesElsewhere;
    llvm::erase_if(Launches, [&Known](const KernelLaunch &Launch) {
      return llvm::is_contained(Known, Launch);
    });
    if (Launches.empty())
      continue;
    llvm::append_range(Known, Launches);
    Again.push_back(&Units[I]);
    Places.push_back(I);
  }
  std::vector<UnitResult> Better = runUnits(Again, Analyze, Request, Shown);
  for (auto [I, Result] : llvm::zip_equal(Places, Better)) {
    Result.File.Seconds += Results[I].File.Seconds;
    Result.IsAbandoned |= Results[I].IsAbandoned;
    Results[I] = std::move(Result);
  }
}

/// Says which files are analyzed as part of another one, in a note for each of
/// these.
static void noteParts(llvm::ArrayRef<llvm::StringRef> Parts,
                      llvm::StringRef Includer, MessageLog &Log) {
  const bool IsOne = Parts.size() == 1;
  Log.note("'" + Parts.front() + "'" +
           (IsOne ? "" : " and " + counted(Parts.size() - 1, "other file")) +
           (IsOne ? " is" : " are") + " analyzed as part of '" + Includer +
           "', which includes " + (IsOne ? "it" : "them"));
}

/// Leaves nothing of the units that others include: all that they have is
/// there, as it is compiled. Returns their names by the number of the other.
static std::map<size_t, std::vector<llvm::StringRef>>
emptyParts(AnalyzedUnits &A) {
  std::vector<UnitFiles> Files;
  for (const UnitResult &Result : A.Results)
    Files.push_back({Result.States, Result.File.Status == FileStatus::Failed ||
                                        Result.File.ParseErrors != 0});
  std::map<size_t, std::vector<llvm::StringRef>> Parts;
  for (const auto &[I, Includer] :
       llvm::enumerate(findIncluders(A.Units, Files))) {
    if (!Includer)
      continue;
    UnitResult &Part = A.Results[I];
    UnitResult Empty;
    Empty.File.File = std::move(Part.File.File);
    Empty.File.IncludedBy = A.Results[*Includer].File.File;
    Empty.File.CudaHeaders = std::move(Part.File.CudaHeaders);
    Empty.File.Seconds = Part.File.Seconds;
    Empty.FilesRead = std::move(Part.FilesRead);
    Empty.States = std::move(Part.States);
    Empty.IsAbandoned = Part.IsAbandoned;
    Part = std::move(Empty);
    Parts[*Includer].push_back(A.Units[I].Source.File);
  }
  return Parts;
}

AnalyzedUnits banklint::analyzeUnits(const AnalysisRequest &Request,
                                     UnitResult (*Analyze)(const Unit &),
                                     MessageLog &Log, Progress *Shown) {
  AnalyzedUnits A;
  A.Units = Request.Units;
  std::vector<const Unit *> All;
  for (const Unit &U : A.Units)
    All.push_back(&U);
  A.Results = runUnits(All, Analyze, Request, Shown);
  std::map<size_t, std::vector<llvm::StringRef>> Parts;
  if (A.Units.size() > 1) {
    Parts = emptyParts(A);
    addLaunchesElsewhere(A.Units, Analyze, Request, Shown, A.Results);
  }
  if (Shown)
    Shown->clear();
  for (const auto &[Includer, Names] : Parts)
    noteParts(Names, A.Units[Includer].Source.File, Log);
  for (const UnitResult &Result : A.Results)
    logMessages(Result, Log);
  return A;
}

void banklint::analyzeAgain(const AnalysisRequest &Request,
                            llvm::ArrayRef<size_t> Which,
                            AnalyzedUnits &Units) {
  std::vector<const Unit *> Again;
  for (size_t I : Which)
    Again.push_back(&Units.Units[I]);
  std::vector<UnitResult> Results =
      runUnits(Again, analyzeUnit, Request, /*Shown=*/nullptr);
  for (auto [I, Result] : llvm::zip_equal(Which, Results))
    Units.Results[I] = std::move(Result);
}

Analysis banklint::finish(const AnalysisRequest &Request, Analysis A,
                          MessageLog &Log) {
  if (A.IsChecked)
    A = filter(Request, Request.Filter, std::move(A), Log);
  if (Request.Profiled)
    addMeasurements(*Request.Profiled, A.Result, Log);
  return A;
}

Analysis banklint::analyze(const AnalysisRequest &Request, MessageLog &Log,
                           Progress *Shown) {
  AnalyzedUnits Units = analyzeUnits(Request, analyzeUnit, Log, Shown);
  return finish(Request,
                check(Request, combine(Request, std::move(Units.Results)), Log),
                Log);
}

Analysis
banklint::analyze(const RunOptions &Options,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
  MessageLog Log;
  Analysis A;
  llvm::Expected<AnalysisRequest> Request =
      prepare(Options, std::move(Files), Log);
  if (Request)
    A = analyze(*Request, Log);
  else
    Log.error(Request.takeError());
  A.Messages = Log.all();
  return A;
}
