//===- AuditOutput.h - Where an audit goes -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_AUDITOUTPUT_H
#define BANKLINT_LIB_AUDIT_AUDITOUTPUT_H

#include "banklint/Audit/Audit.h"
#include "banklint/Audit/AuditReport.h"
#include "banklint/Driver/Run/Console.h"

namespace banklint {

/// Fails if \p Output names a file twice, or one of \p Read.
llvm::Error checkTargets(const AuditOutput &Output,
                         llvm::ArrayRef<std::string> Read);

/// Writes the page that \p Output asks for, to \p Out if its name is "-". False
/// if it could not be written, which is logged.
bool writePage(const AuditData &Data, AuditRun Run, const AuditOutput &Output,
               MessageLog &Log, llvm::raw_ostream &Out);

/// Writes the report and the page that \p Output asks for, and logs which files
/// failed. Returns the exit status.
int writeAudit(const AuditData &Data, const AuditRun &Run,
               const AuditOutput &Output, MessageLog &Log,
               llvm::raw_ostream &Out);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_AUDITOUTPUT_H
