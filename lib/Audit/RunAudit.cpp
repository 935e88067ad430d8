//===- RunAudit.cpp - The audit of a code base ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AuditOutput.h"
#include "DocumentNames.h"
#include "RunOrigin.h"
#include "Shards.h"
#include "UnitDocument.h"
#include "banklint/Audit/Audit.h"
#include "banklint/Audit/RecordCache.h"
#include "banklint/Audit/TreeHeaders.h"
#include "banklint/Commands/SelectFiles.h"
#include "banklint/Driver/Run/Includers.h"
#include "banklint/Driver/Run/Jobs.h"
#include "banklint/Driver/Run/Progress.h"
#include "banklint/Driver/Run/ReportCauses.h"
#include "banklint/Driver/Run/WriteReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <set>

using namespace banklint;
namespace json = llvm::json;

/// Why a unit has no result.
static std::string reasonOf(const WorkerResult &Result,
                            const WorkerLimits &Limits) {
  switch (Result.End) {
  case WorkerEnd::Finished:
    return "the worker wrote no report";
  case WorkerEnd::OutOfTime:
    return "the limit of " + std::to_string(Limits.Time.count()) +
           " s for a file was reached";
  case WorkerEnd::OutOfMemory:
    return "the limit of " + std::to_string(Limits.Memory >> 20) +
           " MiB of memory for a file was reached";
  case WorkerEnd::Crashed:
    return "the analysis crashed (" + Result.Detail + ")";
  case WorkerEnd::Killed:
    return "the worker was killed from outside";
  case WorkerEnd::NotStarted:
    return "no worker could be started: " + Result.Detail;
  }
  llvm_unreachable("covered switch");
}

namespace {

/// The documents of all units, made by workers or taken from the cache.
class UnitRuns {
public:
  UnitRuns(const AuditOptions &Options, llvm::StringRef Version,
           llvm::StringRef Root, AnalysisRequest &Request, Spool &Texts,
           MessageLog &Log, llvm::raw_ostream &Err);

  /// Analyzes all units, then again those whose kernels others launch.
  llvm::Error run();

  /// Each once.
  std::vector<std::string> filesRead() const;

  /// Of the units in their order; nothing for those that were not reached.
  std::vector<std::optional<SpoolSlice>> Documents;
  std::vector<UnitSupplement> Supplements;
  /// Of those that are parts of others, by number.
  std::vector<std::optional<size_t>> Includers;
  size_t Cached = 0;
  /// The signal that ended the run, or 0.
  int Signal = 0;
  bool HasMachineFailed = false;

private:
  llvm::Error runSome(std::vector<size_t> Units);
  std::vector<std::pair<size_t, WorkerResult>>
  work(llvm::ArrayRef<size_t> Units, unsigned Jobs);
  bool take(size_t Unit, llvm::StringRef Text, bool IsFromCache);
  void fail(size_t Unit, const WorkerResult &Result);
  std::string keyOf(const Unit &U) const;

  const AuditOptions &Options;
  const std::string Version;
  InterruptGuard Interrupts;
  AnalysisRequest &Request;
  Spool &Texts;
  MessageLog &Log;
  std::optional<RecordCache> Cache;
  Progress Shown;
  std::string OptionsKey;
  llvm::Error Failure = llvm::Error::success();
};

} // namespace

/// What compilers read besides files and options.
static std::string environmentKey() {
  std::string Key;
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    Key += llvm::sys::Process::GetEnv(Name).value_or("") + "\n";
  return Key;
}

/// Equal for equal programs.
static std::string programKey() {
  const std::string Path = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  const auto Bytes = llvm::MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return Bytes ? llvm::utohexstr(contentHash((*Bytes)->getBuffer())) : Path;
}

UnitRuns::UnitRuns(const AuditOptions &Options, llvm::StringRef Version,
                   llvm::StringRef Root, AnalysisRequest &Request, Spool &Texts,
                   MessageLog &Log, llvm::raw_ostream &Err)
    : Documents(Request.Units.size()), Supplements(Request.Units.size()),
      Options(Options), Version(Version), Request(Request), Texts(Texts),
      Log(Log),
      Shown(Options.Run.IsQuiet ? nullptr : &Err, Options.Run.ShowsProgress) {
  cantFail(std::move(Failure));
  if (Options.CacheDirectory.empty())
    return;
  Cache.emplace(Options.CacheDirectory,
                [&Log](const std::string &Problem) { Log.warn(Problem); });
  llvm::SmallString<128> Here;
  (void)llvm::sys::fs::current_path(Here);
  OptionsKey = programKey() + "\n" + Here.str().str() + "\n" + Root.str() +
               "\n" + environmentKey() + Options.Key;
}

/// All that the result of \p U depends on but files.
std::string UnitRuns::keyOf(const Unit &U) const {
  std::string Key = OptionsKey;
  const auto Add = [&Key](const llvm::Twine &Text) {
    Key += '\n';
    Key += Text.str();
  };
  const SourceCommand &Source = U.Source;
  Add(Source.File);
  Add(Source.AbsolutePath);
  Add(Source.Directory);
  Add(Source.Includer);
  Add(Source.HasCommand ? "has a command" : "");
  for (const HeaderName &Header : Source.Headers)
    Add(Header.File + " " + Header.AbsolutePath);
  for (const std::string &Argument : U.Arguments)
    Add(Argument);
  for (const std::string &Directory : U.Frontend.LastDirectories)
    Add("-last " + Directory);
  Add(U.Frontend.Arch);
  Add(spelling(U.Frontend.Headers) + U.Frontend.ToolkitPath);
  Add(U.Arch->Name);
  for (const KernelLaunch &Launch : U.LaunchesElsewhere)
    Add(llvm::formatv("{0}", toJSON(Launch)).str());
  return Key;
}

/// Keeps \p Text as the document of \p Unit. False if it is none.
bool UnitRuns::take(size_t Unit, llvm::StringRef Text, bool IsFromCache) {
  llvm::Expected<json::Value> Document = json::parse(partsOf(Text).Report);
  if (!Document) {
    llvm::consumeError(Document.takeError());
    return false;
  }
  const json::Object *Object = Document->getAsObject();
  llvm::Expected<UnitSupplement> Supplement =
      Object ? supplementOf(*Object) : llvm::createStringError("not an object");
  if (!Supplement) {
    llvm::consumeError(Supplement.takeError());
    return false;
  }
  if (Cache && !IsFromCache)
    Cache->store(keyOf(Request.Units[Unit]), Text, Supplement->States);
  const json::Array *Findings = Object->getArray("findings");
  Shown.addUnit(Findings ? Findings->size() : 0, false);
  Supplements[Unit] = std::move(*Supplement);
  llvm::Expected<SpoolSlice> Slice = Texts.append(Text);
  if (Slice)
    Documents[Unit] = *Slice;
  else
    Failure = llvm::joinErrors(std::move(Failure), Slice.takeError());
  return true;
}

void UnitRuns::fail(size_t Unit, const WorkerResult &Result) {
  const auto &U = Request.Units[Unit];
  HasMachineFailed |=
      Result.End == WorkerEnd::Killed || Result.End == WorkerEnd::NotStarted;
  const std::string Reason = reasonOf(Result, Options.Limits);
  Shown.addUnit(0, true);
  // What the first analysis says is right as far as it goes.
  if (Documents[Unit]) {
    Log.warn("launches of other files were not considered in '" +
             U.Source.File + "': " + Reason);
    return;
  }
  const std::string Text =
      llvm::formatv("{0}", json::Value(failedDocument(U, Version, Reason)));
  llvm::Expected<SpoolSlice> Slice = Texts.append(Text);
  if (Slice)
    Documents[Unit] = *Slice;
  else
    Failure = llvm::joinErrors(std::move(Failure), Slice.takeError());
}

/// Has workers analyze \p Units. Returns those that failed.
std::vector<std::pair<size_t, WorkerResult>>
UnitRuns::work(llvm::ArrayRef<size_t> Units, unsigned Jobs) {
  std::vector<std::pair<size_t, WorkerResult>> Failed;
  const auto Task = [&](size_t I, llvm::raw_ostream &OS) {
    // This process has its own copy.
    std::vector<Unit> Only = {std::move(Request.Units[Units[I]])};
    Request.Units = std::move(Only);
    writeUnitDocument(Request, Version, OS);
  };
  const auto OnEnd = [&](size_t I, WorkerResult Result) {
    if (Result.End != WorkerEnd::Finished ||
        !take(Units[I], Result.Output, /*IsFromCache=*/false)) {
      Result.Output.clear();
      Failed.push_back({Units[I], std::move(Result)});
    }
  };
  const auto OnTick = [&] { Shown.show(); };
  Signal = runWorkers(Units.size(), Jobs, Options.Limits, {Task, OnEnd, OnTick},
                      Interrupts);
  return Failed;
}

llvm::Error UnitRuns::runSome(std::vector<size_t> Units) {
  Shown.expect(Units.size());
  if (Cache)
    llvm::erase_if(Units, [&](size_t Unit) {
      Signal = Interrupts.signal();
      if (Signal)
        return false;
      const std::optional<std::string> Text =
          Cache->find(keyOf(Request.Units[Unit]));
      const bool IsThere = Text && take(Unit, *Text, /*IsFromCache=*/true);
      Cached += IsThere;
      return IsThere;
    });
  if (Signal)
    return std::exchange(Failure, llvm::Error::success());
  // Large files first, so that none is left for the end.
  std::vector<std::pair<uint64_t, size_t>> BySize;
  for (size_t Unit : Units) {
    uint64_t Size = 0;
    (void)llvm::sys::fs::file_size(Request.Units[Unit].Source.mainPath(), Size);
    BySize.push_back({Size, Unit});
  }
  llvm::stable_sort(
      BySize, [](const auto &A, const auto &B) { return A.first > B.first; });
  for (auto [Unit, Sized] : llvm::zip_equal(Units, BySize))
    Unit = Sized.second;
  auto Failed = work(Units, chooseJobs(Options.Run.Jobs));
  llvm::sort(Failed, llvm::less_first());
  // Others may have taken what a worker lacked.
  bool CanStart = true;
  for (auto &[Unit, Result] : Failed) {
    if (Signal)
      break;
    auto Again = CanStart ? work(Unit, /*Jobs=*/1)
                          : std::vector{std::pair(Unit, std::move(Result))};
    if (Again.empty())
      continue;
    CanStart &= Again.front().second.End != WorkerEnd::NotStarted;
    fail(Unit, Again.front().second);
  }
  Shown.show();
  return std::exchange(Failure, llvm::Error::success());
}

llvm::Error UnitRuns::run() {
  std::vector<size_t> All(Request.Units.size());
  for (size_t I = 0; I != All.size(); ++I)
    All[I] = I;
  if (llvm::Error Problem = runSome(std::move(All)))
    return Problem;
  std::vector<UnitFiles> Files;
  for (const UnitSupplement &Supplement : Supplements)
    Files.push_back({Supplement.States, Supplement.IsBroken});
  Includers = findIncluders(Request.Units, Files);
  if (Signal)
    return llvm::Error::success();
  // What a part launches, and what launches it, counts where it is included.
  std::vector<UnitLaunches> Launches;
  for (const auto &[Supplement, Includer] :
       llvm::zip_equal(Supplements, Includers))
    Launches.push_back(Includer ? UnitLaunches() : Supplement.Launches);
  std::vector<std::vector<KernelLaunch>> Elsewhere =
      launchesElsewhere(Launches);
  std::vector<size_t> Again;
  for (auto [I, Own] : llvm::enumerate(Elsewhere))
    if (!Own.empty()) {
      Request.Units[I].LaunchesElsewhere = std::move(Own);
      Again.push_back(I);
    }
  if (llvm::Error Problem = runSome(std::move(Again)))
    return Problem;
  Shown.clear();
  if (Cache)
    Cache->prune();
  return llvm::Error::success();
}

std::vector<std::string> UnitRuns::filesRead() const {
  std::set<std::string> Paths;
  for (const UnitSupplement &Supplement : Supplements)
    for (const FileState &State : Supplement.States)
      if (State.Hash)
        Paths.insert(State.Path);
  return {Paths.begin(), Paths.end()};
}

/// Adds the documents to \p Data in the order of the units, and logs their
/// messages.
static llvm::Error collect(const UnitRuns &Runs, const AnalysisRequest &Request,
                           const Spool &Texts, llvm::StringRef Version,
                           DocumentNames &Names, MessageLog &Log,
                           AuditData &Data) {
  for (auto [U, Slice, Supplement, Includer] : llvm::zip_equal(
           Request.Units, Runs.Documents, Runs.Supplements, Runs.Includers)) {
    if (!Slice) {
      if (llvm::Error Failure =
              Data.add(failedDocument(U, Version, NotReached)))
        return Failure;
      continue;
    }
    // What is wrong with a part alone is not wrong with the code.
    if (!Includer)
      for (const RunMessage &Message : Supplement.Messages)
        Log.add(Message);
    llvm::Expected<std::string> Text = Texts.read(*Slice);
    if (!Text)
      return Text.takeError();
    if (llvm::Error Failure = addUnitDocument(
            *Text, Includer ? Request.Units[*Includer].Source.File : "", Names,
            Data))
      return Failure;
  }
  return llvm::Error::success();
}

/// Lets \p Units, which have no compile commands, find the headers that lie
/// below the audited directories, after all others: options that were added to
/// the commands come first.
static void addTreeHeaders(std::vector<Unit> &Units, TreeHeaders &Headers,
                           MessageLog &Log) {
  std::set<std::string> All;
  size_t Count = 0;
  for (Unit &U : Units) {
    std::vector<std::string> &Directories = U.Frontend.LastDirectories;
    Directories = Headers.directoriesFor(U.Source.AbsolutePath);
    Count += !Directories.empty();
    All.insert(Directories.begin(), Directories.end());
  }
  if (Count != 0)
    Log.note("no compile command names the include directories of " +
             counted(Count, "file") +
             "; headers were looked for below the audited " +
             "directories, and found in " + std::to_string(All.size()) +
             " of them; use -p to take commands from a compilation database");
}

/// Drops those of \p Sources that do not exist, which are errors. Fails if none
/// is left.
static llvm::Error dropMissing(std::vector<std::string> &Sources,
                               MessageLog &Log) {
  std::vector<std::string> Missing;
  llvm::erase_if(Sources, [&Missing](const std::string &Path) {
    if (Path == StandardInput || selectsFiles(Path) ||
        llvm::sys::fs::exists(Path))
      return false;
    Missing.push_back("'" + Path + "': no such file or directory");
    return true;
  });
  if (Sources.empty() && !Missing.empty())
    return llvm::createStringError(llvm::join(Missing, "; "));
  for (const std::string &Problem : Missing)
    Log.error(Problem);
  return llvm::Error::success();
}

static llvm::Expected<AnalysisRequest> prepareAudit(const AuditOptions &Options,
                                                    TreeHeaders &Headers,
                                                    MessageLog &Log) {
  RunOptions Own = Options.Run;
  if (llvm::Error Failure = dropMissing(Own.Sources, Log))
    return Failure;
  llvm::Expected<AnalysisRequest> Request =
      prepare(Own, /*Files=*/nullptr, Log);
  if (!Request)
    return Request;
  if (Own.BuildPath.empty() && Options.FindsHeaders)
    addTreeHeaders(Request->Units, Headers, Log);
  for (Unit &U : Request->Units)
    U.Frontend.WantsLaunches = true;
  return Request;
}

int banklint::runAudit(const AuditOptions &Options, llvm::StringRef Version,
                       llvm::raw_ostream &Out, llvm::raw_ostream &Err) {
  MessageLog Log = consoleLog(Options.Run.IsQuiet, Err);
  const auto Fail = [&Log](llvm::Error Failure, int Status) {
    Log.error(std::move(Failure));
    return Status;
  };
  TreeHeaders Headers(Options.Run.Sources);
  llvm::Expected<AnalysisRequest> Request = prepareAudit(Options, Headers, Log);
  if (!Request)
    return Fail(Request.takeError(), AuditFailure);
  llvm::Expected<std::string> Root = findReportRoot(Options.Run);
  if (!Root)
    return Fail(Root.takeError(), AuditFailure);
  const AuditOutput Output = {Options.Run.Format, Options.Run.OutputFile,
                              Options.Html, Options.Command,
                              Options.Run.IsQuiet};
  std::vector<std::string> Sources;
  for (const Unit &U : Request->Units)
    Sources.push_back(U.Source.AbsolutePath);
  if (llvm::Error Failure = checkTargets(Output, Sources))
    return Fail(std::move(Failure), AuditFailure);
  DocumentNames Names(Request->Units);
  AuditRun Run;
  Run.Shard = takeShard(Options, *Root, *Request);
  Run.Units = Request->Units.size();
  Run.Origin = originOf(Sources);
  llvm::Expected<Spool> Texts = Spool::create();
  llvm::Expected<Spool> Kept = Spool::create();
  if (!Texts || !Kept)
    return Fail(llvm::joinErrors(Texts.takeError(), Kept.takeError()),
                AuditMachineFailure);
  UnitRuns Runs(Options, Version, *Root, *Request, *Texts, Log, Err);
  if (llvm::Error Failure = Runs.run())
    return Fail(std::move(Failure), AuditMachineFailure);
  Run.IsComplete = Runs.Signal == 0;
  AuditData Data(std::move(*Kept));
  Data.Arch = Request->Arch->Name.str();
  if (llvm::Error Failure =
          collect(Runs, *Request, *Texts, Version, Names, Log, Data))
    return Fail(std::move(Failure), AuditMachineFailure);
  Data.Version = Version.str();
  const std::vector<std::string> Checkout = pathsOfCheckout();
  TreeHeaders Around(Checkout);
  Data.finish([&](llvm::StringRef Header, llvm::StringRef Source) {
    std::string Directory = Headers.likelyDirectory(Header, Source);
    return Directory.empty() ? Around.likelyDirectory(Header, Source)
                             : Directory;
  });
  std::vector<llvm::StringRef> Standards;
  for (const AuditFile &File : Data.Files)
    Standards.push_back(File.AssumedStandard);
  noteStandards(Standards, Log);
  if (Runs.Cached)
    Log.note("took " + counted(Runs.Cached, "result") + " from the cache");
  // Which headers there are is known by now.
  if (llvm::Error Failure = checkTargets(Output, Runs.filesRead()))
    return Fail(std::move(Failure), AuditFailure);
  const int Status = writeAudit(Data, Run, Output, Log, Out);
  if (Runs.Signal)
    return 128 + Runs.Signal;
  return Runs.HasMachineFailed ? AuditMachineFailure : Status;
}
