//===- SuppressionComments.h - NOLINT in a source file ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the comments as clang-tidy 19 does, in the plain text: they count in
// any kind of comment, and in string literals.
//
//   NOLINT          findings of its own line
//   NOLINTNEXTLINE  findings of the next line
//   NOLINTBEGIN     findings up to the NOLINTEND that has the same list
//
// A list of globs in parentheses may follow immediately; without one, the
// comment applies to all checks. Globs that exclude and an empty list have no
// effect. A check matches by its name and by its clang-tidy name, which starts
// with "cuda-".
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILTER_SUPPRESSIONCOMMENTS_H
#define BANKLINT_DRIVER_FILTER_SUPPRESSIONCOMMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

enum class CommentKind { ThisLine, NextLine, Begin, End };

struct SuppressionComment {
  CommentKind Kind = CommentKind::ThisLine;
  /// Of the word and its list, in bytes of the file.
  size_t Offset = 0;
  size_t Length = 0;
  /// 1-based, of Offset.
  unsigned Line = 0;
  unsigned Column = 0;
  /// Without white space; nothing if there is no list.
  std::optional<std::vector<std::string>> Globs;
  /// The bytes of the file that it applies to, From <= offset < To; empty for
  /// an end, and for a begin without an end.
  size_t From = 0;
  size_t To = 0;
  /// The text that follows it in the line, or empty.
  std::string Justification;

  /// True if it applies to \p Check, at any location.
  bool names(llvm::StringRef Check) const;
};

/// True if \p Glob, from a comment's list, applies to \p Check.
bool isForCheck(llvm::StringRef Glob, llvm::StringRef Check);

class SuppressionComments {
public:
  explicit SuppressionComments(llvm::StringRef Text);

  /// By offset.
  const std::vector<SuppressionComment> &all() const { return Comments; }
  /// The indices in all() of those that suppress \p Check at \p Offset of the
  /// text: those of the line first.
  llvm::SmallVector<size_t, 2> suppressing(size_t Offset,
                                           llvm::StringRef Check) const;
  /// The indices in all() of a begin without an end or an end without a begin.
  llvm::ArrayRef<size_t> unmatched() const { return Unmatched; }

private:
  void pairBlocks();

  std::vector<SuppressionComment> Comments;
  llvm::SmallVector<size_t, 2> Unmatched;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_SUPPRESSIONCOMMENTS_H
