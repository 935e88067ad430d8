//===- DatabaseCommands.h - Which commands a file has -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_DATABASECOMMANDS_H
#define BANKLINT_COMMANDS_DATABASECOMMANDS_H

#include "banklint/Commands/CompilationCommands.h"
#include "banklint/Commands/CompileDatabase.h"
#include "banklint/Commands/CompilerCommand.h"
#include "llvm/ADT/StringSet.h"

namespace banklint {

/// The commands of a compilation database. Those that parse a file in the same
/// way count as one.
class DatabaseCommands {
public:
  static llvm::Expected<DatabaseCommands> load(const std::string &Path);

  /// The commands of a file, in the database's order.
  std::vector<SourceCommand> commandsOf(llvm::StringRef AbsolutePath);

  /// The commands of all CUDA files, in the database's order.
  std::vector<SourceCommand> ofCudaFiles();

  /// The command of the nearest CUDA file that includes \p AbsolutePath. Reads
  /// at most some thousand files to find it.
  std::optional<SourceCommand> ofIncluder(llvm::StringRef AbsolutePath);

  /// The command of the nearest CUDA file.
  std::optional<SourceCommand> ofNearest(llvm::StringRef AbsolutePath);

  /// The warnings since the last call.
  std::vector<std::string> takeWarnings();

private:
  explicit DatabaseCommands(CompileDatabase Database);

  SourceCommand expand(const DatabaseEntry &Entry);
  std::vector<SourceCommand>
  distinct(llvm::ArrayRef<const DatabaseEntry *> Entries);
  const std::vector<const DatabaseEntry *> &cudaEntries();
  std::vector<const DatabaseEntry *> nearestFirst(llvm::StringRef Path);
  void warn(const llvm::Twine &Message);

  CompileDatabase Database;
  std::optional<std::vector<const DatabaseEntry *>> CudaEntries;
  llvm::StringSet<> Told;
  std::vector<std::string> Warnings;
};

} // namespace banklint

#endif // BANKLINT_COMMANDS_DATABASECOMMANDS_H
