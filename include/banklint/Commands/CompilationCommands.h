//===- CompilationCommands.h - How the sources are compiled -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_COMPILATIONCOMMANDS_H
#define BANKLINT_COMMANDS_COMPILATIONCOMMANDS_H

#include "banklint/Commands/CompileArguments.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// Which sources a run analyzes, and how they are compiled.
struct CommandOptions {
  /// Files, and directories and globs that select some (SelectFiles.h), of the
  /// database that BuildPath names if there is one. None means all CUDA files
  /// of that database.
  std::vector<std::string> Sources;
  /// What follows "--": the compile command of every source, without the
  /// program's name.
  std::optional<std::vector<std::string>> FixedCommand;
  /// The directory of the compilation database; if empty, one is searched for.
  std::string BuildPath;
};

/// A header that was given as a source.
struct HeaderName {
  std::string File;
  std::string AbsolutePath;
};

struct SourceCommand {
  /// As given on the command line, or as the compilation database spells it;
  /// so do messages and reports.
  std::string File;
  std::string AbsolutePath;
  /// What relative paths of Command start from.
  std::string Directory;
  /// Of nvcc or Clang, without the program's name; inputs may be among it.
  std::vector<std::string> Command;
  /// The command line or a compilation database states Command.
  bool HasCommand = false;
  CommandDialect Dialect = CommandDialect::Unknown;
  /// A compilation database has an entry of File.
  bool IsInDatabase = false;
  /// If File is a header, the source that is parsed because it includes File;
  /// empty if File itself is parsed.
  std::string Includer;
  /// The names of all headers of the run that have an Includer, so that every
  /// source reports a finding in one of them under the same name.
  std::vector<HeaderName> Headers;

  const std::string &mainPath() const {
    return Includer.empty() ? AbsolutePath : Includer;
  }
};

struct SourceCommands {
  /// In the order given; one for each command of a file.
  std::vector<SourceCommand> Sources;
  /// What was left out, such as a directory that cannot be read.
  std::vector<std::string> Errors;
  /// Warnings for the user, such as a database that cannot be read.
  std::vector<std::string> Warnings;
  /// Notes for the user.
  std::vector<std::string> Notes;
};

/// Finds the files of a run and their commands: what follows "--", else those
/// in the compilation database of -p or in the nearest one above each source,
/// else no options. A file that is not in the database is
/// analyzed as part of a source that includes it, or with the command of the
/// nearest source. What selects nothing is a warning. Fails if there is no
/// source or -p names no database.
llvm::Expected<SourceCommands> findCommands(const CommandOptions &Options);

} // namespace banklint

#endif // BANKLINT_COMMANDS_COMPILATIONCOMMANDS_H
