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

/// What a SARIF report contains besides the findings.
struct SarifRun {
  SourceFiles Files;
  /// The URL of docs/, ending in a slash; empty if unknown.
  std::string DocumentationUrl;
  /// Errors of the run as a whole. The Report has those of its files.
  std::vector<std::string> Errors;
  /// Nothing if it is not known yet.
  std::optional<int> ExitStatus;
  /// False if findings may be missing.
  bool IsSuccessful = true;
  /// Include suppressed findings, marked as such.
  bool WithSuppressed = true;
};

/// Writes \p R as a log of one run; see docs/output-formats.md.
void writeSarif(const Report &R, const SarifRun &Run, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_SARIFREPORT_H
