//===- CompileArguments.h - From nvcc's options to Clang's ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compile commands of CUDA files are written for nvcc or for Clang. Only what
// changes how a file parses is kept: include paths, macros, the language's
// standard and dialect. All else is ignored, above all options that would make
// Clang load code or write files: a compilation database is as untrusted as the
// sources that it names.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_COMPILEARGUMENTS_H
#define BANKLINT_COMMANDS_COMPILEARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

enum class CommandDialect {
  /// No list is looked for where host compilers have none.
  Unknown,
  Nvcc,
};

struct TranslatedArguments {
  /// For Clang, without the program's name, without source files and without
  /// the architecture.
  std::vector<std::string> Arguments;
  /// The newest real architecture that is compiled for ("sm_90a"), else the
  /// newest virtual one as the real one of its number.
  std::optional<std::string> Arch;
  /// Options that are rejected because they load code, files of options or
  /// precompiled state, with their values: "-Xclang -load".
  std::vector<std::string> Dropped;
  /// Unknown options, which are ignored.
  std::vector<std::string> Unknown;
};

/// Translates an nvcc or Clang command line without the program's name. An
/// option that both know with different meanings has nvcc's. Paths stay as
/// they are, relative to the command's directory.
TranslatedArguments
translateArguments(llvm::ArrayRef<std::string> Command,
                   CommandDialect Dialect = CommandDialect::Unknown);

} // namespace banklint

#endif // BANKLINT_COMMANDS_COMPILEARGUMENTS_H
