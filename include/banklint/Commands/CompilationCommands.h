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

/// What a run is asked to look at, and how it is compiled.
struct CommandOptions {
  /// As given; none means all CUDA files of the compilation database.
  std::vector<std::string> Sources;
  /// What follows "--": the compile command of every source, without the
  /// program's name.
  std::optional<std::vector<std::string>> FixedCommand;
  /// The folder of the compilation database; empty means to look for one.
  std::string BuildPath;
  std::vector<std::string> ExtraArgs;
  std::vector<std::string> ExtraArgsBefore;
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
  CommandDialect Dialect = CommandDialect::Unknown;
  /// The source that is parsed to see File, a header, as part of it; empty if
  /// File itself is.
  std::string Includer;
  /// The run's headers with an Includer, whoever includes them: what they are
  /// called, so that what is found twice looks alike.
  std::vector<HeaderName> Headers;

  const std::string &mainPath() const {
    return Includer.empty() ? AbsolutePath : Includer;
  }
};

struct SourceCommands {
  /// In the order given. A file that the database compiles in several ways
  /// stands here for each.
  std::vector<SourceCommand> Sources;
  /// What the user should know, such as a database that can't be read.
  std::vector<std::string> Warnings;
  /// Likewise, where all may be well.
  std::vector<std::string> Notes;
};

/// Finds the files of a run and their commands: what follows "--", else the
/// compilation database of -p or the nearest one above each source, else
/// nothing but the extra arguments. A file that the database lacks is analyzed
/// as part of a source that includes it, or with the command of the nearest
/// source. Fails when there is no source or -p names no database.
llvm::Expected<SourceCommands> findCommands(const CommandOptions &Options);

} // namespace banklint

#endif // BANKLINT_COMMANDS_COMPILATIONCOMMANDS_H
