//===- AnalyzeFile.cpp - From one source file to verdicts -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/AnalyzeFile.h"
#include "DisplayNames.h"
#include "banklint/Analysis/ReachedBounds.h"
#include "banklint/Program/TextForm.h"
#include "banklint/Support/ReadFile.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <chrono>
#include <tuple>

using namespace banklint;

static void fail(FileReport &File, llvm::StringRef Reason) {
  File.Status = FileStatus::Failed;
  File.FailureReason = Reason.str();
}

/// Where \p Task reads its files.
static llvm::vfs::FileSystem &filesOf(const FileTask &Task) {
  return Task.Frontend.Files ? *Task.Frontend.Files
                             : *llvm::vfs::getRealFileSystem();
}

/// Gives the parameters of \p Launch the values that the user states for them.
static void setParameters(const FileTask &Task, const KernelProgram &Program,
                          LaunchConfig &Launch) {
  Launch.Arguments.resize(Program.Parameters.size());
  for (const KernelConfig &Kernel : Task.Kernels) {
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

static KernelReport judgeKernel(const FileTask &Task, KernelProgram Program) {
  KernelReport Kernel;
  for (InferredLaunch &Launch : inferLaunches(Program, Task.Blocks)) {
    setParameters(Task, Program, Launch.Config);
    std::vector<Verdict> Verdicts =
        judge(Program, *Task.Arch, Launch.Config, Task.Budget);
    findReached(Program, *Task.Arch, Launch.Config, Task.Budget, Verdicts);
    Kernel.Launches.push_back({std::move(Launch), std::move(Verdicts)});
  }
  Kernel.Program = std::move(Program);
  return Kernel;
}

/// Parses \p Main.
static ParsedFile parseAs(const MainFile &Main, const FileTask &Task,
                          const FrontendOptions &Options) {
  ParsedFile Parsed = parseCudaFile(Main.ForClang, Task.Arguments,
                                    Task.Source.Directory, Options);
  useDisplayNames(Parsed, Main, Task.Source, filesOf(Task));
  return Parsed;
}

/// Parses the source, or the file that includes it.
static ParsedFile parse(const FileTask &Task, FileResult &Result) {
  const SourceCommand &Source = Task.Source;
  if (Source.Includer.empty())
    return parseAs(mainFileOf(Source), Task, Task.Frontend);
  FrontendOptions WithHeader = Task.Frontend;
  WithHeader.Header = Source.AbsolutePath;
  ParsedFile Parsed =
      parseAs({Source.Includer, Source.Includer}, Task, WithHeader);
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
  return parseAs(mainFileOf(Source), Task, Task.Frontend);
}

static void lower(const FileTask &Task, bool MentionsSharedMemory,
                  FileResult &Result) {
  ParsedFile Parsed = parse(Task, Result);
  FileReport &File = Result.File;
  File.ParseErrors = Parsed.ParseErrors;
  File.FirstParseError = std::move(Parsed.FirstParseError);
  File.MissingHeaders = std::move(Parsed.MissingHeaders);
  for (const SourceLine &Line : Parsed.LostShared)
    File.LostShared.push_back(Line.File + ":" + std::to_string(Line.Line));
  File.MayRaiseSharedLimit = Parsed.MayRaiseSharedLimit;
  File.CudaHeaders = spelling(Parsed.Headers).str();
  Result.SystemHeaders = std::move(Parsed.SystemHeaders);
  Result.FilesRead = std::move(Parsed.FilesRead);
  Result.Problems = std::move(Parsed.Problems);
  if (Parsed.Failure)
    return fail(File, *Parsed.Failure);
  if (Parsed.Kernels.empty()) {
    File.Status = FileStatus::NoSharedMemory;
    // Errors may have swallowed what there was to analyze.
    bool MaySwallow = !File.LostShared.empty() || !Parsed.HasDeviceCode ||
                      (Parsed.HasSharedMemory && Parsed.DeviceErrors) ||
                      (!Parsed.HasSharedMemory && MentionsSharedMemory);
    if (File.ParseErrors && MaySwallow)
      fail(File, counted(File.ParseErrors, "parse error") +
                     " and no kernel that uses shared memory; first: " +
                     File.FirstParseError);
    return;
  }
  for (KernelProgram &Program : Parsed.Kernels) {
    for (const std::string &Name : Program.Files)
      Result.Sources.read(Name, filesOf(Task));
    for (const LaunchSite &Launch : Program.Launches)
      Result.Sources.read(Launch.File, filesOf(Task));
    Result.Kernels.emplace_back().Program = std::move(Program);
  }
}

static void readAndLower(const FileTask &Task, FileResult &Result) {
  const SourceCommand &Source = Task.Source;
  llvm::Expected<std::string> Text =
      readFile(Source.AbsolutePath, filesOf(Task));
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
      filesOf(Task).status(Source.Directory);
  if (!Directory || !Directory->isDirectory())
    return fail(Result.File,
                "the directory of its compile command does not exist: '" +
                    Source.Directory + "'");
  bool MentionsSharedMemory = llvm::StringRef(*Text).contains("__shared__");
  Result.Sources.add(Source.File, Source.AbsolutePath, std::move(*Text));
  lower(Task, MentionsSharedMemory, Result);
}

FileResult banklint::lowerFile(const FileTask &Task) {
  FileResult Result;
  Result.File.File = Task.Source.File;
  Result.File.CudaHeaders = spelling(Task.Frontend.Headers).str();
  readAndLower(Task, Result);
  return Result;
}

FileResult banklint::analyzeFile(const FileTask &Task) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Start = Clock::now();
  FileResult Result = lowerFile(Task);
  for (KernelReport &Kernel : Result.Kernels)
    Kernel = judgeKernel(Task, std::move(Kernel.Program));
  Result.File.Seconds =
      std::chrono::duration<double>(Clock::now() - Start).count();
  return Result;
}

void banklint::orderKernels(std::vector<KernelReport> &Kernels,
                            bool MayRepeat) {
  llvm::sort(Kernels, [](const KernelReport &A, const KernelReport &B) {
    const KernelProgram &P = A.Program, &Q = B.Program;
    return std::make_tuple(P.fileOf(P.Span), P.Span.Line, P.Span.Column,
                           llvm::StringRef(P.Name)) <
           std::make_tuple(Q.fileOf(Q.Span), Q.Span.Line, Q.Span.Column,
                           llvm::StringRef(Q.Name));
  });
  if (!MayRepeat)
    return;
  llvm::StringSet<> Known;
  llvm::erase_if(Kernels, [&Known](const KernelReport &Kernel) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    print(Kernel.Program, OS);
    return !Known.insert(Text).second;
  });
}
