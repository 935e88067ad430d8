//===- ChangeReach.h - Which files a diff may matter to ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that neither has a changed line nor includes one can't have a finding
// that --diff tells, so that it need not be analyzed. Names of headers are
// looked up in all folders that might be meant, whatever conditions are around
// the directive: rather a file too many.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_CHANGEREACH_H
#define BANKLINT_DRIVER_CHANGEREACH_H

#include "banklint/Driver/AnalyzeFile.h"
#include "banklint/Driver/LineSelection.h"
#include "llvm/ADT/StringSet.h"
#include <tuple>

namespace banklint {

class ChangeReach {
public:
  explicit ChangeReach(const ChangedLines &Changed);

  /// False if nothing of the changed lines can be part of what is compiled for
  /// \p Task.
  bool mayReach(const FileTask &Task);

private:
  struct Includes {
    /// May be any.
    bool AreUnknown = false;
    std::vector<std::string> Names;
  };

  /// A regular file, without symbolic links; empty if there is none.
  struct RealFile {
    std::string Path;
    /// What the name that it was found by is in: not that of Path, if it is a
    /// link.
    std::string Folder;

    friend bool operator<(const RealFile &A, const RealFile &B) {
      return std::tie(A.Path, A.Folder) < std::tie(B.Path, B.Folder);
    }
  };

  const Includes &includesOf(const std::string &Path);
  const RealFile &realFile(const std::string &Path);

  /// Paths, and the names at their ends.
  llvm::StringSet<> Changed;
  llvm::StringSet<> ChangedNames;
  std::map<std::string, Includes> Known;
  std::map<std::string, RealFile> RealFiles;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_CHANGEREACH_H
