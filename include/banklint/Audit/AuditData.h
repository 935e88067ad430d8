//===- AuditData.h - What an audit found -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An audit is made of documents: the JSON reports of single units, or parts of
// an audit that other machines made. What is in several of them, such as the
// kernels of a header, counts once. Only what ranking and sums need is kept in
// memory; texts go to a spool.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_AUDIT_AUDITDATA_H
#define BANKLINT_AUDIT_AUDITDATA_H

#include "banklint/Audit/Spool.h"
#include "banklint/Support/Causes.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace banklint {

struct CodePlace {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;

  bool operator<(const CodePlace &Other) const {
    return std::tie(File, Line, Column) <
           std::tie(Other.File, Other.Line, Other.Column);
  }
};

/// Wavefronts that an access loses to conflicts, as predicted, or as measured
/// where a profile has it.
struct Loss {
  enum Scope { OfRequest, OfBlock, OfLaunch };

  uint64_t Wavefronts = 0;
  /// What Wavefronts is the sum over: all that is known.
  Scope Per = OfRequest;
  /// For comparison: what a launch loses, with guesses for what is not known
  /// (docs/audit.md).
  double Weight = 0;
  /// How long Weight takes in the shared-memory pipelines of the architecture's
  /// GPU; nothing if it has none.
  std::optional<double> Nanoseconds;
};

/// "request", "block", "launch".
llvm::StringRef spelling(Loss::Scope Per);

struct AuditFinding {
  std::string Check;
  CodePlace At;
  bool IsError = false;
  /// It may not happen, or not in the launch that was assumed.
  bool IsPossible = false;
  /// Its document has no launch of the kernel.
  bool IsUnlaunched = false;
  /// What it loses is at most Lost.
  bool IsBound = false;
  std::string Message;
  /// The other accesses that the finding is about.
  std::vector<CodePlace> Others;
  std::string Kernel;
  /// "256x1x1" if neither source nor options state the block; else empty.
  std::string AssumedBlock;
  Loss Lost;
  /// Of the best fix: its description, or empty, and what it saves in a block.
  std::string Fix;
  std::optional<uint64_t> Saves;
  /// Equal for the same edits; nothing if the fix has none.
  std::optional<uint64_t> FixHash;
  /// Which document it is from.
  size_t Document = 0;
  /// The object in the report.
  SpoolSlice Text;

  /// True for what is certainly wrong, however many wavefronts it loses.
  bool isFault() const;
};

/// Accesses with one result for one reason.
struct UnknownGroup {
  std::string Result;
  /// Empty for `depends`.
  std::string Reason;
  unsigned Accesses = 0;
  CodePlace Example;
  std::string Text;
};

/// What would teach the tool something: a launch or a header that is missing.
struct Lesson {
  std::string Kind;
  std::string Subject;
  CodePlace At;
  /// How many entries it would make better.
  unsigned Accesses = 0;
  /// Files of which nothing is known: nobody can say how many they have.
  unsigned FailedFiles = 0;
  /// What is not known, and what to do about it, if anything is known to help.
  std::string Text;
  std::string Advice;
};

struct AccessCounts {
  unsigned Accesses = 0;
  unsigned Exact = 0;
  unsigned Bound = 0;
  unsigned Depends = 0;
  unsigned Unknown = 0;
  unsigned Conflicting = 0;

  AccessCounts &operator+=(const AccessCounts &More);
};

/// What the accesses at a place lose in the launch of a kernel that loses most
/// there.
struct PlaceLoss {
  /// As of Loss.
  double Weight = 0;
  /// Weight has guesses.
  bool IsEstimate = false;
};

struct AuditKernel {
  std::string Name;
  CodePlace At;
  bool IsUninstantiated = false;
  /// Its document has no launch of it.
  bool IsUnlaunched = true;
  AccessCounts Counts;
  /// Of the places that lose wavefronts.
  std::map<CodePlace, PlaceLoss> Losses;
  std::vector<UnknownGroup> Unknowns;
  /// Entries that are not exact for a reason that more source might remove.
  unsigned Teachable = 0;
  /// Entries of launches whose block is assumed.
  unsigned Assumed = 0;
  /// As an annotation states it: "16,16".
  std::string AssumedBlock;
  /// A launch that was found, though its block is not known.
  std::optional<CodePlace> OpenLaunch;
  /// Equal for equal texts.
  uint64_t Hash = 0;
  SpoolSlice Text;
};

/// AuditFile::Reason of what an interrupted run did not analyze.
inline constexpr llvm::StringLiteral NotReached =
    "not analyzed: the run was interrupted";

struct AuditFile {
  std::string File;
  std::string Status;
  std::string Reason;
  /// Another file that was analyzed without errors and includes this one: what
  /// this one declares is of that file's documents. Else empty.
  std::string IncludedBy;
  unsigned ParseErrors = 0;
  /// The first parse error, and its place.
  std::string FirstError;
  CodePlace FirstErrorAt;
  std::vector<std::string> MissingHeaders;
  std::vector<Cause> Causes;
  /// "c++20" if the file was parsed as that although no option says so.
  std::string AssumedStandard;
  /// A compilation database or the command line says how it is compiled.
  bool HasCommand = false;
  unsigned LostShared = 0;
  SpoolSlice Text;

  bool hasFailed() const { return Status == "failed" && IncludedBy.empty(); }
  /// The run ended before; such a file has failed.
  bool isNotReached() const { return Reason == NotReached; }
};

/// What a profile says of the code.
struct AuditProfile {
  uint64_t Launches = 0;
  uint64_t Compared = 0;
  /// Objects of `profile.disagreements`.
  std::vector<SpoolSlice> Disagreements;
};

/// Which part of a whole a document is.
struct ShardInfo {
  /// From 1.
  unsigned Index = 1;
  unsigned Count = 1;
  /// Of all files of the run and their commands: parts of one whole agree.
  std::string Digest;
};

class AuditData {
public:
  explicit AuditData(Spool Texts) : Texts(std::move(Texts)) {}

  /// Adds \p Document, a report in format 1 with what audits add. Fails if it
  /// is none, or if the texts cannot be kept.
  llvm::Error add(llvm::json::Object Document);
  /// Adds an element of `kernels` to the document that was added last.
  llvm::Error addKernel(llvm::json::Value Kernel);
  /// Ranks what was added and forgets what counts twice. Nothing can be added
  /// afterwards. \p LocateHeader is asked for headers that are missing and
  /// that no document has located.
  void finish(HeaderLocator LocateHeader = nullptr);

  /// In the order in which they were added.
  std::vector<AuditFile> Files;
  /// By file, line and name.
  std::vector<AuditKernel> Kernels;
  /// By file, line, column and check.
  std::vector<AuditFinding> Findings;
  std::vector<SpoolSlice> Suppressed;
  /// Numbers of Findings, what loses most first.
  std::vector<size_t> Ranking;
  /// Without accesses of templates that are not instantiated.
  AccessCounts Counts;
  /// Kernel templates that no file instantiates, and the accesses in them, of
  /// which nothing is known.
  unsigned OpenTemplates = 0;
  unsigned OpenAccesses = 0;
  /// What is most frequent first.
  std::vector<UnknownGroup> Unknowns;
  /// AuditFile::Causes of all files that are not parts of others.
  std::vector<CauseGroup> Causes;
  /// What teaches most first.
  std::vector<Lesson> Lessons;
  /// By the headers that were not found: a directory that has them, or empty.
  std::map<std::string, std::string> HeaderDirectories;
  /// Texts of requests that bank maps refer to by number.
  std::vector<SpoolSlice> Requests;
  /// Nothing without a profile.
  std::optional<AuditProfile> Profile;
  uint64_t OutsideLines = 0;
  uint64_t InSystemHeaders = 0;
  /// That of the first document, unless it is set before.
  std::string Arch;
  std::string Version;

  /// What the audit concludes from.
  RunFacts facts() const;

  llvm::Expected<std::string> textOf(SpoolSlice Slice) const {
    return Texts.read(Slice);
  }

private:
  class Reader;

  void dropRepeatedKernels();
  void dropRepeatedFindings();
  void rank();
  void sumUp();
  void findCauses(HeaderLocator Locate);
  void findLessons();

  Spool Texts;
  std::map<std::string, size_t> NumbersOfRequests;
  /// Places and checks of Suppressed.
  std::set<std::string> SeenSuppressed;
  size_t Documents = 0;
};

} // namespace banklint

#endif // BANKLINT_AUDIT_AUDITDATA_H
