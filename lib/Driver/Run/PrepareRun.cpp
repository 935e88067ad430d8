//===- PrepareRun.cpp - What a run is to look at --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Run/ChangeReach.h"
#include "banklint/Driver/Run/ConfigCommands.h"
#include "banklint/Driver/Run/Toolkit.h"
#include "banklint/Driver/Run/WriteReport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

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
      note("ignored unknown architecture '" + *Translated.Arch +
           "' of the compile command");
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
    // Files that an override leaves out are silent, as meant.
    const FileRules Rules = rulesOf(*Own, Source.AbsolutePath);
    RunsAny |= llvm::any_of(allChecks(), [&](const Check &Each) {
      return Rules.isEnabled(Each.Name) || isSelected(Own->Checks, Each.Name);
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
      "; available checks: " + Names);
}

/// Finds all that can go wrong before the first file is looked at.
llvm::Error Runner::prepare() {
  llvm::Expected<ConfigFiles> Files = ConfigFiles::create(Options);
  if (!Files)
    return Files.takeError();
  Configs = std::move(*Files);
  llvm::Expected<FindingFilter> Chosen = FindingFilter::create(Options.Filter);
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
    note("skipped " + counted(Skipped, "file") +
         " that the changed lines do not affect");
}
