//===- Analysis.h - From units to findings ----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seam between the analysis and the programs that show its results: the
// command line, the module for clang-tidy, an editor. One call,
//
//   Analysis A = analyze(Options, Files);
//
// takes a command (CommandOptions::Sources and FixedCommand, or a compilation
// database), the contents of files, a configuration (RunOptions::Config and the
// options that override it) and a budget (TimeLimit, Budget), and returns all
// that any of them shows. It consists of steps from value to value, which a
// program may call one by one, to run them elsewhere or to reuse their results:
//
//   step         takes                   gives
//   prepare      options, files          AnalysisRequest: units, rules, filter
//   analyzeUnit  a Unit                  UnitResult: kernels with verdicts;
//                                       once more where launchesElsewhere
//                                       has something for it
//   combine      all UnitResults         Analysis without findings
//   check        Analysis                Analysis with findings
//   filter       Analysis                Analysis, accepted findings set apart,
//                                       the others grouped by cause
//   writeReport  Analysis                text, JSON, SARIF, ...
//
// Fixing plans edits from an Analysis, and to verify them calls analyzeUnit
// again for the units that the edits concern, and combine and check for all.
// The report of such a run is of the fixed code.
//
// Invariants
//
// - Files in memory hide those on the disk in every step that reads a source or
//   a header. Compilation databases, configuration files, baselines and diffs
//   are read from the disk.
// - Findings refer to Analysis::Sources by byte, whatever becomes of the files.
// - Report::Files has an entry for each unit, in their order, and Units as
// well.
// - The result depends neither on the order in which units are analyzed nor on
//   how many are at the same time.
// - Nothing is written but a new baseline, by filter.
//
// Threads: analyzeUnit may run on any number of threads. All other steps need
// the thread that owns the process's working directory, to which names of files
// are relative. check runs on a thread of its own and waits for it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_ANALYSIS_H
#define BANKLINT_DRIVER_RUN_ANALYSIS_H

#include "banklint/Driver/Run/Prepare.h"

namespace banklint {

class Progress;

/// What a unit has to do with.
struct UnitFacts {
  /// Its own, and those that its kernels and launches are in, by the names that
  /// reports use.
  std::vector<std::string> Shown;
  /// UnitResult::FilesRead: if one of them changes, so may the unit's results.
  std::vector<std::string> Read;
  /// UnitResult::States.
  std::vector<FileState> States;
  /// UnitResult::Launches.
  std::vector<KernelLaunch> Launches;
  /// UnitResult::Defined.
  std::vector<KernelIdentity> Defined;
};

/// The units of a request with their results.
struct AnalyzedUnits {
  /// With the launches that others make.
  std::vector<Unit> Units;
  std::vector<UnitResult> Results;
};

/// What the configuration says of files, by their names.
using RulesByFile = std::map<std::string, FileRules>;

/// What is known of the units of a request, at first without findings.
struct Analysis {
  /// Files with their status and missing headers, kernels with launches and
  /// verdicts, findings. Version is the caller's to set.
  Report Result;
  /// The texts of the files that Result mentions, as they were analyzed.
  SourceTexts Sources;
  /// By the number of the unit.
  std::vector<UnitFacts> Units;
  /// Files around headers that were asked for: their findings were not.
  llvm::StringSet<> FilesAround;
  /// Of each file that findings may be in.
  RulesByFile Rules;
  /// For planFixes; Policy is the caller's to set.
  FixRules Fixes;
  /// The checks ran: no finding is missing but in files that failed.
  bool IsChecked = false;
  /// A thread was given up and still runs: leave by `_Exit` after flushing.
  bool MustExitAtOnce = false;
  /// What went wrong, and what else the user should know; of files that failed,
  /// Result says why. Filled in by analyze(Options, Files).
  std::vector<RunMessage> Messages;
};

/// Merges \p Results, those of \p Request's units in their order. A header's
/// kernels are found with each unit that includes it: of those that are equal,
/// launches included, one is kept, since the results are the same.
Analysis combine(const AnalysisRequest &Request,
                 std::vector<UnitResult> Results);

/// \p A with the findings of all checks that its files want. If the checks
/// crash or reach the time limit, \p A without findings and IsChecked.
Analysis check(const AnalysisRequest &Request, Analysis A, MessageLog &Log);

/// \p A with the findings set apart that comments, a baseline or a selection of
/// lines leave out, and with the levels that the configuration asks for. \p By
/// is the request's filter or like it. Writes the new baseline if there is to
/// be one.
Analysis filter(const AnalysisRequest &Request, const FindingFilter &By,
                Analysis A, MessageLog &Log);

/// Has \p Analyze analyze each unit of \p Request within its time limit, as
/// many at once as the request says, and again those whose kernels other units
/// launch. Units that others include are empty. Logs what is to be said of
/// each.
/// \p Shown may be null.
AnalyzedUnits analyzeUnits(const AnalysisRequest &Request,
                           UnitResult (*Analyze)(const Unit &), MessageLog &Log,
                           Progress *Shown = nullptr);

/// Has analyzeUnit analyze those of \p Units again whose numbers \p Which has.
void analyzeAgain(const AnalysisRequest &Request, llvm::ArrayRef<size_t> Which,
                  AnalyzedUnits &Units);

/// \p A, which has its findings, filtered and with what was measured.
Analysis finish(const AnalysisRequest &Request, Analysis A, MessageLog &Log);

/// All steps from the units to the findings.
Analysis analyze(const AnalysisRequest &Request, MessageLog &Log,
                 Progress *Shown = nullptr);

/// All steps from the options to the findings; \p Files may be null, for the
/// disk. It never fails as a whole: what went wrong is in the result.
Analysis analyze(const RunOptions &Options,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_ANALYSIS_H
