//===- WrapCommandLine.h - banklint wrap ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_WRAPCOMMANDLINE_H
#define BANKLINT_TOOL_WRAPCOMMANDLINE_H

namespace banklint {

/// Runs `banklint wrap`, whose program name is the first of \p Argv. Returns
/// the exit status; with a command, the command takes the place of this
/// process.
int runWrapCommand(int Argc, char **Argv);

} // namespace banklint

#endif // BANKLINT_TOOL_WRAPCOMMANDLINE_H
