//===- Run.h - A whole run of banklint --------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_RUN_H
#define BANKLINT_DRIVER_RUN_RUN_H

#include "banklint/Checks/Report.h"
#include "banklint/Driver/Config/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Exit statuses, weakest first; the strongest that applies is the run's.
enum ExitStatus : int {
  /// No findings, or only warnings.
  ExitClean = 0,
  /// Findings that are errors: --warnings-as-errors.
  ExitFindings = 1,
  /// Invalid usage, or at least one file that could not be read, analyzed or
  /// written.
  ExitFailure = 2,
};

/// The exit status that \p R asks for.
ExitStatus exitStatus(const Report &R);

struct RunOutcome {
  ExitStatus Status = ExitClean;
  /// A thread that timed out still runs: end by `_Exit` after flushing.
  bool MustExitAtOnce = false;
};

/// Runs banklint as the command line does (the steps of Analysis.h): the report
/// goes to \p Out or to the output file, messages about the run to \p Err.
/// \p Locate, which may be null, is asked for headers that were not found.
RunOutcome run(const RunOptions &Options, llvm::StringRef Version,
               llvm::raw_ostream &Out, llvm::raw_ostream &Err,
               HeaderLocator Locate);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_RUN_H
