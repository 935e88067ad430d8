//===- Audit.h - The audit of a code base -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// banklint audit analyzes many files in processes of their own (Workers.h),
// keeps results between runs (RecordCache.h), passes launches from unit to unit
// (LaunchExchange.h) and ranks what it found (AuditData.h).
//
// The report is the same for any number of jobs, whether results come from the
// cache or not: only `files[].seconds` differs.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_AUDIT_AUDIT_H
#define BANKLINT_AUDIT_AUDIT_H

#include "banklint/Audit/Workers.h"
#include "banklint/Driver/Config/Options.h"

namespace banklint {

/// Exit statuses of the audit beside those of Run.h. A run that SIGINT or
/// SIGTERM ends has 128 and the signal's number, as in a shell.
enum AuditStatus : int {
  AuditClean = 0,
  AuditFindings = 1,
  AuditFailure = 2,
  /// The machine is at fault, such as a full disk: the same run may succeed
  /// elsewhere or later (EX_TEMPFAIL).
  AuditMachineFailure = 75,
};

struct AuditShard {
  /// From 1 to Count.
  unsigned Index = 1;
  unsigned Count = 1;
};

/// "2/8".
llvm::Expected<AuditShard> parseShard(llvm::StringRef Text);

struct AuditOptions {
  /// Format is Text or Json; Jobs are workers at the same time.
  RunOptions Run;
  /// Files that have no compile command find headers below Run.Sources.
  bool FindsHeaders = true;
  /// A file for the HTML report; empty for none.
  std::string Html;
  /// How the program was called, for the HTML report.
  std::string Command;
  /// Empty for no cache.
  std::string CacheDirectory;
  /// All options that results depend on, as text.
  std::string Key;
  std::optional<AuditShard> Shard;
  /// Of each unit.
  WorkerLimits Limits{std::chrono::seconds(600), uint64_t(4) << 30};
};

int runAudit(const AuditOptions &Options, llvm::StringRef Version,
             llvm::raw_ostream &Out, llvm::raw_ostream &Err);

/// Where the reports of merge and compare go.
struct AuditOutput {
  OutputFormat Format = OutputFormat::Text;
  /// Empty or "-" for the standard output.
  std::string File;
  std::string Html;
  /// How the program was called, for the HTML report.
  std::string Command;
  bool IsQuiet = false;
};

/// Makes one report of \p Parts, JSON reports of the shards of one audit.
int runMerge(llvm::ArrayRef<std::string> Parts, const AuditOutput &Output,
             llvm::raw_ostream &Out, llvm::raw_ostream &Err);

/// Reports how the JSON report \p New differs from \p Old: AuditFindings if
/// there are new findings.
int runCompare(llvm::StringRef Old, llvm::StringRef New,
               const AuditOutput &Output, llvm::raw_ostream &Out,
               llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_AUDIT_AUDIT_H
