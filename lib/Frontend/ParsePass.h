//===- ParsePass.h - One parse of a file ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_PARSEPASS_H
#define BANKLINT_LIB_FRONTEND_PARSEPASS_H

#include "Annotations.h"
#include "ConstantValues.h"
#include "ErrorCollector.h"
#include "Launches/Launches.h"
#include "banklint/Frontend/Frontend.h"
#include "banklint/Parse/FileLayers.h"
#include "banklint/Parse/PrecompiledDeclarations.h"
#include <functional>

namespace banklint {

/// A source and how to parse it.
struct PassSource {
  llvm::StringRef Path;
  const std::vector<std::string> &Arguments;
  llvm::StringRef Directory;
  const banklint::FrontendOptions &Options;
  /// Without the embedded headers.
  llvm::IntrusiveRefCntPtr<ReadRecorder> Files;
  /// What Files reads from.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Unrecorded;
};

/// One parse of the file.
struct Pass {
  /// FrontendOptions::Header.
  std::string Header;
  /// FrontendOptions::WantsLaunches.
  bool WantsLaunches = false;
  /// FrontendOptions::LastDirectories.
  llvm::ArrayRef<std::string> LastDirectories;
  /// FrontendOptions::Instances.
  llvm::ArrayRef<KernelInstance> Instances;
  /// FrontendOptions::Constants.
  llvm::ArrayRef<ConstantValue> Constants;
  /// What may stand for the text of the embedded declarations.
  llvm::ArrayRef<PrecompiledDeclarations> Forms;
  /// Has a compiler load what may stand for the text of headers.
  std::function<void(clang::CompilerInstance &)> LoadHeaders;
  ErrorCollector Diagnostics;
  /// What this pass mends: ErrorCollector::Differences of earlier ones.
  CompilerDifferences Differences;
  /// The constants that wrapConstants found.
  unsigned WrappedConstants = 0;
  ParsedFile Result;
  /// Declarations of names that an earlier pass missed, and its errors.
  const Pass *Earlier = nullptr;
  /// Those that this pass misses.
  std::string Declarations;
  /// The parse ends, and nothing is lowered, when it lacks names of the C++
  /// library in a source with shared memory: another one will have them.
  bool EndsWithoutLibrary = false;
  bool HasEnded = false;
  /// Where the source says `__shared__`.
  std::vector<clang::SourceLocation> SharedPlaces;
  /// What the preprocessor left out of the main file, each from its directive
  /// on.
  std::vector<clang::SourceRange> Skipped;
  Annotations Stated;
  ConstantValues Values;
  std::vector<LaunchText> Launches;
};

/// Parses \p S and lowers it, into \p P.
void runPass(Pass &P, const PassSource &S);

/// Has the result of \p P tell the errors that it has.
void countErrors(Pass &P);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_PARSEPASS_H
