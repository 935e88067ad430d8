//===- Unit.h - From one unit to verdicts -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit is one source file compiled with one command. Analyzing it depends on
// no other unit: all that is compared across units (duplicates of a header's
// kernels, findings, baselines) happens later, in Analysis.h.
//
// A result is a function of the unit's fields, of the files in
// UnitResult::FilesRead and of the working directory, to which names are
// relative. So it can be computed on any thread or by another process, and be
// kept as long as these stay the same; see ParsedFile::FilesRead for files that
// appear.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_UNIT_H
#define BANKLINT_DRIVER_RUN_UNIT_H

#include "banklint/Checks/Report.h"
#include "banklint/Commands/CompilationCommands.h"
#include "banklint/Driver/Config/Config.h"
#include "banklint/Driver/Files/SourceTexts.h"
#include "banklint/Frontend/Frontend.h"
#include "banklint/Profile/Profile.h"
#include <chrono>

namespace banklint {

/// All that the analysis of one unit needs. It owns what it has, but for Arch,
/// a row of a constant table, so that a copy may outlive the request.
struct Unit {
  /// What is compiled, and what reports call it. All paths in it but File are
  /// absolute.
  SourceCommand Source;
  /// Source.Command, translated for Clang.
  std::vector<std::string> Arguments;
  /// Frontend.Files has the contents of the source and its headers, which may
  /// be in memory.
  FrontendOptions Frontend;
  const Architecture *Arch = nullptr;
  // What is known of launches besides what the source says.
  std::vector<BlockOption> Blocks;
  /// Null if there is none.
  std::shared_ptr<const Profile> Profiled;
  /// Their parameters; the blocks are among Blocks.
  std::vector<KernelConfig> Kernels;
  /// Those that other units make, of any kernels.
  std::vector<KernelLaunch> LaunchesElsewhere;
  InterpreterBudget Budget;
  /// Processor time for each kernel; zero means no limit.
  std::chrono::seconds TimeLimit{0};
};

struct UnitResult {
  /// Whether it went well, what is missing, and how long it took. Status is
  /// never left open: a unit that crashed or timed out is FileStatus::Failed.
  FileReport File;
  std::vector<KernelReport> Kernels;
  /// ParsedFile::Launches.
  std::vector<KernelLaunch> Launches;
  /// ParsedFile::Defined, each with a place.
  std::vector<KernelIdentity> Defined;
  /// ParsedFile::UsedConstants.
  std::set<std::string> UsedConstants;
  /// ParsedFile::WholeKernels.
  std::vector<SourceSpan> WholeKernels;
  /// The file is a header that was seen in SourceCommand::Includer. Kernels are
  /// those that have code of it.
  bool IsPartOfIncluder = false;
  /// The texts that Kernels refer to, by the names that reports use.
  SourceTexts Sources;
  /// Those of the kernels' files that are system headers.
  std::vector<std::string> SystemHeaders;
  /// The source, whether it can be read or not, and ParsedFile::FilesRead of
  /// all parses, the includer's as well. Absolute and sorted.
  std::vector<std::string> FilesRead;
  /// ParsedFile::States of all parses; empty if the source was not parsed.
  std::vector<FileState> States;
  /// What the user should know though all went well.
  std::vector<std::string> Notes;
  /// What the user has to fix in the source, which was left out.
  std::vector<SourceProblem> Problems;
  /// The time limit was reached and the thread still runs, or it crashed and
  /// left Clang in any state: the process must end by `_Exit`.
  bool IsAbandoned = false;
};

/// Reads, parses and judges one unit. It never fails as a whole: what went
/// wrong is in the file's report. A file that was parsed, with errors, and in
/// which no kernel that uses shared memory was found counts as failed, since it
/// may well have one. Any number of threads may call it at the same time, with
/// stacks that deep recursion fits in; see runGuarded.
UnitResult analyzeUnit(const Unit &U);

/// As analyzeUnit, up to the kernels' programs: they have no launches.
UnitResult lowerUnit(const Unit &U);

/// What \p U says of launches applied to \p Program, one of its kernels.
KernelReport judgeKernel(const Unit &U, KernelProgram Program);

/// Has \p Analyze, analyzeUnit or lowerUnit, analyze \p U on a thread of its
/// own, where it may crash. The parse, and each kernel, may take \p Limit of
/// processor time; zero means no limit. A kernel that takes longer has unknown
/// results; a parse fails the unit.
UnitResult runUnit(UnitResult (*Analyze)(const Unit &), const Unit &U,
                   std::chrono::seconds Limit);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_UNIT_H
