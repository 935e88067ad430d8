//===- OptionsFiles.h - Options that are in files ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces "@file" of the host compilers and "--options-file" of nvcc by the
// contents of the files, which may name other files. Paths are relative to the
// command's directory. Depth, size and number are bounded.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_OPTIONSFILES_H
#define BANKLINT_COMMANDS_OPTIONSFILES_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace banklint {

struct ExpandedOptions {
  std::vector<std::string> Command;
  /// One message for each file that is ignored.
  std::vector<std::string> Problems;
};

/// Expands \p Command, without the program's name, of \p Directory.
ExpandedOptions expandOptionsFiles(llvm::ArrayRef<std::string> Command,
                                   llvm::StringRef Directory);

} // namespace banklint

#endif // BANKLINT_COMMANDS_OPTIONSFILES_H
