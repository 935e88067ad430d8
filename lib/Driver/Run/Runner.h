//===- Runner.h - The steps of a run ----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run prepares its tasks (PrepareRun.cpp), analyzes, checks and reports
// (Run.cpp), and fixes (RunFixes.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_DRIVER_RUN_RUNNER_H
#define BANKLINT_LIB_DRIVER_RUN_RUNNER_H

#include "banklint/Commands/TranslateCommands.h"
#include "banklint/Driver/Config/ConfigFiles.h"
#include "banklint/Driver/Filter/FindingFilter.h"
#include "banklint/Driver/Run/AnalyzeFile.h"
#include "banklint/Driver/Run/Run.h"
#include "llvm/ADT/StringSet.h"

namespace banklint {

class Runner {
public:
  Runner(const RunOptions &Options, llvm::raw_ostream &Out,
         llvm::raw_ostream &Err)
      : Options(Options), Out(Out), Err(Err) {}

  RunOutcome run(llvm::StringRef Version);
  RunFindings find();
  RunOutcome printPrograms(llvm::StringRef Kernel);

private:
  llvm::Error prepare();
  llvm::Error configure(SourceCommands &Commands,
                        std::vector<Config> &Configured);
  void chooseArchitecture(llvm::ArrayRef<TranslatedArguments> Translations,
                          llvm::ArrayRef<Config> Configured);
  llvm::Error findRules();
  void tellProblem(const SourceProblem &Problem);
  void analyze(const FileTask &Task,
               FileResult (*Analyze)(const FileTask &) = analyzeFile);
  bool check();
  bool analyzeAll();
  void skipUnreached();
  void filter();
  void warnOfMissingKernels();
  FixRules fixRules() const;
  bool mentionsAny(llvm::ArrayRef<std::string> Files,
                   const FixPlan &Plan) const;
  std::optional<Report> analyzeAgain(const FixPlan &Plan);
  void exportFixes(const FixPlan &Plan);
  void applyFixes(const FixPlan &Plan);
  void fix();
  void writeReport(llvm::raw_ostream &Stream);
  void write(llvm::function_ref<void(llvm::raw_ostream &)> Write);
  void tellFailures(void (*Summarize)(const Report &, llvm::raw_ostream &));

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

} // namespace banklint

#endif // BANKLINT_LIB_DRIVER_RUN_RUNNER_H
