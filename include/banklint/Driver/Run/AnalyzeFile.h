//===- AnalyzeFile.h - From one source file to verdicts ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_ANALYZEFILE_H
#define BANKLINT_DRIVER_RUN_ANALYZEFILE_H

#include "banklint/Checks/Report.h"
#include "banklint/Commands/CompilationCommands.h"
#include "banklint/Driver/Config/Config.h"
#include "banklint/Driver/Files/SourceTexts.h"
#include "banklint/Frontend/Frontend.h"

namespace banklint {

/// All that the analysis of one file needs; it refers to nothing outside.
struct FileTask {
  SourceCommand Source;
  /// Source.Command, translated for Clang.
  std::vector<std::string> Arguments;
  FrontendOptions Frontend;
  const Architecture *Arch = nullptr;
  std::vector<BlockOption> Blocks;
  /// Their parameters; the blocks are among Blocks.
  std::vector<KernelConfig> Kernels;
  InterpreterBudget Budget;
};

struct FileResult {
  FileReport File;
  std::vector<KernelReport> Kernels;
  /// The file is a header that was seen in SourceCommand::Includer. Kernels are
  /// those that have code of it.
  bool IsPartOfIncluder = false;
  SourceTexts Sources;
  /// Those of the kernels' files that are system headers.
  std::vector<std::string> SystemHeaders;
  /// ParsedFile::FilesRead.
  std::vector<std::string> FilesRead;
  /// What the user should know though all went well.
  std::vector<std::string> Notes;
  /// What the user has to mend in the source, which was left out.
  std::vector<SourceProblem> Problems;
};

/// Reads, parses and judges one file. It never fails as a whole: what went
/// wrong is in the file's report. A file with parse errors in which no kernel
/// that uses shared memory was found counts as failed, since it may well have
/// one.
FileResult analyzeFile(const FileTask &Task);

/// As analyzeFile, up to the kernels' programs: they have no launches.
FileResult lowerFile(const FileTask &Task);

/// Sorts the kernels of all files as Report::Kernels are. A header's kernels
/// are found with each file that includes it: if they \p MayRepeat, those of
/// which the same was found, launches included, are dropped, since the results
/// are the same.
void orderKernels(std::vector<KernelReport> &Kernels, bool MayRepeat);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_ANALYZEFILE_H
