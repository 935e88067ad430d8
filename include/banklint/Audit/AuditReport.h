//===- AuditReport.h - An audit in its forms -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_AUDIT_AUDITREPORT_H
#define BANKLINT_AUDIT_AUDITREPORT_H

#include "banklint/Audit/AuditData.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// What a report is of; what is not known is empty.
struct RunOrigin {
  /// The name of the repository, or of the directory that has the sources.
  std::string Project;
  /// The commit that is checked out, as hexadecimal digits.
  std::string Commit;
  /// Only for pages: how the report was made, and when, as "2026-11-28 19:01
  /// UTC".
  std::string Command;
  std::string Date;
};

/// What reports say of the run beside its data.
struct AuditRun {
  RunOrigin Origin;
  std::optional<ShardInfo> Shard;
  /// False if the run was interrupted.
  bool IsComplete = true;
  size_t Units = 0;
  /// What differs from another report (Compare.cpp); nothing if none was
  /// compared.
  std::optional<llvm::json::Object> Comparison;
};

/// Writes \p Data as docs/json-report.md describes; `kernels` is empty unless
/// \p WithKernels.
llvm::Error writeAuditJson(const AuditData &Data, const AuditRun &Run,
                           bool WithKernels, llvm::raw_ostream &OS);

/// Writes what to fix first, what is not known, and what would help.
void writeAuditText(const AuditData &Data, const AuditRun &Run,
                    llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_AUDIT_AUDITREPORT_H
