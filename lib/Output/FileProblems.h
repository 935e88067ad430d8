//===- FileProblems.h - What of a file was not analyzed ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_FILEPROBLEMS_H
#define BANKLINT_OUTPUT_FILEPROBLEMS_H

#include "banklint/Checks/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <string>

namespace banklint {

/// Why there may be more to find in \p File, "analyzed with 1 parse error,
/// first: ..."; empty if there is no reason.
std::string problemsOf(const FileReport &File);

/// "a, b, c, d, e and 4 others".
std::string someOf(llvm::ArrayRef<std::string> All);

/// How often which reason makes an access unknown.
using UnknownCounts = std::map<llvm::StringRef, unsigned>;

/// The entries of unknown cost in one file.
struct UnknownAccesses {
  /// The first of them.
  Place First;
  UnknownCounts Counts;
};

/// The entries of unknown cost in \p R, by the files that they are in, but for
/// those of templates that are not instantiated.
std::map<std::string, UnknownAccesses> unknownAccesses(const Report &R);

/// "budget 1, data-dependent-index 2".
std::string listOf(const UnknownCounts &Counts);

/// "3 accesses of unknown cost (budget 1, data-dependent-index 2)".
std::string textOf(const UnknownCounts &Counts);

} // namespace banklint

#endif // BANKLINT_OUTPUT_FILEPROBLEMS_H
