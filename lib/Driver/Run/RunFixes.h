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

/// How many findings of \p A fixes could remove.
FixableCounts countFixable(const Analysis &A);

/// Exports and applies the fixes of those findings of \p A that \p Request's
/// filter leaves, as \p Options ask for. \p A is not filtered, and \p Units are
/// the units that it was made of. What was applied is analyzed again, and
/// undone if it does not deliver. Returns the analysis of what the files have
/// then, not filtered, with Report::Fixed if fixes were to be applied; \p Units
/// are those that it was made of. How many fixes are applied goes to \p Err.
Analysis runFixes(const RunOptions &Options, const AnalysisRequest &Request,
                  Analysis A, AnalyzedUnits &Units, MessageLog &Log,
                  llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_LIB_DRIVER_RUN_RUNFIXES_H
