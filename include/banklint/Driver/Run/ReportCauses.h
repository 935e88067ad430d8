//===- ReportCauses.h - What a run lacks, and what to do --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs and audits say alike why code was not analyzed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_REPORTCAUSES_H
#define BANKLINT_DRIVER_RUN_REPORTCAUSES_H

#include "banklint/Driver/Run/Messages.h"
#include "banklint/Support/Causes.h"

namespace banklint {

/// Logs how many files were parsed as a C++ standard that no option states;
/// \p Assumed has that of each file, or an empty one.
void noteStandards(llvm::ArrayRef<llvm::StringRef> Assumed, MessageLog &Log);

/// Logs that nothing can be concluded from a run, and what to do about it; else
/// the first ones of \p Causes.
void logCauses(llvm::ArrayRef<CauseGroup> Causes, const RunFacts &Facts,
               MessageLog &Log);

struct FailedFile {
  std::string File;
  std::string Reason;
};

/// Logs an error for each of \p Failed. Many that have one of \p Causes, or
/// failed for one reason, share an error.
void logFailures(llvm::ArrayRef<FailedFile> Failed,
                 llvm::ArrayRef<CauseGroup> Causes, MessageLog &Log);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_REPORTCAUSES_H
