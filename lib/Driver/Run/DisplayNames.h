//===- DisplayNames.h - What the user calls a unit's files ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang names files as the compile command and the #include directives spell
// them, from the directory of the command. Reports name each file once: a file
// that the user named, as the user did, any other as nameFromHere does.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_DRIVER_RUN_DISPLAYNAMES_H
#define BANKLINT_LIB_DRIVER_RUN_DISPLAYNAMES_H

#include "banklint/Commands/CompilationCommands.h"
#include "banklint/Frontend/Frontend.h"

namespace banklint {

/// The path of the file that Clang compiles for a unit, and its name in
/// reports.
struct MainFile {
  std::string ForClang;
  std::string Name;
};

/// \p Source itself. Its path works from the directory of the command: the
/// user's own if possible, since Clang spells the path that way.
MainFile mainFileOf(const SourceCommand &Source);

/// Gives all files in \p Parsed, the result of compiling \p Main for \p Source,
/// the names that reports have for them. Nothing renames a file afterwards.
/// Errors of the compiler keep their text.
void useDisplayNames(ParsedFile &Parsed, const MainFile &Main,
                     const SourceCommand &Source, llvm::vfs::FileSystem &Files);

} // namespace banklint

#endif // BANKLINT_LIB_DRIVER_RUN_DISPLAYNAMES_H
