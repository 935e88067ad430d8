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

/// How much a command tells of how a file is compiled, least first.
enum class CommandRank {
  /// A step that nvcc takes by itself, such as to preprocess for the device.
  NvccStep,
  /// What it runs is not known.
  Other,
  Compiler,
};

struct CompilerCommand {
  CommandRank Rank = CommandRank::Other;
  CommandDialect Dialect = CommandDialect::Unknown;
  /// What relative paths start from: a "cd" in front counts.
  std::string Directory;
  /// Without the program and what stands in front of it: launchers such as
  /// ccache, or other commands of the line.
  std::vector<std::string> Arguments;
};

CompilerCommand findCompiler(const DatabaseEntry &Entry);

/// True if \p Arguments ask for CUDA, or name no language and \p File is called
/// like a CUDA file.
bool isCudaCommand(llvm::StringRef File, llvm::ArrayRef<std::string> Arguments);

} // namespace banklint

#endif // BANKLINT_COMMANDS_COMPILERCOMMAND_H
