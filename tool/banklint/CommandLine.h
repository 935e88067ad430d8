//===- CommandLine.h - The options of banklint ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_COMMANDLINE_H
#define BANKLINT_TOOL_COMMANDLINE_H

#include "banklint/Driver/Run/ConfigCommands.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

struct CommandLine {
  RunOptions Options;
  /// Print the architectures and do nothing else.
  bool ListArchs = false;
  /// Do that and nothing else.
  std::optional<ConfigCommand> Command;
  /// Print the page of that check and do nothing else.
  std::optional<std::string> ExplainCheck;
  /// Print what that reason means and do nothing else.
  std::optional<std::string> ExplainReason;
  /// Print that rule of the compiler and do nothing else.
  std::optional<std::string> ExplainRule;
  /// Print the programs of the kernels of that name, or of all if it is empty,
  /// and do nothing else.
  std::optional<std::string> PrintProgram;
  /// Write a compilation database for Clang's tools to that directory and do
  /// nothing else.
  std::optional<std::string> ExportCommands;
  /// Print the mechanisms that had an effect at the end.
  bool PrintMechanisms = false;
};

/// Reads the program's arguments. Returns nothing after an error, which goes to
/// \p Err. Does not return after --help, --version and --print-page.
std::optional<CommandLine> readCommandLine(int Argc, char **Argv,
                                           llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_TOOL_COMMANDLINE_H
