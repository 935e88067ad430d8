//===- TranslateCommands.h - The sources' options for Clang -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_TRANSLATECOMMANDS_H
#define BANKLINT_COMMANDS_TRANSLATECOMMANDS_H

#include "banklint/Commands/CompilationCommands.h"

namespace banklint {

struct TranslatedCommands {
  /// One for each source.
  std::vector<TranslatedArguments> OfSources;
  /// Ignored options that may matter, once each.
  std::vector<std::string> Notes;
};

TranslatedCommands translateCommands(llvm::ArrayRef<SourceCommand> Sources);

} // namespace banklint

#endif // BANKLINT_COMMANDS_TRANSLATECOMMANDS_H
