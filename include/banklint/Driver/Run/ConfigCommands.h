//===- ConfigCommands.h - Options that print the configuration --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --list-checks, --dump-config, --explain-config, --verify-config and
// --explain-check print: the settings of the first source, or of a file in the
// current directory.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_CONFIGCOMMANDS_H
#define BANKLINT_DRIVER_RUN_CONFIGCOMMANDS_H

#include "banklint/Driver/Run/Run.h"

namespace banklint {

enum class ConfigCommand { ListChecks, Dump, Explain, Verify };

ExitStatus runConfigCommand(ConfigCommand Command, const RunOptions &Options,
                            llvm::raw_ostream &Out, llvm::raw_ostream &Err);

/// Prints the rule of the compiler that has the number \p Number.
ExitStatus explainRule(llvm::StringRef Number, llvm::raw_ostream &Out,
                       llvm::raw_ostream &Err);

/// Prints what the reason \p Code for an inexact result means.
ExitStatus explainReason(llvm::StringRef Code, llvm::raw_ostream &Out,
                         llvm::raw_ostream &Err);

/// Prints the page of \p Check.
ExitStatus explainCheck(llvm::StringRef Check, llvm::raw_ostream &Out,
                        llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_CONFIGCOMMANDS_H
