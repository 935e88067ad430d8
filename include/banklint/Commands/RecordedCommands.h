//===- RecordedCommands.h - Compile commands of builds ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds that write no compilation database run banklint as a launcher, which
// leaves a record of each compile command in a directory: a file for each
// source and output, so that a later build replaces what it makes anew, and
// builds in parallel do not disturb each other.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_RECORDEDCOMMANDS_H
#define BANKLINT_COMMANDS_RECORDEDCOMMANDS_H

#include "banklint/Commands/CompileDatabase.h"

namespace banklint {

/// Records \p Command, which runs in \p Directory, in the directory \p Store if
/// it compiles CUDA sources. Files of options are read, as the build may remove
/// them.
llvm::Error recordCommand(llvm::ArrayRef<std::string> Command,
                          llvm::StringRef Directory, llvm::StringRef Store);

struct RecordedCommands {
  /// By source.
  std::vector<DatabaseEntry> Entries;
  /// Records of sources that are gone, such as those with which a build tries
  /// the compiler.
  unsigned Gone = 0;
};

/// The records in \p Store of sources in the directory \p Root, an absolute
/// path without symbolic links, or of builds that ran there.
llvm::Expected<RecordedCommands> recordedCommands(llvm::StringRef Store,
                                                  llvm::StringRef Root);

/// Writes \p Entries as a compilation database to \p File.
llvm::Error writeDatabase(llvm::ArrayRef<DatabaseEntry> Entries,
                          llvm::StringRef File);

} // namespace banklint

#endif // BANKLINT_COMMANDS_RECORDEDCOMMANDS_H
