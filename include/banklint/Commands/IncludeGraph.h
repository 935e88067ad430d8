//===- IncludeGraph.h - Which files a source may include --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows #include directives without preprocessing. Names of headers are
// looked up in all directories that might be meant, whatever conditions are
// around the directive, so that the result contains every included file.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_INCLUDEGRAPH_H
#define BANKLINT_COMMANDS_INCLUDEGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace banklint {

enum class IncludeReach {
  No,
  /// It may include any file.
  Unknown,
  Yes,
};

/// Where to start: a source with Clang's arguments.
struct IncludeRoot {
  llvm::StringRef AbsolutePath;
  llvm::ArrayRef<std::string> Arguments;
  llvm::StringRef Directory;
};

class IncludeGraph {
public:
  /// \p Wanted are paths without symbolic links.
  explicit IncludeGraph(llvm::StringSet<> Wanted);

  /// Whether a wanted file is, or is included from, \p Root.
  IncludeReach reach(const IncludeRoot &Root);

  /// The number of files read so far.
  size_t filesRead() const { return Known.size(); }

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
  llvm::StringSet<> Wanted;
  llvm::StringSet<> WantedNames;
  std::map<std::string, Includes> Known;
  std::map<std::string, RealFile> RealFiles;
};

} // namespace banklint

#endif // BANKLINT_COMMANDS_INCLUDEGRAPH_H
