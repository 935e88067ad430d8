//===- RecordCache.h - Results of earlier runs -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result is kept with the state of every file that was read for it and every
// name that was looked up in vain. It counts as long as all of these are the
// same, by their bytes: neither times nor preprocessed text matter.
//
// Runs may share a directory. Entries appear whole; one that is damaged, or
// that another run has removed, is as if it never was. Nothing that goes wrong
// with a cache fails a run.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_AUDIT_RECORDCACHE_H
#define BANKLINT_AUDIT_RECORDCACHE_H

#include "banklint/Support/FileState.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace banklint {

class RecordCache {
public:
  /// In \p Directory, which is created if it does not exist. The first problem
  /// goes to \p Warn.
  RecordCache(llvm::StringRef Directory,
              std::function<void(const std::string &)> Warn);

  /// The text stored under \p Key, if the files that it depends on are the
  /// same. \p Key is the text of all else that it depends on.
  std::optional<std::string> find(llvm::StringRef Key);
  /// Keeps \p Text unless one of \p States is unsteady.
  void store(llvm::StringRef Key, llvm::StringRef Text,
             llvm::ArrayRef<FileState> States);
  /// Removes the entries that were not used for longest, beyond 1 GiB or 30
  /// days.
  void prune();

private:
  std::string entryOf(llvm::StringRef Key) const;
  bool areSame(llvm::StringRef States);
  std::optional<uint64_t> stateOf(llvm::StringRef Path);
  void warnOnce(const std::string &Problem);

  std::string Directory;
  std::function<void(const std::string &)> Warn;
  bool HasWarned = false;
  bool IsWritable = true;
  /// Contents during this run, so that a header is read once.
  llvm::StringMap<std::optional<uint64_t>> Known;
};

} // namespace banklint

#endif // BANKLINT_AUDIT_RECORDCACHE_H
