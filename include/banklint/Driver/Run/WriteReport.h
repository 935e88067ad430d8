//===- WriteReport.h - Writes the report in its format ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_WRITEREPORT_H
#define BANKLINT_DRIVER_RUN_WRITEREPORT_H

#include "banklint/Checks/Report.h"
#include "banklint/Driver/Config/Options.h"
#include "banklint/Driver/Files/SourceTexts.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// What reports contain about the run besides its Report.
struct RunRecord {
  /// Errors of the run as a whole.
  std::vector<std::string> Errors;
  /// Nothing if it may still change.
  std::optional<int> ExitStatus;
  /// False if findings may be missing.
  bool IsSuccessful = true;
};

/// The directory that paths in reports for other programs are relative to,
/// absolute and without symbolic links: RunOptions::ReportRoot, else the
/// nearest directory with a ".git" at or above the working directory, else
/// that; empty if it does not exist. Fails if ReportRoot is not a directory.
llvm::Expected<std::string> findReportRoot(const RunOptions &Options);

/// Writes \p R in Options.Format. \p Root is what findReportRoot gave.
void writeReport(const Report &R, const RunRecord &Record,
                 const RunOptions &Options, llvm::StringRef Root,
                 const SourceTexts &Sources, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_WRITEREPORT_H
