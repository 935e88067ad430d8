//===- ConfigCommands.cpp - Telling about the configuration ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/ConfigCommands.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/Documentation.h"
#include "banklint/Driver/CheckNames.h"
#include "banklint/Driver/ConfigFiles.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static std::vector<llvm::StringRef> checkNames() {
  std::vector<llvm::StringRef> Names;
  for (const Check &Each : allChecks())
    Names.push_back(Each.Name);
  return Names;
}

void banklint::printFailure(llvm::Error Failure, llvm::raw_ostream &Err) {
  llvm::handleAllErrors(
      std::move(Failure),
      [&Err](const ConfigError &Problem) { Err << Problem.message() << '\n'; },
      [&Err](const llvm::ErrorInfoBase &Problem) {
        Err << "banklint: error: " << Problem.message() << '\n';
      });
}

static void listChecks(const FileRules &Rules, llvm::raw_ostream &Out) {
  Out << "Enabled checks:\n";
  for (llvm::StringRef Name : checkNames())
    if (Rules.isEnabled(Name))
      Out << "    " << Name << '\n';
}

/// Who decides on each check: the last that mentions it.
static void explain(const Config &C, const FileRules &Rules,
                    llvm::raw_ostream &Out) {
  for (llvm::StringRef Name : checkNames()) {
    if (!Rules.isEnabled(Name))
      continue;
    // What is selected after "*" but not after "-*" is not mentioned.
    auto Mentions = [Name](const CheckSource &Source) {
      return isSelected("*," + Source.Globs, Name) ==
             isSelected("-*," + Source.Globs, Name);
    };
    auto Last = llvm::find_if(llvm::reverse(C.CheckSources), Mentions);
    Out << "'" << Name << "' is enabled in "
        << (isSelected(C.Checks, Name) ? llvm::StringRef(Last->Name)
                                       : "an override")
        << ".\n";
  }
}

/// Warns of globs in \p Globs that match no check; true if there are some.
static bool verifyGlobs(llvm::StringRef Key, llvm::StringRef Source,
                        llvm::StringRef Globs, llvm::raw_ostream &Err) {
  bool IsWrong = false;
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  Globs.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef Part : Parts) {
    llvm::StringRef Glob = Part.trim();
    Glob.consume_front("-");
    if (llvm::any_of(checkNames(), [Glob](llvm::StringRef Name) {
          return isSelected(Glob, Name);
        }))
      continue;
    IsWrong = true;
    Err << Source << ": warning: " << Key << ": no check matches '" << Glob
        << "'" << didYouMean(Glob, checkNames()) << '\n';
  }
  return IsWrong;
}

static ExitStatus verifyConfig(const Config &C, llvm::raw_ostream &Out,
                               llvm::raw_ostream &Err) {
  bool IsWrong = false;
  for (const CheckSource &Source : C.CheckSources)
    IsWrong |= verifyGlobs("Checks", Source.Name, Source.Globs, Err);
  IsWrong |=
      verifyGlobs("WarningsAsErrors", "banklint", C.WarningsAsErrors, Err);
  for (const PathOverride &Override : C.Overrides) {
    IsWrong |=
        verifyGlobs("Checks of the override '" + Override.Path.Text + "'",
                    "banklint", Override.Checks, Err);
    IsWrong |= verifyGlobs("WarningsAsErrors of the override '" +
                               Override.Path.Text + "'",
                           "banklint", Override.WarningsAsErrors, Err);
  }
  if (IsWrong)
    return ExitFindings;
  Out << "No config errors detected.\n";
  return ExitClean;
}

ExitStatus banklint::runConfigCommand(ConfigCommand Command,
                                      const RunOptions &Options,
                                      llvm::raw_ostream &Out,
                                      llvm::raw_ostream &Err) {
  const std::string File =
      Options.Sources.empty() ? "source.cu" : Options.Sources.front();
  llvm::Expected<ConfigFiles> Files = ConfigFiles::create(Options);
  llvm::Expected<Config> C = Files ? Files->of(File) : Files.takeError();
  if (!C) {
    printFailure(C.takeError(), Err);
    return Command == ConfigCommand::Verify ? ExitFindings : ExitFailure;
  }
  llvm::append_range(C->ExtraArgs, Options.ExtraArgs);
  llvm::append_range(C->ExtraArgsBefore, Options.ExtraArgsBefore);
  const FileRules Rules = rulesOf(*C, absolutePath(File));
  switch (Command) {
  case ConfigCommand::ListChecks:
    listChecks(Rules, Out);
    return ExitClean;
  case ConfigCommand::Dump:
    writeConfig(*C, Out);
    return ExitClean;
  case ConfigCommand::Explain:
    explain(*C, Rules, Out);
    return ExitClean;
  case ConfigCommand::Verify:
    return verifyConfig(*C, Out, Err);
  }
  llvm_unreachable("covered switch");
}

ExitStatus banklint::explainCheck(llvm::StringRef Check, llvm::raw_ostream &Out,
                                  llvm::raw_ostream &Err) {
  const llvm::StringRef Page = documentationOf(Check);
  if (Page.empty()) {
    Err << "banklint: error: --explain-check: there is no check '" << Check
        << "'" << didYouMean(Check, checkNames()) << '\n';
    return ExitFailure;
  }
  Out << Page;
  return ExitClean;
}
