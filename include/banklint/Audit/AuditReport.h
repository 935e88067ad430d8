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

/// What reports say of the run beside its data.
struct AuditRun {
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
