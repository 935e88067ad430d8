//===- TryCommandLine.h - banklint try --------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_TRYCOMMANDLINE_H
#define BANKLINT_TOOL_TRYCOMMANDLINE_H

namespace banklint {

/// Runs `banklint try`, whose program name is the first of \p Argv. Returns the
/// exit status.
int runTryCommand(int Argc, char **Argv);

} // namespace banklint

#endif // BANKLINT_TOOL_TRYCOMMANDLINE_H
