//===- Prepare.h - What a run is to analyze ---------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first step of a run: from options to units. It asks the environment and
// the disk for compilation databases, configuration files, the toolkit,
// baselines and diffs, and must run on the thread that owns the process's
// working directory.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_PREPARE_H
#define BANKLINT_DRIVER_RUN_PREPARE_H

#include "banklint/Driver/Config/ConfigFiles.h"
#include "banklint/Driver/Filter/FindingFilter.h"
#include "banklint/Driver/Fixes/FixPlan.h"
#include "banklint/Driver/Run/Messages.h"
#include "banklint/Driver/Run/Unit.h"

namespace banklint {

/// What is to be analyzed, and which findings are wanted. Plain data, which
/// refers to nothing outside.
struct AnalysisRequest {
  std::vector<Unit> Units;
  /// All units are analyzed for one architecture.
  const Architecture *Arch = nullptr;
  /// Units were left out, as no changed line can matter to them.
  bool IsPartial = false;
  /// What holds for the files that findings may be in.
  ConfigFiles Configs;
  /// RunOptions::Checks, for findings in files that Configs is not asked about.
  std::string Checks;
  FindingFilter Filter;
  /// For each execution of a kernel by the checks; units have their own.
  InterpreterBudget Budget;
  /// Processor time to parse one unit, to analyze one kernel, and to search for
  /// the fixes of one array. Zero means none.
  std::chrono::seconds TimeLimit{0};
  /// What was measured; null if there is none.
  std::shared_ptr<const Profile> Profiled;
  /// RunOptions::Jobs.
  unsigned Jobs = 1;
  /// MainFiles and the filters of headers; what depends on the analysis is
  /// still empty.
  FixRules Fixes;
};

/// Finds the units of \p Options, whose files are read from \p Files (null for
/// the disk and the standard input), and all mistakes of the user before the
/// first unit is analyzed.
llvm::Expected<AnalysisRequest>
prepare(RunOptions Options,
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, MessageLog &Log);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_PREPARE_H
