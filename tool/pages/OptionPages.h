//===- OptionPages.h - Man page and completions of a program ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They are generated from the options that are registered with LLVM's command
// line, so that they agree with --help. The name of an option's value decides
// how shells complete it: file, directory, check, globs (of checks), sm_XX, or
// alternatives such as a|b.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_PAGES_OPTIONPAGES_H
#define BANKLINT_TOOL_PAGES_OPTIONPAGES_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

enum class OptionPage { Man, Bash, Zsh };

/// The texts about a program apart from its options.
struct ProgramText {
  /// Of a subcommand, with the program's in front: "banklint audit".
  llvm::StringRef Name;
  llvm::StringRef Version;
  /// One line, without a period.
  llvm::StringRef Summary;
  /// A section "Examples:", which --help shows first; may be empty.
  llvm::StringRef Examples;
  /// Paragraphs, and indented lines that are shown as they are. The line "Exit
  /// status:" heads a section of its own.
  llvm::StringRef Description;
  /// The arguments after the options, such as "[<source>...]"; if empty, the
  /// program takes no files.
  llvm::StringRef Arguments;
  /// First arguments that have pages of their own. The completion for bash is
  /// put together of those of the program and its subcommands.
  llvm::ArrayRef<llvm::StringLiteral> Subcommands = {};
};

/// The hidden option that asks for a page.
struct OptionPageRequest {
  llvm::cl::opt<OptionPage> Page;
  explicit OptionPageRequest(llvm::cl::OptionCategory &Category);
};

/// Prints the page with the options of \p Groups that --help shows.
void printOptionPage(OptionPage Page, const ProgramText &Program,
                     llvm::ArrayRef<const llvm::cl::OptionCategory *> Groups,
                     llvm::raw_ostream &Out);

} // namespace banklint

#endif // BANKLINT_TOOL_PAGES_OPTIONPAGES_H
