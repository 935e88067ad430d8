//===- CompilationCommands.h - How the sources are compiled -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_COMPILATIONCOMMANDS_H
#define BANKLINT_DRIVER_COMPILATIONCOMMANDS_H

#include "banklint/Driver/Options.h"

namespace banklint {

struct SourceCommand {
  /// As given on the command line, or as the compilation database spells it;
  /// so do messages and reports.
  std::string File;
  std::string AbsolutePath;
  /// What relative paths of Command start from.
  std::string Directory;
  /// Of nvcc or Clang, without the program's name; inputs may be among it.
  std::vector<std::string> Command;
};

struct SourceCommands {
  /// One entry a file, in the order given.
  std::vector<SourceCommand> Sources;
  /// What the user should know, such as a database that can't be read.
  std::vector<std::string> Warnings;
};

/// Finds the files of a run and their commands: what follows "--", else the
/// compilation database of -p or the nearest one above each source, else
/// nothing but the extra arguments. Of a file's several commands the first
/// counts. Fails when there is no source or -p names no database.
llvm::Expected<SourceCommands> findCommands(const RunOptions &Options);

} // namespace banklint

#endif // BANKLINT_DRIVER_COMPILATIONCOMMANDS_H
