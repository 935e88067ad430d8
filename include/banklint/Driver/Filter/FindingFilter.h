//===- FindingFilter.h - Which findings are reported ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What happens to the findings of a report between the checks and the output,
// in this order:
//
//   1. Each gets its fingerprint, which the next steps do not affect.
//   2. Those in system headers are left out.
//   3. NOLINT comments suppress; findings about the comments are added.
//   4. The baseline accepts some of the rest, or a new one is written.
//   5. --line-filter and --diff select among those that remain.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILTER_FINDINGFILTER_H
#define BANKLINT_DRIVER_FILTER_FINDINGFILTER_H

#include "banklint/Checks/Report.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Config/Options.h"
#include "banklint/Driver/Filter/Baseline.h"
#include "banklint/Driver/Filter/LineSelection.h"
#include "llvm/ADT/StringSet.h"

namespace banklint {

/// Messages for the user.
struct FilterMessages {
  std::vector<std::string> Notes;
  std::vector<std::string> Warnings;
  /// The new baseline could not be written.
  std::optional<std::string> Error;
};

class FindingFilter {
public:
  /// Reads the files that \p Options names.
  static llvm::Expected<FindingFilter> create(const FilterOptions &Options);

  /// Of what was read.
  llvm::ArrayRef<std::string> warnings() const { return Warnings; }
  /// The same, but for the new baseline.
  FindingFilter withoutNewBaseline() const;
  /// The lines of --diff.
  const std::optional<ChangedLines> &changedLines() const { return Changed; }

  /// Moves suppressed and excluded findings of \p R, found by the checks of \p
  /// IsEnabled, to their lists, and writes the new baseline.
  FilterMessages apply(Report &R, const SourceTexts &Sources,
                       const llvm::StringSet<> &SystemHeaders,
                       EnabledChecks IsEnabled) const;

private:
  llvm::Error readDiff();
  void acceptKnown(Report &R, const SourceTexts &Sources,
                   EnabledChecks IsEnabled, BaselineEntries &Unseen,
                   FilterMessages &Messages) const;
  void writeNew(Report &R, const SourceTexts &Sources,
                const BaselineEntries &Unseen, FilterMessages &Messages) const;
  void selectLines(Report &R, const SourceTexts &Sources) const;

  FilterOptions Options;
  std::optional<BaselineEntries> Known;
  std::optional<ChangedLines> Changed;
  std::vector<LineFilter> Lines;
  std::vector<std::string> Warnings;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_FINDINGFILTER_H
