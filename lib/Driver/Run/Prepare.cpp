//===- Prepare.cpp - What a run is to analyze -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Prepare.h"
#include "StandardSource.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Commands/TranslateCommands.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Run/ChangeReach.h"
#include "banklint/Driver/Run/Measurements.h"
#include "banklint/Driver/Run/Toolkit.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace banklint;

/// All units are analyzed for one architecture: the newest that is asked for.
static const Architecture *
chooseArchitecture(llvm::ArrayRef<TranslatedArguments> Translations,
                   llvm::ArrayRef<Config> Configured, MessageLog &Log) {
  const Architecture *Arch = nullptr;
  for (const Config &Own : Configured)
    if (Own.Arch)
      Arch = std::max(Arch, findArchitecture(Own.Arch->Text));
  if (Arch)
    return Arch;
  std::vector<const Architecture *> Named;
  std::set<std::string> Unknown;
  for (const TranslatedArguments &Translated : Translations) {
    if (!Translated.Arch)
      continue;
    if (const Architecture *Known = findArchitecture(*Translated.Arch))
      Named.push_back(Known);
    else if (Unknown.insert(*Translated.Arch).second)
      Log.note("ignored unknown architecture '" + *Translated.Arch +
               "' of the compile commands");
  }
  // Rows of one table, oldest first.
  llvm::sort(Named);
  Named.erase(llvm::unique(Named), Named.end());
  Arch = Named.empty() ? findArchitecture(defaultArchitectureName())
                       : Named.back();
  if (Named.size() > 1)
    Log.note("the files are compiled for different architectures; all are "
             "analyzed for " +
             Arch->Name);
  return Arch;
}

/// Adds the arguments that \p Own has around \p Command.
static std::vector<std::string>
withExtraArguments(const Config &Own, std::vector<std::string> Command) {
  std::vector<std::string> Result = Own.ExtraArgsBefore;
  llvm::append_range(Result, Command);
  llvm::append_range(Result, Own.ExtraArgs);
  return Result;
}

/// True if a check runs on \p File or would without an override, since files
/// that an override leaves out are silent, as meant.
static bool runsAnyCheck(const Config &Own, llvm::StringRef File) {
  const FileRules Rules = rulesOf(Own, File);
  return llvm::any_of(allChecks(), [&](const Check &Each) {
    return Rules.isEnabled(Each.Name) || isSelected(Own.Checks, Each.Name);
  });
}

static llvm::Error noCheckRuns(const RunOptions &Options) {
  std::string Names;
  for (const Check &Each : allChecks())
    Names += (Names.empty() ? "" : ", ") + Each.Name.str();
  return llvm::createStringError(
      (Options.Checks.empty()
           ? std::string("no checks enabled by the configuration")
           : "no checks enabled by --checks='" + Options.Checks + "'") +
      "; available checks: " + Names);
}

/// The configurations of \p Sources, one each. Fails if no check runs in any
/// of them.
static llvm::Expected<std::vector<Config>>
configure(llvm::ArrayRef<SourceCommand> Sources, const RunOptions &Options,
          ConfigFiles &Configs) {
  std::vector<Config> Configured;
  bool RunsAny = false;
  for (const SourceCommand &Source : Sources) {
    llvm::Expected<Config> Own = Configs.of(Source.AbsolutePath);
    if (!Own)
      return Own.takeError();
    RunsAny |= runsAnyCheck(*Own, Source.AbsolutePath);
    Configured.push_back(std::move(*Own));
  }
  if (!RunsAny)
    return noCheckRuns(Options);
  return Configured;
}

/// The rules that sources and configurations have; the first configuration with
/// a filter of headers counts.
static FixRules fixRules(llvm::ArrayRef<Unit> Units,
                         llvm::ArrayRef<Config> Configured) {
  FixRules Rules;
  for (const Unit &U : Units)
    Rules.MainFiles.insert(U.Source.File);
  for (const Config &Own : Configured) {
    if (Rules.HeaderFilter.empty() && Own.HeaderFilterRegex)
      Rules.HeaderFilter = Own.HeaderFilterRegex->Text;
    if (Rules.ExcludeHeaderFilter.empty() && Own.ExcludeHeaderFilterRegex)
      Rules.ExcludeHeaderFilter = Own.ExcludeHeaderFilterRegex->Text;
  }
  return Rules;
}

/// A day is enough for any work, and no multiple of it overflows.
static std::chrono::seconds timeLimit(const RunOptions &Options) {
  return std::min<std::chrono::seconds>(Options.TimeLimit,
                                        std::chrono::hours(24));
}

static Unit makeUnit(SourceCommand Source, const TranslatedArguments &ForClang,
                     const Config &Own, const RunOptions &Options,
                     const FrontendOptions &Frontend,
                     const Architecture *Arch) {
  Unit U;
  U.Source = std::move(Source);
  // The host compilers' own, and hence nvcc's and Clang's; a standard of the
  // command comes later and wins.
  U.Arguments = {"-std=gnu++17"};
  llvm::append_range(U.Arguments, ForClang.Arguments);
  U.Frontend = Frontend;
  U.Frontend.MayAssumeStandard =
      llvm::none_of(ForClang.Arguments, [](llvm::StringRef Argument) {
        return Argument.starts_with("-std") || Argument.starts_with("--std");
      });
  U.Arch = Arch;
  U.Blocks = blocksOf(Own, Options.Blocks);
  U.Kernels = Own.Kernels;
  U.Frontend.Instances = Options.Instances;
  for (const KernelConfig &Kernel : Own.Kernels)
    for (const std::string &Arguments : Kernel.Instantiate)
      U.Frontend.Instances.push_back({Kernel.Name, Arguments});
  U.Budget = Options.Budget;
  U.TimeLimit = timeLimit(Options);
  return U;
}

/// Drops the units that the changed lines do not affect.
static void skipUnreached(AnalysisRequest &Request, MessageLog &Log) {
  if (!Request.Filter.changedLines())
    return;
  ChangeReach Reach(*Request.Filter.changedLines());
  const size_t All = Request.Units.size();
  llvm::erase_if(Request.Units,
                 [&Reach](const Unit &U) { return !Reach.mayReach(U); });
  const size_t Skipped = All - Request.Units.size();
  Request.IsPartial = Skipped != 0;
  if (Skipped)
    Log.note("skipped " + counted(Skipped, "file") +
             " that the changed lines do not affect");
}

/// Finds the units of \p Commands and adds them to \p Request.
static llvm::Error addUnits(const RunOptions &Options, SourceCommands Commands,
                            FrontendOptions Frontend, AnalysisRequest &Request,
                            MessageLog &Log) {
  llvm::Expected<std::vector<Config>> Configured =
      configure(Commands.Sources, Options, Request.Configs);
  if (!Configured)
    return Configured.takeError();
  for (auto [Source, Own] : llvm::zip_equal(Commands.Sources, *Configured))
    Source.Command = withExtraArguments(Own, std::move(Source.Command));
  const TranslatedCommands Translated = translateCommands(Commands.Sources);
  for (const std::string &Note : Commands.Notes)
    Log.note(Note);
  for (const std::string &Note : Translated.Notes)
    Log.note(Note);
  Request.Arch = chooseArchitecture(Translated.OfSources, *Configured, Log);
  Frontend.Arch = Request.Arch->Name.str();
  Frontend.WantsLaunches = Commands.Sources.size() > 1;
  for (auto [Source, ForClang, Own] :
       llvm::zip_equal(Commands.Sources, Translated.OfSources, *Configured))
    Request.Units.push_back(makeUnit(std::move(Source), ForClang, Own, Options,
                                     Frontend, Request.Arch));
  for (Unit &U : Request.Units)
    U.Profiled = Request.Profiled;
  skipUnreached(Request, Log);
  Request.Fixes = fixRules(Request.Units, *Configured);
  return llvm::Error::success();
}

llvm::Expected<AnalysisRequest>
banklint::prepare(RunOptions Options,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                  MessageLog &Log) {
  if (llvm::Error Failure = takeStandardInput(Options, Files))
    return Failure;
  AnalysisRequest Request;
  Request.Checks = Options.Checks;
  Request.Budget = Options.Budget;
  Request.TimeLimit = timeLimit(Options);
  Request.Jobs = Options.Jobs;
  if (!Options.Profiles.empty()) {
    llvm::Expected<Profile> Read = readProfileFiles(Options.Profiles, Log);
    if (!Read)
      return Read.takeError();
    Request.Profiled = std::make_shared<const Profile>(std::move(*Read));
  }
  if (llvm::Error Failure =
          ConfigFiles::create(Options).moveInto(Request.Configs))
    return Failure;
  if (llvm::Error Failure =
          FindingFilter::create(Options.Filter).moveInto(Request.Filter))
    return Failure;
  for (const std::string &Warning : Request.Filter.warnings())
    Log.warn(Warning);
  llvm::Expected<FrontendOptions> Frontend = chooseHeaders(Options);
  if (!Frontend)
    return Frontend.takeError();
  Frontend->Files = std::move(Files);
  llvm::Expected<SourceCommands> Commands = findCommands(Options);
  if (!Commands)
    return Commands.takeError();
  for (const std::string &Problem : Commands->Errors)
    Log.error(Problem);
  for (const std::string &Warning : Commands->Warnings)
    Log.warn(Warning);
  if (llvm::Error Failure = addUnits(Options, std::move(*Commands),
                                     std::move(*Frontend), Request, Log))
    return Failure;
  return Request;
}
