//===- ConfigCommands.cpp - Telling about the configuration ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/ConfigCommands.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/Documentation.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Config/ConfigFiles.h"
#include "banklint/Driver/Run/Console.h"
#include "banklint/Program/CompilerRules.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

static std::vector<llvm::StringRef> checkNames() {
  std::vector<llvm::StringRef> Names;
  for (const Check &Each : allChecks())
    Names.push_back(Each.Name);
  return Names;
}

static void listChecks(const FileRules &Rules, llvm::raw_ostream &Out) {
  Out << "Enabled checks:\n";
  for (const Check &Each : allChecks())
    if (Rules.isEnabled(Each.Name))
      Out << "    " << llvm::left_justify(Each.Name, 34) << Each.Summary
          << '\n';
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

/// Gives \p C what its overrides say of a file that has \p Rules.
static void applyRules(Config &C, const FileRules &Rules) {
  C.Checks = Rules.Checks;
  C.WarningsAsErrors = Rules.WarningsAsErrors;
  C.CheckOptions.Values = Rules.Options;
  C.Overrides.clear();
}

/// Verifies the configurations of \p Sources; each problem is reported once.
static ExitStatus verifyConfigs(llvm::ArrayRef<std::string> Sources,
                                ConfigFiles &Files, MessageLog &Log,
                                llvm::raw_ostream &Out) {
  for (const std::string &Source : Sources)
    if (llvm::Error Failure = Files.of(Source).takeError())
      Log.errorAt(llvm::toString(std::move(Failure)));
  if (!Log.hasErrors() && !Files.hasAny())
    Log.error("--verify-config: there is no .banklint in the directory of '" +
              Sources.front() + "' or a parent");
  if (Log.hasErrors())
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
  MessageLog Log = consoleLog(Options.IsQuiet, Err);
  const bool IsVerified = Files && Command == ConfigCommand::Verify;
  if (IsVerified)
    return verifyConfigs(Options.Sources.empty()
                             ? std::vector<std::string>{File}
                             : Options.Sources,
                         *Files, Log, Out);
  llvm::Expected<Config> C = Files ? Files->of(File) : Files.takeError();
  if (!C) {
    Log.error(C.takeError());
    return Command == ConfigCommand::Verify ? ExitFindings : ExitFailure;
  }
  const FileRules Rules = rulesOf(*C, absolutePath(File));
  switch (Command) {
  case ConfigCommand::ListChecks:
    listChecks(Rules, Out);
    return ExitClean;
  case ConfigCommand::Dump:
    if (!Options.Sources.empty())
      applyRules(*C, Rules);
    writeConfig(*C, Out);
    return ExitClean;
  case ConfigCommand::Explain:
    explain(*C, Rules, Out);
    return ExitClean;
  case ConfigCommand::Verify:
    break;
  }
  llvm_unreachable("covered switch");
}

/// Those of \p Known that a user may mean by \p Text: the one of that name,
/// with or without clang-tidy's "cuda-" and the "shared-" of all, else each
/// that contains it.
static std::vector<llvm::StringRef>
checksMeantBy(llvm::StringRef Text, llvm::ArrayRef<llvm::StringRef> Known) {
  Text.consume_front("cuda-");
  std::vector<llvm::StringRef> Fitting;
  for (llvm::StringRef Name : Known) {
    llvm::StringRef Own = Name;
    Own.consume_front("shared-");
    if (Text == Name || Text == Own)
      return {Name};
    if (Name.contains(Text))
      Fitting.push_back(Name);
  }
  return Fitting;
}

ExitStatus banklint::explainRule(llvm::StringRef Number, llvm::raw_ostream &Out,
                                 llvm::raw_ostream &Err) {
  const std::optional<CompilerRule> Rule =
      parseCompilerRule(Number.trim().upper());
  if (!Rule) {
    const llvm::ArrayRef<CompilerRuleText> All = compilerRules();
    Err << "banklint: error: --explain-rule: unknown rule '" << Number
        << "'; rules: "
        << llvm::join(
               llvm::map_range(
                   All, [](const CompilerRuleText &R) { return R.Number; }),
               ", ")
        << '\n';
    return ExitFailure;
  }
  const CompilerRuleText &Text = compilerRules()[static_cast<unsigned>(*Rule)];
  Out << "rule " << Text.Number << ": " << Text.Condition
      << "\nanswer:   " << Text.Answer << "\nevidence: " << Text.Evidence
      << " (nvcc 13.0, sm_90)\n"
      << "docs/compiler-model.md has all rules and what they mean.\n";
  return ExitClean;
}

ExitStatus banklint::explainReason(llvm::StringRef Code, llvm::raw_ostream &Out,
                                   llvm::raw_ostream &Err) {
  std::vector<llvm::StringRef> Known;
  for (const ReasonText &Each : documentedReasons()) {
    if (Each.Code == Code.trim()) {
      Out << Each.Code << ": " << Each.Cause << "\nremedy: " << Each.Remedy
          << '\n';
      return ExitClean;
    }
    Known.push_back(Each.Code);
  }
  Err << "banklint: error: --explain-reason: unknown reason '" << Code << "'"
      << didYouMean(Code, Known) << "; reasons: " << llvm::join(Known, ", ")
      << '\n';
  return ExitFailure;
}

ExitStatus banklint::explainCheck(llvm::StringRef Check, llvm::raw_ostream &Out,
                                  llvm::raw_ostream &Err) {
  const std::vector<llvm::StringRef> Known = checkNames();
  const std::vector<llvm::StringRef> Fitting = checksMeantBy(Check, Known);
  if (Fitting.size() == 1) {
    Out << documentationOf(Fitting.front());
    return ExitClean;
  }
  Err << "banklint: error: --explain-check: "
      << (Fitting.empty() ? "unknown check '" : "several checks match '")
      << Check << "'" << (Fitting.empty() ? didYouMean(Check, Known) : "")
      << "; checks: " << llvm::join(Fitting.empty() ? Known : Fitting, ", ")
      << '\n';
  return ExitFailure;
}
