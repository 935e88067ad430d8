//===- UnitDocument.h - One unit of an audit as JSON -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a worker sends and what the cache keeps: the JSON report of a unit with
// what audits add, and in `audit.unit` what only the supervisor needs. A unit
// may have a thousand instantiations with hundreds of accesses. Kernels are
// therefore not in the report but follow it, a line each, so that nobody needs
// to have them in memory at the same time.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_UNITDOCUMENT_H
#define BANKLINT_LIB_AUDIT_UNITDOCUMENT_H

#include "DocumentNames.h"
#include "banklint/Audit/AuditData.h"
#include "banklint/Driver/Run/Analysis.h"
#include "banklint/Driver/Run/LaunchExchange.h"
#include "llvm/Support/JSON.h"

namespace banklint {

/// Analyzes \p Request, which has one unit, and writes its document.
void writeUnitDocument(const AnalysisRequest &Request, llvm::StringRef Version,
                       llvm::raw_ostream &OS);

struct UnitDocumentParts {
  llvm::StringRef Report;
  /// A line for each.
  llvm::StringRef Kernels;
};
UnitDocumentParts partsOf(llvm::StringRef Document);

/// Adds the document \p Text to \p Data, with the files' names of \p Names. If
/// \p Includer is not empty, its source is a part of this file: what it
/// declares is left to the document of that.
llvm::Error addUnitDocument(llvm::StringRef Text, llvm::StringRef Includer,
                            DocumentNames &Names, AuditData &Data);

/// The report of a unit that could not be analyzed.
llvm::json::Object failedDocument(const Unit &U, llvm::StringRef Version,
                                  llvm::StringRef Reason);

/// `audit.unit`.
struct UnitSupplement {
  UnitLaunches Launches;
  std::vector<FileState> States;
  std::vector<RunMessage> Messages;
  /// It failed, or has parse errors.
  bool IsBroken = false;
};

/// Fails if \p Document is not one of a unit.
llvm::Expected<UnitSupplement> supplementOf(const llvm::json::Object &Document);

llvm::json::Value toJSON(const KernelIdentity &Kernel);
bool fromJSON(const llvm::json::Value &Value, KernelIdentity &Kernel,
              llvm::json::Path P);
llvm::json::Value toJSON(const KernelLaunch &Launch);
bool fromJSON(const llvm::json::Value &Value, KernelLaunch &Launch,
              llvm::json::Path P);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_UNITDOCUMENT_H
