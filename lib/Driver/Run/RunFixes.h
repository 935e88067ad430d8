//===- RunFixes.h - The fixes of a run --------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_DRIVER_RUN_RUNFIXES_H
#define BANKLINT_LIB_DRIVER_RUN_RUNFIXES_H

#include "banklint/Driver/Run/Analysis.h"
#include "banklint/Output/TextReport.h"

namespace banklint {

struct FixOutcome {
  /// A thread was given up and still runs.
  bool MustExitAtOnce = false;
  /// No finding that is an error is left.
  bool FixesAllErrors = false;
};

/// How many findings of \p A fixes could remove.
FixableCounts countFixable(const Analysis &A);

/// Exports and applies the fixes of \p A, the result of \p Request, as
/// \p Options ask for. What was applied is analyzed again, and undone if it
/// does not deliver. How many fixes are applied goes to \p Err.
FixOutcome runFixes(const RunOptions &Options, const AnalysisRequest &Request,
                    const Analysis &A, MessageLog &Log, llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_LIB_DRIVER_RUN_RUNFIXES_H
