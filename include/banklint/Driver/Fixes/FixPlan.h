//===- FixPlan.h - Which fixes go together ----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses among the fixes that findings carry those that may be applied, at
// most one for each array, so that no two contradict each other. Writes
// nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FIXES_FIXPLAN_H
#define BANKLINT_DRIVER_FIXES_FIXPLAN_H

#include "banklint/Checks/Finding.h"
#include "banklint/Driver/Files/SourceTexts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace banklint {

enum class FixPolicy {
  /// The first automatic fix of a finding.
  Automatic,
  /// Likewise; the first suggested fix of a finding that has no automatic one.
  AutomaticFirst,
  /// Of all automatic and suggested fixes of an array the one that leaves the
  /// fewest wavefronts; of equal ones an automatic one, or else the first.
  /// Where something hinders it, likewise.
  Best,
};

/// Which fixes may be chosen. Files go by the names that reports use.
struct FixRules {
  FixPolicy Policy = FixPolicy::Automatic;
  /// The files that were named for analysis; they may always be edited.
  llvm::StringSet<> MainFiles;
  /// A regular expression; other files may be edited if it matches a part of
  /// their path. Empty matches none.
  std::string HeaderFilter;
  /// Likewise; these are not edited even if HeaderFilter matches.
  std::string ExcludeHeaderFilter;
  /// Never edited.
  llvm::StringSet<> SystemHeaders;
  /// Files of translation units with parse errors, where uses may have been
  /// lost. Edited inside of WholeKernels only.
  llvm::StringSet<> PartlyParsed;
  /// Of such files, texts where nothing was lost, and whose variables have no
  /// uses elsewhere. SourceSpan::File is not set.
  llvm::StringMap<std::vector<SourceSpan>> WholeKernels;
};

/// Edits by offset. No two overlap or start at the same byte, so that their
/// order does not matter.
using EditList = std::map<unsigned, TextEdit>;

struct PlannedFix {
  /// The first finding that asks for it, and others.
  const Finding *For = nullptr;
  std::vector<const Finding *> AlsoFor;
  const Fix *Chosen = nullptr;
  /// By the path of the file, without symbolic links.
  std::map<std::string, EditList> Edits;
};

struct FixPlan {
  /// Each edit is in one
  /// fix at least; two fixes may share one.
  std::vector<PlannedFix> Fixes;
  /// The texts that the edits refer to, by path.
  std::map<std::string, const SourceTexts::Source *> Texts;
  /// The paths of files that edits name, by the names that reports use.
  std::map<std::string, std::string> Paths;
  /// Fixes that were not chosen and why, each a message.
  std::vector<std::string> Warnings;
  /// Findings that Fixes remove.
  unsigned FixedFindings = 0;
  /// Fixes that might have been chosen by FixPolicy::AutomaticFirst.
  unsigned OnlySuggested = 0;

  /// What becomes of the file at \p Path with the fixes of which \p IsWanted is
  /// true.
  EditList editsOf(llvm::StringRef Path,
                   const std::vector<bool> &IsWanted) const;
};

/// Chooses for each finding a fix by the policy of \p Rules; that of its array
/// if another finding has chosen one. A fix is chosen as a whole or not at all.
/// The result refers to \p Findings and \p Sources.
FixPlan planFixes(llvm::ArrayRef<Finding> Findings, const SourceTexts &Sources,
                  const FixRules &Rules);

/// \p Text with \p Edits applied.
std::string editedText(llvm::StringRef Text, const EditList &Edits);

/// Where byte \p Offset of a text is after \p Edits.
unsigned offsetAfter(const EditList &Edits, unsigned Offset);

} // namespace banklint

#endif // BANKLINT_DRIVER_FIXES_FIXPLAN_H
