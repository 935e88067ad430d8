//===- CompilerArguments.h - The command line of a parse --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Clang is asked to do with a CUDA file: one device-only pass that stops
// behind the syntax tree.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PARSE_COMPILERARGUMENTS_H
#define BANKLINT_PARSE_COMPILERARGUMENTS_H

#include "banklint/Parse/FileLayers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace banklint {

/// What a source is compiled for, and with whose declarations.
struct CudaSetup {
  /// What __CUDA_ARCH__ is derived from, "sm_90"; Clang need not know it.
  std::string Arch;
  /// The toolkit whose headers are used; empty for the embedded declarations.
  std::string ToolkitPath;
  /// Whether InjectedHeader comes behind the declarations.
  bool HasInjected = false;
  /// Where the embedded headers are.
  std::string HeaderDirectory = banklint::HeaderDirectory.str();
  /// Whether the compiler's own headers are the embedded ones.
  bool EmbedsCompilerHeaders = true;
};

/// The command line that parses \p Path with \p Arguments, those of
/// parseCudaFile.
std::vector<std::string>
compilerArguments(llvm::StringRef Path, llvm::ArrayRef<std::string> Arguments,
                  const CudaSetup &Setup);

} // namespace banklint

#endif // BANKLINT_PARSE_COMPILERARGUMENTS_H
