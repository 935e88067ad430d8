//===- LineSelection.h - Which lines findings are asked for of --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --line-filter and --diff. The former is clang-tidy's and looks at the line of
// a finding; the latter looks at all places that a finding points at, since a
// conflict may come from a change of its array or of its launch.
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

/// True if \p F is on a line that \p Filters names; the first one for its file
/// decides. True if there are none.
bool passes(llvm::ArrayRef<LineFilter> Filters, const Finding &F,
            const SourceTexts &Sources);

/// Lines by file, its path without symbolic links.
using ChangedLines = std::map<std::string, std::vector<LineRange>>;

struct LocatedDiff {
  ChangedLines Lines;
  /// Paths that name no file here, as the diff spells them.
  std::vector<std::string> Missing;
};

/// Finds the files of \p Files in the git repository around \p Folder, or in
/// \p Folder.
LocatedDiff locate(llvm::ArrayRef<ChangedFile> Files, llvm::StringRef Folder);

/// True if a line of \p Changed is one of those that \p F or a note of it
/// points at, or of the macro that makes its access.
bool isTouched(const ChangedLines &Changed, const Finding &F,
               const SourceTexts &Sources);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_LINESELECTION_H
