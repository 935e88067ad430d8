//===- WrapCommandLine.h - banklint wrap ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_WRAPCOMMANDLINE_H
#define BANKLINT_TOOL_WRAPCOMMANDLINE_H

namespace banklint {

/// Whether the arguments of the program are those of a launcher, "wrap" and
/// "--" with a command behind.
bool isWrappedCommand(int Argc, char **Argv);

/// Records the command and becomes it; returns the exit status if that fails.
/// Nothing of this process may have changed before, such as what it does with
/// signals.
int runWrappedCommand(int Argc, char **Argv);

/// Runs `banklint wrap` without a command; its program name is the first of
/// \p Argv. Returns the exit status.
int runWrapCommand(int Argc, char **Argv);

} // namespace banklint

#endif // BANKLINT_TOOL_WRAPCOMMANDLINE_H
