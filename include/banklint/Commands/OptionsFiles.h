//===- OptionsFiles.h - Options that are in files ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "@file" of the host compilers and "--options-file" of nvcc are replaced by
// what is in the files, which may name others. Paths are relative to the
// command's folder. Depth, size and number are bounded.
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
  /// One sentence for each file whose options are missing.
  std::vector<std::string> Problems;
};

/// \p Command is one without the program's name, of \p Directory.
ExpandedOptions expandOptionsFiles(llvm::ArrayRef<std::string> Command,
                                   llvm::StringRef Directory);

} // namespace banklint

#endif // BANKLINT_COMMANDS_OPTIONSFILES_H
