//===- TreeHeaders.h - Headers of the audited directories -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without compile commands nobody says where the headers of a code base are.
// Most lie in the audited directories, and the end of a path tells which one is
// meant: the only one, or the one that is nearest to the file that includes it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_AUDIT_TREEHEADERS_H
#define BANKLINT_AUDIT_TREEHEADERS_H

#include "banklint/Commands/SpelledIncludes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// The checkout around the working directory, for TreeHeaders; none outside of
/// one, where a walk may not end.
std::vector<std::string> pathsOfCheckout();

/// Walks the directories once, when first asked.
class TreeHeaders {
public:
  /// Those of \p Paths that are no directories count for nothing.
  explicit TreeHeaders(llvm::ArrayRef<std::string> Paths) : Paths(Paths) {}

  /// The directory, as it begins in the paths, from which an `#include` of
  /// \p Header would find a file: of several the one nearest to \p Source, the
  /// first of equally near ones. Empty if there is none.
  std::string likelyDirectory(llvm::StringRef Header, llvm::StringRef Source);

  /// The directories, as they begin in the paths, where what the file \p Source
  /// and the headers below the directories include is found, if not next to the
  /// file that includes it. Conditions around includes are ignored. A name that
  /// several directories have has the one nearest to what includes it, or none
  /// if two are equally near.
  std::vector<std::string> directoriesFor(const std::string &Source);

private:
  void walk();
  /// The directories from which an `#include` of \p Header would find a file,
  /// sorted.
  std::vector<std::string> directoriesWith(llvm::StringRef Header);
  const std::vector<SpelledInclude> &includesOf(const std::string &File);
  std::optional<std::string> nearestWith(llvm::StringRef Name,
                                         llvm::StringRef Folder);

  llvm::ArrayRef<std::string> Paths;
  bool HasWalked = false;
  /// By the file's name: paths as they begin in Paths.
  llvm::StringMap<std::vector<std::string>> ByName;
  /// Absolute paths.
  llvm::StringSet<> Files;
  llvm::StringMap<std::vector<SpelledInclude>> Includes;
};

} // namespace banklint

#endif // BANKLINT_AUDIT_TREEHEADERS_H
