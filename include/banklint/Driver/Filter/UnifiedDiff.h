//===- UnifiedDiff.h - The lines that a diff adds ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILTER_UNIFIEDDIFF_H
#define BANKLINT_DRIVER_FILTER_UNIFIEDDIFF_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace banklint {

/// First to Last, 1-based.
struct LineRange {
  unsigned First = 0;
  unsigned Last = 0;
};

struct ChangedFile {
  /// The paths as the diff spells them, with prefixes such as "a/", without
  /// quotes; "/dev/null" for a new file.
  std::string OldPath;
  std::string NewPath;
  /// Added and changed lines of the new file, sorted; none where lines were
  /// only deleted.
  std::vector<LineRange> Lines;
};

/// The files with changed text of \p Text, the output of `git diff`, `git show`
/// or `diff -u`, except deleted files. Text around the diffs of files is
/// skipped. The error names a line of \p Text.
llvm::Expected<std::vector<ChangedFile>> parseUnifiedDiff(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_UNIFIEDDIFF_H
