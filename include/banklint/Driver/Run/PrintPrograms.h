//===- PrintPrograms.h - Kernels as the front end lowers them ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --print-program prints: the text form of each kernel, which
// docs/program-form.md describes.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_PRINTPROGRAMS_H
#define BANKLINT_DRIVER_RUN_PRINTPROGRAMS_H

#include "banklint/Driver/Run/Run.h"

namespace banklint {

/// Prints the kernels that \p Kernel names, or all if it is empty: the name of
/// a template selects all its instantiations, a name with template arguments
/// one of them. With RunOptions::Explain, comments show the lines of the
/// source. The programs go to \p Out or to the output file, messages to
/// \p Err.
RunOutcome printPrograms(const RunOptions &Options, llvm::StringRef Kernel,
                         llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_PRINTPROGRAMS_H
