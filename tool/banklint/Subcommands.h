//===- Subcommands.h - First arguments that are programs --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_SUBCOMMANDS_H
#define BANKLINT_TOOL_SUBCOMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// First arguments that stand for programs of their own.
llvm::ArrayRef<llvm::StringLiteral> subcommands();

bool isSubcommand(llvm::StringRef Argument);

/// Whether the first argument can only be meant as a subcommand: a word, and no
/// file has this name.
bool looksLikeSubcommand(llvm::StringRef Argument);

/// Reports that there is no subcommand \p Name. Returns the exit status.
int refuseSubcommand(llvm::StringRef Name);

/// Runs the subcommand that \p Argv names. Returns the exit status.
int runSubcommand(int Argc, char **Argv);

} // namespace banklint

#endif // BANKLINT_TOOL_SUBCOMMANDS_H
