//===- SourceTexts.h - The files that findings point into -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILES_SOURCETEXTS_H
#define BANKLINT_DRIVER_FILES_SOURCETEXTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// The texts of files as they were when they were analyzed, by the names that
/// reports use. Offsets and lines of findings refer to these texts, whatever
/// happens to the files afterwards.
class SourceTexts {
public:
  struct Source {
    std::string AbsolutePath;
    std::string Text;
    /// Where the lines start; empty until one is asked for.
    mutable std::vector<size_t> LineStarts;
  };

  /// Adds a file whose text was read already.
  void add(llvm::StringRef Name, llvm::StringRef AbsolutePath,
           std::string Text);
  /// Reads a file from \p Files that is not known yet; one that cannot be
  /// read (such as the embedded headers, which have no path) stays unknown.
  void read(llvm::StringRef Name, llvm::vfs::FileSystem &Files);
  void merge(const SourceTexts &Other);

  /// Null if the name is unknown or ambiguous: two commands may spell different
  /// headers in the same way.
  const Source *find(llvm::StringRef Name) const;
  /// The absolute path of a known file; else \p Name.
  llvm::StringRef pathOf(llvm::StringRef Name) const;
  /// Line \p Line (1-based) without its end.
  std::optional<std::string> line(llvm::StringRef Name, unsigned Line) const;

private:
  struct Entry {
    Source File;
    bool IsAmbiguous = false;
  };
  llvm::StringMap<Entry> Entries;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_FILES_SOURCETEXTS_H
