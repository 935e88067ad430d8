//===- RunParse.h - One parse of a source -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PARSE_RUNPARSE_H
#define BANKLINT_PARSE_RUNPARSE_H

#include "banklint/Parse/CompilerArguments.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>

namespace clang {
class DiagnosticConsumer;
class FrontendAction;
namespace tooling {
class ToolAction;
}
} // namespace clang

namespace banklint {

/// A source and how Clang parses it.
struct ParseInput {
  std::string Path;
  /// Those of the compile command, without what CudaSetup adds.
  std::vector<std::string> Arguments;
  /// Absolute; what the arguments are relative to.
  std::string Directory;
  CudaSetup Setup;
  /// The text of InjectedHeader.
  std::string Injected;
  /// ToolkitsLast::Directories.
  std::vector<std::string> Toolkits;
  /// Without the embedded headers.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
};

/// Runs \p Action over \p Input. Errors go to \p Diagnostics, if given. False
/// if there were errors or the compiler could not start.
bool runParse(const ParseInput &Input, clang::tooling::ToolAction &Action,
              clang::DiagnosticConsumer *Diagnostics);
bool runParse(const ParseInput &Input,
              std::unique_ptr<clang::FrontendAction> Action,
              clang::DiagnosticConsumer *Diagnostics);

} // namespace banklint

#endif // BANKLINT_PARSE_RUNPARSE_H
