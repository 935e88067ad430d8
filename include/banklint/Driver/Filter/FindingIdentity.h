//===- FindingIdentity.h - The same finding in two runs ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes a finding in another run after lines moved or code was
// reformatted. Neither lines nor wavefronts are part of the identity.
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
  /// Relative to some directory, with '/'; empty if the finding has no
  /// location.
  std::string File;
  std::string Function;
  std::string Check;
  std::string Array;
  /// The code at the finding, from normalizedCode.
  std::string Code;

  auto key() const { return std::tie(File, Function, Check, Array, Code); }
  friend bool operator<(const FindingIdentity &A, const FindingIdentity &B) {
    return A.key() < B.key();
  }
  friend bool operator==(const FindingIdentity &A, const FindingIdentity &B) {
    return A.key() == B.key();
  }
};

/// \p Code without comments, with one blank between words and no other white
/// space.
std::string normalizedCode(llvm::StringRef Code);

/// The relative path from \p Folder to \p File, both absolute, with '/'.
/// Symbolic links are resolved in the part that exists.
std::string pathFrom(llvm::StringRef Folder, llvm::StringRef File);

/// The path without symbolic links of the file that reports call \p Name; the
/// name itself if \p Sources does not know it.
std::string realPathOf(llvm::StringRef Name, const SourceTexts &Sources);

/// The nearest directory at or above \p Folder that is the root of a git
/// repository, or "".
std::string repositoryAround(llvm::StringRef Folder);

/// With paths relative to \p Folder.
FindingIdentity identify(const Finding &F, const SourceTexts &Sources,
                         llvm::StringRef Folder);

/// Sets Finding::Fingerprint: from the identity, with the path in the git
/// repository of the file or else from the current directory, and the number
/// of the finding among those of \p Findings with the same identity.
void setFingerprints(std::vector<Finding> &Findings,
                     const SourceTexts &Sources);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILTER_FINDINGIDENTITY_H
