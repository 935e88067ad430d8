//===- JsonReport.h - The JSON report ---------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_JSONREPORT_H
#define BANKLINT_OUTPUT_JSONREPORT_H

#include "banklint/Checks/Report.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace banklint {

/// What an audit adds to a report besides bank maps and their requests. What is
/// not set adds nothing.
struct JsonAudit {
  /// Writes attributes of "audit".
  std::function<void(llvm::json::OStream &)> WriteMore;
  /// Writes attributes of a finding.
  std::function<void(llvm::json::OStream &, const Finding &)> WriteFinding;
  /// Writes attributes of a note.
  std::function<void(llvm::json::OStream &, const Note &)> WriteNote;
  /// Writes attributes of a fix.
  std::function<void(llvm::json::OStream &, const Fix &)> WriteFix;
};

/// Writes \p R in format 1, which docs/json-report.md and its schema describe,
/// with what only audits have if \p Audit is not null.
void writeJson(const Report &R, llvm::raw_ostream &OS,
               const JsonAudit *Audit = nullptr);

/// \p C as it is in `files[].causes`.
llvm::json::Value toJSON(const Cause &C);

/// Writes the attributes "causes" and "inconclusive" of reports and audits.
void writeCauses(llvm::ArrayRef<CauseGroup> Causes, const RunFacts &Facts,
                 llvm::json::OStream &J);

/// Writes \p Kernel as it is in `kernels`, on a line.
void writeJson(const KernelReport &Kernel, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_JSONREPORT_H
