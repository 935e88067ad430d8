//===- AnalysisArguments.cpp - Options of all that analyzes ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysisArguments.h"

using namespace banklint;

llvm::Error AnalysisArguments::read(RunOptions &Options) const {
  llvm::Error Failure = llvm::Error::success();
  if (Arch.getNumOccurrences())
    Failure = take(parseArchitecture(Arch), Options.Arch);
  if (!Failure && Headers.getNumOccurrences())
    Failure = take(parseCudaHeaders(Headers), Options.Headers);
  for (const std::string &Text : BlockDims)
    if (!Failure)
      Failure = take(parseBlockOption(Text), Options.Blocks.emplace_back());
  if (Failure)
    return Failure;
  Options.BuildPath = BuildPath;
  Options.Profiles = all(Profiles);
  Options.ExtraArgs = all(ExtraArgs);
  Options.ExtraArgsBefore = all(ExtraArgsBefore);
  Options.ToolkitPath = CudaPath;
  Options.Checks = Checks;
  Options.WarningsAsErrors = WarningsAsErrors;
  if (Config.getNumOccurrences())
    Options.Config.Text = Config;
  Options.Config.File = ConfigFile;
  Options.Filter.Baseline = Baseline;
  Options.Filter.SystemHeaders = SystemHeaders;
  Options.OutputFile = Output;
  Options.IsQuiet = Quiet;
  Options.TimeLimit = std::chrono::seconds(TimeLimit);
  Options.Budget.SearchStatements = FixSearchLimit;
  return llvm::Error::success();
}
