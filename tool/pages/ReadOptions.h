//===- ReadOptions.h - Options with errors that help ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_PAGES_READOPTIONS_H
#define BANKLINT_TOOL_PAGES_READOPTIONS_H

#include "OptionPages.h"

namespace banklint {

/// Reads the arguments of \p Program into the options that are registered with
/// LLVM's command line. False if that reported an error to \p Err. An unknown
/// option is answered with a similar one, or with where options of the compiler
/// belong if the program takes them after '--'.
bool readOptions(int Argc, char **Argv, const ProgramText &Program,
                 llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_TOOL_PAGES_READOPTIONS_H
