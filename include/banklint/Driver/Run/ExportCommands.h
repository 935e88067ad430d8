//===- ExportCommands.h - A database for Clang's own tools ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_EXPORTCOMMANDS_H
#define BANKLINT_DRIVER_RUN_EXPORTCOMMANDS_H

#include "banklint/Driver/Run/Run.h"

namespace banklint {

/// Writes the sources of \p Options as a compilation database to \p Directory,
/// which is made if it does not exist, with the commands that Clang's tools
/// understand, and the embedded headers that these name below it. Headers
/// among the sources are left out: tools find their commands by themselves.
/// Messages go to \p Err.
ExitStatus exportCommands(const RunOptions &Options, llvm::StringRef Directory,
                          llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_EXPORTCOMMANDS_H
