//===- FindingIdentity.h - What stays of a finding --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells findings of two runs to be the same one, though lines moved or code was
// formatted anew in between. Neither lines nor figures are part of it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILTER_FINDINGIDENTITY_H
#define BANKLINT_DRIVER_FILTER_FINDINGIDENTITY_H

#include "banklint/Checks/Finding.h"
#include "banklint/Driver/Files/SourceTexts.h"
#include <map>
#include <tuple>

namespace banklint {

/// Findings of one report may share it: the same expression twice in a
/// function.
struct FindingIdentity {
  /// Relative to some folder, with '/'; empty if the finding has no place.
  std::string File;
  std::string Function;
  std::string Check;
  std::string Array;
  /// What the finding points at, as normalizedCode gives it.
  std::string Code;

  auto key() const { return std::tie(File, Function, Check, Array, Code); }
  friend bool operator<(const FindingIdentity &A, const FindingIdentity &B) {
    return A.key() < B.key();
  }
  friend bool operator==(const FindingIdentity &A, const FindingIdentity &B) {
    return A.key() == B.key();
  }
};

/// \p Code without comments, and without white space but for one blank between
/// words.
std::string normalizedCode(llvm::StringRef Code);

/// The way from \p Folder to \p File, both absolute, with '/'. What exists of
/// them goes by its path without symbolic links.
std::string pathFrom(llvm::StringRef Folder, llvm::StringRef File);

/// The path without symbolic links of the file that reports call \p Name; the
/// name itself if \p Sources does not know it.
std::string realPathOf(llvm::StringRef Name, const SourceTexts &Sources);

/// The nearest folder at or above \p Folder that is the root of a git
/// repository, or "".
std::string repositoryAround(llvm::StringRef Folder);

/// With paths from \p Folder.
FindingIdentity identify(const Finding &F, const SourceTexts &Sources,
                         llvm::StringRef Folder);

/// Sets Finding::Fingerprint: from the identity, with the path in the git
/// repository that the file is in or else from the current folder, and the
/// finding's number among those of \p Findings that have the same.
void setFingerprints(std::vector<Finding> &Findings,
                     const SourceTexts &Sources);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_FINDINGIDENTITY_H
