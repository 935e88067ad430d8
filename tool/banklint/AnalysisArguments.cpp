//===- AnalysisArguments.cpp - Options of all that analyzes ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysisArguments.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/Support/Process.h"
#include <algorithm>

using namespace banklint;

std::optional<std::vector<std::string>> banklint::takeCommand(int &Argc,
                                                              char **Argv) {
  char **End = Argv + Argc;
  char **Dashes = std::find(Argv, End, llvm::StringRef("--"));
  if (Dashes == End)
    return std::nullopt;
  Argc = Dashes - Argv;
  return std::vector<std::string>(Dashes + 1, End);
}

llvm::Error AnalysisArguments::read(RunOptions &Options) const {
  llvm::Error Failure = llvm::Error::success();
  if (Without.getNumOccurrences())
    Failure = switchOff(Without);
  if (!Failure && Arch.getNumOccurrences())
    Failure = take(parseArchitecture(Arch), Options.Arch);
  if (!Failure && Headers.getNumOccurrences())
    Failure = take(parseCudaHeaders(Headers), Options.Headers);
  for (const std::string &Text : BlockDims)
    if (!Failure)
      Failure = take(parseBlockOption(Text), Options.Blocks.emplace_back());
  for (const std::string &Text : Instances)
    if (!Failure)
      Failure =
          take(parseKernelInstance(Text), Options.Instances.emplace_back());
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
  Options.StandardInputName = StdinFilename;
  Options.Jobs = Jobs;
  Options.ShowsProgress =
      !Quiet && llvm::sys::Process::StandardErrIsDisplayed();
  Options.TimeLimit = std::chrono::seconds(TimeLimit);
  Options.Budget.SearchStatements = FixSearchLimit;
  return llvm::Error::success();
}
