//===- CompilerCommand.h - Which compiler a command runs --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_COMPILERCOMMAND_H
#define BANKLINT_COMMANDS_COMPILERCOMMAND_H

#include "banklint/Commands/CompileArguments.h"

namespace banklint {

struct DatabaseEntry;

/// How much a command states about how a file is compiled, least first.
enum class CommandRank {
  /// A step that nvcc takes by itself, such as to preprocess for the device.
  NvccStep,
  /// An unknown program.
  Other,
  Compiler,
};

struct CompilerCommand {
  CommandRank Rank = CommandRank::Other;
  CommandDialect Dialect = CommandDialect::Unknown;
  /// What relative paths start from, after a "cd" at the start of the command.
  std::string Directory;
  /// Without the program and what precedes it: launchers such as ccache, or
  /// other commands of the line.
  std::vector<std::string> Arguments;
};

CompilerCommand findCompiler(const DatabaseEntry &Entry);

/// True if \p Arguments select CUDA, or select no language and \p File has the
/// name of a CUDA file.
bool isCudaCommand(llvm::StringRef File, llvm::ArrayRef<std::string> Arguments);

} // namespace banklint

#endif // BANKLINT_COMMANDS_COMPILERCOMMAND_H
