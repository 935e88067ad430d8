//===- LineSelection.h - Findings on selected lines -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --line-filter and --diff. The former is that of clang-tidy and compares the
// line of a finding. The latter compares all locations of a finding, because a
// change of its array or its launch may cause a conflict.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILTER_LINESELECTION_H
#define BANKLINT_DRIVER_FILTER_LINESELECTION_H

#include "banklint/Checks/Finding.h"
#include "banklint/Driver/Files/SourceTexts.h"
#include "banklint/Driver/Filter/UnifiedDiff.h"
#include <map>

namespace banklint {

/// Lines of the files whose name ends with Name; none means all.
struct LineFilter {
  std::string Name;
  std::vector<LineRange> Lines;
};

/// Parses --line-filter: '[{"name":"a.cu","lines":[[1,3],[5,7]]}]'.
llvm::Expected<std::vector<LineFilter>> parseLineFilter(llvm::StringRef Text);

/// True if \p F is on a line that \p Filters names; the first filter for its
/// file decides. True if \p Filters is empty.
bool passes(llvm::ArrayRef<LineFilter> Filters, const Finding &F,
            const SourceTexts &Sources);

/// Lines by file, its path without symbolic links.
using ChangedLines = std::map<std::string, std::vector<LineRange>>;

struct LocatedDiff {
  ChangedLines Lines;
  /// Paths of files that were not found, as the diff spells them.
  std::vector<std::string> Missing;
};

/// Finds the files of \p Files in the git repository around \p Folder, or in
/// \p Folder.
LocatedDiff locate(llvm::ArrayRef<ChangedFile> Files, llvm::StringRef Folder);

/// True if \p Changed contains a line of \p F, of one of its notes, or of the
/// macro that expands to its access.
bool isTouched(const ChangedLines &Changed, const Finding &F,
               const SourceTexts &Sources);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_LINESELECTION_H
