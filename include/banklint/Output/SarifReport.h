//===- SarifReport.h - Reports in SARIF 2.1.0 -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_SARIFREPORT_H
#define BANKLINT_OUTPUT_SARIFREPORT_H

#include "banklint/Checks/Report.h"
#include "banklint/Output/SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// What a SARIF report tells besides the findings.
struct SarifRun {
  SourceFiles Files;
  /// Where the folder docs/ lies on the web, with a slash at its end; empty if
  /// that is not known.
  std::string DocumentationUrl;
  /// What went wrong with the run as a whole, sentences. A file that failed is
  /// told by the report.
  std::vector<std::string> Errors;
  /// Nothing if it is not known yet.
  std::optional<int> ExitStatus;
  /// False if findings may be missing.
  bool IsSuccessful = true;
  /// List the findings that comments and baselines accept, marked as such.
  bool WithSuppressed = true;
};

/// Writes \p R as a log of one run. docs/output-formats.md tells what is in it.
void writeSarif(const Report &R, const SarifRun &Run, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_SARIFREPORT_H
