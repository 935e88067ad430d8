//===- AuditReader.h - From reports to what an audit keeps -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_AUDITREADER_H
#define BANKLINT_LIB_AUDIT_AUDITREADER_H

#include "banklint/Audit/AuditData.h"

namespace banklint {

/// Adds one document.
class AuditData::Reader {
public:
  explicit Reader(AuditData &Data) : Data(Data) {}

  llvm::Error read(llvm::json::Object &Document);
  llvm::Error readKernel(const llvm::json::Value &Value);

private:
  llvm::Error keep(const llvm::json::Value &Value, SpoolSlice &Into);
  llvm::Error readRequests(const llvm::json::Object &Document);
  llvm::Error readFile(const llvm::json::Value &Value);
  void readAccess(const llvm::json::Object &Access, AuditKernel &Kernel);
  llvm::Error readFinding(llvm::json::Value &Value);
  void readHeaders(const llvm::json::Object &Document);
  llvm::Error readProfile(const llvm::json::Object &Document);
  llvm::Error readSuppressed(llvm::json::Value &Value);
  /// Bank maps name requests by the numbers that these have in the audit.
  llvm::Error renumber(llvm::json::Object &Finding);

  AuditData &Data;
  /// The number in the audit of each request of the document.
  std::vector<size_t> Requests;
};

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_AUDITREADER_H
