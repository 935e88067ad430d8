//===- CommandText.h - From texts of options to words -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a shell and nvcc split text into words. None of these fails: an
// unterminated quote ends at the end of the text.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_COMMANDTEXT_H
#define BANKLINT_COMMANDS_COMMANDTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace banklint {

/// The words of \p Text in a POSIX shell, without any expansion.
/// llvm::cl::TokenizeGNUCommandLine differs where compile commands depend on
/// it: it drops empty words, takes any backslash in quotes as an escape, so
/// that
/// '-DDIR="a\b"' loses its backslash, and it keeps the newline of a continued
/// line.
std::vector<std::string> splitShellWords(llvm::StringRef Text);

/// The items of an option value that is a list for nvcc. Double quotes protect
/// commas and are kept; a backslash escapes the next character and is removed.
std::vector<std::string> splitNvccList(llvm::StringRef Value);

/// The options in a file of nvcc's --options-file. Only double quotes and
/// backslashes are special; nvcc removes both twice.
std::vector<std::string> splitOptionsFile(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_COMMANDS_COMMANDTEXT_H
