//===- SuppressionComments.h - NOLINT in a source file ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the comments as clang-tidy 19 does, which looks at the text alone: they
// count in any kind of comment, and in string literals.
//
//   NOLINT          findings of its own line
//   NOLINTNEXTLINE  findings of the next line
//   NOLINTBEGIN     findings up to the NOLINTEND that has the same list
//
// Each may be followed at once by a list of globs in parentheses; without one
// it is for all checks. Globs that exclude have no effect, and neither has an
// empty list. A check goes by its name, and by that with "cuda-" in front,
// under which clang-tidy has it.
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
  /// The bytes of the file that it is for, From <= offset < To; none of an end,
  /// nor of a begin without one.
  size_t From = 0;
  size_t To = 0;
  /// What the line says behind it, or empty.
  std::string Justification;

  /// True if it is for \p Check, wherever that is found.
  bool names(llvm::StringRef Check) const;
};

/// True if \p Glob, one of a comment's list, is for \p Check.
bool isForCheck(llvm::StringRef Glob, llvm::StringRef Check);

class SuppressionComments {
public:
  explicit SuppressionComments(llvm::StringRef Text);

  /// By offset.
  const std::vector<SuppressionComment> &all() const { return Comments; }
  /// Those of all() that suppress \p Check at \p Offset of the text, by number:
  /// of the line first.
  llvm::SmallVector<size_t, 2> suppressing(size_t Offset,
                                           llvm::StringRef Check) const;
  /// Those of all() that lack a partner, by number.
  llvm::ArrayRef<size_t> unmatched() const { return Unmatched; }

private:
  void pairBlocks();

  std::vector<SuppressionComment> Comments;
  llvm::SmallVector<size_t, 2> Unmatched;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_SUPPRESSIONCOMMENTS_H
