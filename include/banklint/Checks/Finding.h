//===- Finding.h - What banklint reports ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings are plain data: text and places, no AST, no analysis. Paths are as
// given on the command line or in the compilation database.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_FINDING_H
#define BANKLINT_CHECKS_FINDING_H

#include "banklint/Analysis/Launches.h"
#include "banklint/Analysis/Verdict.h"

namespace banklint {

struct Place {
  std::string File;
  /// File index unused; Line 0 means no place.
  SourceSpan Span;
};

/// The place of \p Span, which \p Program has.
Place placeOf(const KernelProgram &Program, const SourceSpan &Span);

/// True if both are at one line and column of one file.
bool startTogether(const Place &A, const Place &B);

struct Note {
  Place At;
  std::string Message;
  /// The fix of the finding that Message describes, by its number.
  std::optional<unsigned> Fix = std::nullopt;
  /// Background that people see on request only (--explain): alternatives,
  /// other launches. A conflict has at most four notes without it.
  bool IsDetail = false;
};

struct TextEdit {
  std::string File;
  /// Bytes.
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
};

/// Who may apply a fix.
enum class FixSafety {
  /// Any program: every use of what is changed was understood, and no result
  /// of the program depends on it.
  Automatic,
  /// A person who has looked at what Reason says, or who asks for all fixes:
  /// the edits are complete as far as is known.
  Suggested,
  /// Nobody without further thought: there are no edits, or they would not be
  /// enough.
  Described,
};

/// "automatic", "suggested", "described".
llvm::StringRef spelling(FixSafety Safety);

/// What a fix was proved to come to, for who checks it after applying.
struct FixProof {
  /// The array's declaration.
  Place Array;
  /// arrayWavefronts of it with the fix.
  uint64_t Wavefronts = 0;
};

struct Fix {
  std::string Description;
  FixSafety Safety = FixSafety::Described;
  /// Why it is of that class, the rest of a sentence that ends in "because".
  std::string Reason;
  /// Belong together. None if Safety is Described, else at least one.
  std::vector<TextEdit> Edits;
  /// Of a fix that changes an array; all of those that fix the same array are
  /// alternatives. Without one, applying must make the finding go away.
  std::optional<FixProof> Proof = std::nullopt;
  /// What it changes of the finding's array, if that was judged.
  std::optional<LayoutChange> Layout = std::nullopt;
  /// The wavefronts that Layout saves in one block of each launch that uses the
  /// array, together; a loop with an unknown number of rounds has one.
  std::optional<uint64_t> SavedWavefronts = std::nullopt;
};

enum class Severity { Warning, Error };

enum class SuppressionKind {
  /// By a NOLINT comment.
  InSource,
  /// It was accepted in a baseline.
  Baseline,
};

/// "in-source", "baseline".
llvm::StringRef spelling(SuppressionKind Kind);

/// Why a finding is not reported.
struct Suppression {
  SuppressionKind Kind = SuppressionKind::InSource;
  /// The comment; of a baseline no place.
  Place At;
  /// What the comment says besides, or empty.
  std::string Justification;
};

/// What a conflict costs, as the first line of its finding states it.
struct ConflictCost {
  /// Of all requests of a block; of the worst request if IsPerBlock is false,
  /// because the number of requests is not known.
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;
  bool IsPerBlock = false;
  /// If not: the worst execution makes several requests, of pieces of a struct.
  bool IsInPieces = false;
  /// The wavefronts above the ideal of the requests of a block that were
  /// executed to find this: those of each iteration of a loop of unknown length
  /// once. No claim, but good for a comparison of conflicts.
  uint64_t ExecutedExcess = 0;
  /// The conflict is only possible.
  bool MayBe = false;
  /// No execution takes more, some may take less.
  bool IsBound = false;
  /// No execution takes less, some may take more.
  bool IsAtLeast = false;
};

/// Why an access conflicts, so that findings with one cause become one.
struct ConflictCause {
  /// Equal for accesses of one function to one array by lanes in the same
  /// positions to each other, in the same launch.
  std::string Key;
  /// "load", "store"; empty for several.
  std::string Operation;
  /// Of the array: a load and a store of one expression are two.
  unsigned Accesses = 1;
  ConflictCost Cost;
  /// What follows the cost: ": 32-way shared-memory bank conflict".
  std::string Ways;
};

/// The launch that a finding speaks of.
struct FindingLaunch {
  /// With template arguments.
  std::string Kernel;
  Dim3 Block;
  std::optional<Dim3> Grid;
  LaunchOrigin Origin = LaunchOrigin::Default;
  /// The launch site or annotation; no place if there is none.
  Place Site;
};

/// What a finding is about in the report that it was found in: numbers of a
/// kernel, its launch, its access and its array, if that is known.
struct FindingSource {
  unsigned Kernel = 0;
  unsigned Launch = 0;
  unsigned Access = 0;
  std::optional<unsigned> Array;
};

/// What a profiler measured of the lines and the operation of a finding, over
/// all blocks of the launches that are like its own.
struct MeasuredCost {
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;
  unsigned Launches = 0;
};

struct MapRound {
  Witness Of;
  RequestCost Cost;
};

/// Requests of one access by one warp, round by round (RequestMaps.h).
struct RequestMap {
  /// "as written", "with the fix: pad the last extent to 33".
  std::string Label;
  /// The number of the finding's fix that it shows, if it shows one.
  std::optional<unsigned> Fix;
  std::vector<MapRound> Rounds;
};

struct Finding {
  std::string Check;
  Severity Level = Severity::Warning;
  Place At;
  /// Further places that At stands for: Access::MacroPlaces.
  std::vector<Place> MacroPlaces;
  /// Of a group: those of the other accesses (groupFindings).
  std::vector<Place> OtherPlaces;
  /// The innermost function that At is in, or the kernel that it is about:
  /// without template arguments; empty if there is none.
  std::string Function;
  /// The shared array that it is about, or empty.
  std::string Array;
  /// Lower-case start, no final period.
  std::string Message;
  std::vector<Note> Notes;
  std::vector<Fix> Fixes;
  /// Set for conflicts.
  std::optional<ConflictCause> Cause;
  /// For --explain: the worst request.
  std::optional<Witness> Worst;
  /// Of Worst.
  RequestCost Cost;
  /// Set for findings about accesses.
  std::optional<FindingLaunch> Launch;
  std::optional<FindingSource> Source;
  /// Only with a profile that has it.
  std::optional<MeasuredCost> Measured;
  /// Empty unless asked for: see RequestMaps.h.
  std::vector<RequestMap> Maps;
  /// 32 hexadecimal digits that stay the same when lines move, code is
  /// formatted anew, or figures change, and that no other finding of the report
  /// has. Empty until the driver has filtered the findings (FindingFilter.h).
  std::string Fingerprint;
  /// Set if and only if it is among Report::Suppressed.
  std::optional<Suppression> SuppressedBy;
};

/// A finding that a fix was applied for. Places are those of the fixed code.
struct FixedFinding {
  std::string Check;
  Place At;
  /// What the finding said.
  std::string Message;
  /// Fix::Description, and the first text that it changed.
  std::string How;
  Place ChangedAt;
  /// Nothing is reported at its places any more.
  bool IsGone = false;
};

/// The notes of \p F that reports for people show: all if \p WithDetails.
std::vector<const Note *> notesOf(const Finding &F, bool WithDetails = false);

/// By file, line, column, check; the message orders operations of one place.
void sortFindings(std::vector<Finding> &Findings);

} // namespace banklint

#endif // BANKLINT_CHECKS_FINDING_H
