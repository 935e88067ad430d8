//===- CommandText.h - From texts of options to words -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a shell and nvcc take texts apart. None of these fails: a quote that is
// not closed reaches to the end.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_COMMANDTEXT_H
#define BANKLINT_COMMANDS_COMMANDTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace banklint {

/// The words that a POSIX shell makes of \p Text; nothing is expanded.
std::vector<std::string> splitShellWords(llvm::StringRef Text);

/// The items of a value that nvcc takes for a list. Double quotes keep commas
/// and stay; a backslash takes the meaning of what follows, and goes.
std::vector<std::string> splitNvccList(llvm::StringRef Value);

/// The options in a file of nvcc's --options-file. Only double quotes and
/// backslashes mean anything; nvcc takes both away twice.
std::vector<std::string> splitOptionsFile(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_COMMANDS_COMMANDTEXT_H
