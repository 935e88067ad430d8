//===- TextReport.h - Findings in Clang's format ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_TEXTREPORT_H
#define BANKLINT_OUTPUT_TEXTREPORT_H

#include "banklint/Checks/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

struct TextOptions {
  bool UseColor = false;
  /// Draw the bank map of each finding's worst request.
  bool Explain = false;
  /// The text of a line (1-based, without its end), for carets; nothing if the
  /// file cannot be read.
  llvm::function_ref<std::optional<std::string>(llvm::StringRef File,
                                                unsigned Line)>
      SourceLine;
};

/// Writes the findings of \p R, after those that were fixed, as Clang writes
/// warnings: location, message, source line, caret, fix-it, notes.
void writeFindings(const Report &R, const TextOptions &Options,
                   llvm::raw_ostream &OS);

/// Writes a note for each access of \p R that is not exact, and for kernel
/// templates that are not instantiated; a few of each reason, and how many
/// others there are.
void writeOpenAccesses(const Report &R, const TextOptions &Options,
                       llvm::raw_ostream &OS);

/// Findings that --fix fixes, and those that only --fix-notes does.
struct FixableCounts {
  unsigned Automatic = 0;
  unsigned OnlySuggested = 0;
};

struct SummaryOptions {
  FixableCounts Fixable;
  /// Name the options that say more, in a last line.
  bool HasHints = false;
  /// As TextOptions::Explain.
  bool Explain = false;
  /// Say which option applies fixes. Not for agents, whose calls have others.
  bool NamesFixOptions = true;
};

/// Writes the number of findings, of analyzed accesses, and what is not known.
void writeSummary(const Report &R, const SummaryOptions &Options,
                  llvm::raw_ostream &OS);

/// "5 accesses in 2 kernels: 3 exact, 2 unknown", without what there is none
/// of. \p S counts the accesses.
std::string describeAccesses(const Summary &S, size_t Kernels);

/// The part of the summary on files that failed, have parse errors or lack
/// headers: a line each.
void writeFileProblems(const Report &R, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_TEXTREPORT_H
