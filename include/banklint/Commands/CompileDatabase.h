//===- CompileDatabase.h - The commands of a build --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// compile_commands.json as CMake, Bazel's extractors, bear and Ninja write it,
// and compile_flags.txt. Reads only the database and runs no program. Its
// entries are untrusted: sizes, types and nesting are checked.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_COMPILEDATABASE_H
#define BANKLINT_COMMANDS_COMPILEDATABASE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace banklint {

struct DatabaseEntry {
  /// As the database spells it.
  std::string File;
  /// With its dots and symbolic links.
  std::string AbsolutePath;
  /// What relative paths start from; absolute.
  std::string Directory;
  /// The program first.
  std::vector<std::string> Command;

  /// AbsolutePath without dots, to distinguish files.
  std::string plainPath() const;
};

class CompileDatabase {
public:
  /// The database file in \p Folder; empty if there is none.
  static std::string fileIn(llvm::StringRef Folder);

  /// Reads \p Path. An error names the file, the entry and what was expected.
  static llvm::Expected<CompileDatabase> load(const std::string &Path);

  llvm::ArrayRef<DatabaseEntry> entries() const { return Entries; }

  /// Those of the file at an absolute path, in the order of the database,
  /// whatever it is called there. compile_flags.txt has one for any file.
  std::vector<const DatabaseEntry *> entriesOf(llvm::StringRef Path) const;

  /// Warnings for the user.
  const std::vector<std::string> &warnings() const { return Warnings; }

private:
  llvm::Error readJson(llvm::StringRef Text, llvm::StringRef Folder);
  void readFlags(llvm::StringRef Text, llvm::StringRef Folder);

  std::vector<DatabaseEntry> Entries;
  /// Entries have no file: they apply to any.
  bool IsForAll = false;
  /// Indices of entries by the last part of their paths.
  llvm::StringMap<std::vector<size_t>> ByName;
  std::vector<std::string> Warnings;
};

} // namespace banklint

#endif // BANKLINT_COMMANDS_COMPILEDATABASE_H
