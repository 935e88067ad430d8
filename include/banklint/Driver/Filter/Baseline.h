//===- Baseline.h - Accepted findings ---------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A JSON file, also readable for people: one line for each finding, sorted. See
// docs/suppression.md.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILTER_BASELINE_H
#define BANKLINT_DRIVER_FILTER_BASELINE_H

#include "banklint/Driver/Filter/FindingIdentity.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

struct BaselineEntry {
  /// The path is relative to the directory of the baseline.
  FindingIdentity Of;
  /// Of the worst request: wavefronts above the ideal; 0 if the finding is not
  /// of a conflict.
  uint64_t Excess = 0;

  friend bool operator<(const BaselineEntry &A, const BaselineEntry &B) {
    return std::tie(A.Of, A.Excess) < std::tie(B.Of, B.Excess);
  }
};

/// As BaselineEntry has it.
uint64_t excessOf(const Finding &F);

using BaselineEntries = std::vector<BaselineEntry>;

/// The error names the problem in \p Text, its line or its element.
llvm::Expected<BaselineEntries> parseBaseline(llvm::StringRef Text);

/// Reads the file at \p Path. The error names the file and a remedy.
llvm::Expected<BaselineEntries> readBaseline(llvm::StringRef Path);

void writeBaseline(BaselineEntries Entries, llvm::raw_ostream &OS);

/// A finding that a baseline may accept.
struct Candidate {
  FindingIdentity Of;
  uint64_t Excess = 0;
};

struct BaselineMatch {
  /// By the number of the candidate.
  std::vector<bool> IsAccepted;
  /// The excess in the baseline, if it is not accepted because it is worse.
  std::vector<std::optional<uint64_t>> WasBetter;
  /// Entries without a matching finding.
  BaselineEntries Stale;
};

/// An entry accepts one finding with the same identity and at most its excess.
/// As many findings are accepted as possible.
BaselineMatch matchBaseline(const BaselineEntries &Entries,
                            llvm::ArrayRef<Candidate> Candidates);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_BASELINE_H
