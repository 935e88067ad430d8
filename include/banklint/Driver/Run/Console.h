//===- Console.h - What a run prints besides its report ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_CONSOLE_H
#define BANKLINT_DRIVER_RUN_CONSOLE_H

#include "banklint/Driver/Run/Messages.h"
#include "banklint/Driver/Run/Run.h"

namespace banklint {

/// A log that prints each message to \p Err at once; notes unless \p IsQuiet.
MessageLog consoleLog(bool IsQuiet, llvm::raw_ostream &Err);

/// Has \p Write write \p File and logs a failure. True if all was written.
bool writeLogged(llvm::StringRef File, MessageLog &Log,
                 llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Has \p Write write to \p File, or to \p Out if that is empty or "-". False
/// if the file could not be written, which is logged.
bool writeOutput(llvm::StringRef File, llvm::raw_ostream &Out, MessageLog &Log,
                 llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Reports which files of \p R failed, each once: \p Summarize does so on
/// \p Err where it is called, else the log.
void reportFailures(
    const RunOptions &Options, const Report &R, MessageLog &Log,
    llvm::raw_ostream &Err,
    llvm::function_ref<void(const Report &, llvm::raw_ostream &)> Summarize);

/// What \p R and the messages so far ask for.
ExitStatus exitStatus(const Report &R, const MessageLog &Log);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_CONSOLE_H
