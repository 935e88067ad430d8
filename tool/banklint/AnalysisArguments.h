//===- AnalysisArguments.h - Options of all that analyzes -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options that the plain command line and the audit have in common. The
// names are the variables', so that a use reads like the command line.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_ANALYSISARGUMENTS_H
#define BANKLINT_TOOL_ANALYSISARGUMENTS_H

#include "banklint/Driver/Config/Options.h"
#include "llvm/Support/CommandLine.h"

namespace banklint {

/// The groups of --help. LLVM sorts them by their names.
struct OptionGroups {
  llvm::cl::OptionCategory Fixes{"Fixes"};
  llvm::cl::OptionCategory Information{"Information", "Print this and exit"};
  llvm::cl::OptionCategory Input{"Input and compilation"};
  llvm::cl::OptionCategory Launches{"Launches and architecture"};
  llvm::cl::OptionCategory Limits{"Limits"};
  llvm::cl::OptionCategory Output{"Output"};
  llvm::cl::OptionCategory Reported{"What is reported"};

  std::vector<const llvm::cl::OptionCategory *> all() const {
    return {&Fixes,  &Information, &Input,   &Launches,
            &Limits, &Output,      &Reported};
  }
};

struct AnalysisArguments {
  OptionGroups &Groups;

  llvm::cl::opt<std::string> BuildPath{
      "p",
      llvm::cl::desc("Use compile_commands.json of this directory or a parent; "
                     "without sources, analyze all its CUDA files"),
      llvm::cl::value_desc("directory"), llvm::cl::cat(Groups.Input)};
  llvm::cl::opt<std::string> Arch{
      "arch",
      llvm::cl::desc("Analyze for this architecture; default: "
                     "that of the compile command, else sm_90"),
      llvm::cl::value_desc("sm_XX"), llvm::cl::cat(Groups.Launches)};
  llvm::cl::list<std::string> BlockDims{
      "block-dim",
      llvm::cl::desc("Assume this block shape for all kernels or one kernel"),
      llvm::cl::value_desc("[kernel=]x[,y[,z]]"),
      llvm::cl::cat(Groups.Launches)};
  llvm::cl::list<std::string> Instances{
      "instantiate",
      llvm::cl::desc("Instantiate this kernel template with these arguments"),
      llvm::cl::value_desc("kernel<arguments>"),
      llvm::cl::cat(Groups.Launches)};
  llvm::cl::list<std::string> Profiles{
      "profile",
      llvm::cl::desc(
          "Take launches from this export of Nsight Compute and show "
          "what it measured; for each of its pages"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Groups.Launches)};
  llvm::cl::opt<std::string> Checks{
      "checks",
      llvm::cl::desc(
          "Run the checks that match these globs; '-' excludes a glob"),
      llvm::cl::value_desc("globs"), llvm::cl::cat(Groups.Reported)};
  llvm::cl::opt<std::string> WarningsAsErrors{
      "warnings-as-errors",
      llvm::cl::desc("Treat findings of matching checks as errors"),
      llvm::cl::value_desc("globs"), llvm::cl::cat(Groups.Reported)};
  llvm::cl::opt<std::string> Config{
      "config", llvm::cl::desc("Use this configuration instead of files"),
      llvm::cl::value_desc("yaml"), llvm::cl::cat(Groups.Reported)};
  llvm::cl::opt<std::string> ConfigFile{
      "config-file",
      llvm::cl::desc("Use this configuration file; default: '.banklint' in the "
                     "directory of each source or a parent"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Groups.Reported)};
  llvm::cl::opt<std::string> Baseline{
      "baseline", llvm::cl::desc("Accept the findings listed in this file"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Groups.Reported)};
  llvm::cl::opt<bool> SystemHeaders{
      "system-headers", llvm::cl::desc("Report findings in system headers"),
      llvm::cl::cat(Groups.Reported)};
  llvm::cl::list<std::string> ExtraArgs{
      "extra-arg", llvm::cl::desc("Append this option to the compile command"),
      llvm::cl::value_desc("option"), llvm::cl::cat(Groups.Input)};
  llvm::cl::list<std::string> ExtraArgsBefore{
      "extra-arg-before",
      llvm::cl::desc("Prepend this option to the compile command"),
      llvm::cl::value_desc("option"), llvm::cl::cat(Groups.Input)};
  llvm::cl::opt<std::string> Headers{
      "cuda-headers",
      llvm::cl::desc(
          "Select the CUDA headers; default: builtin, or toolkit with "
          "--cuda-path or if a name is missing"),
      llvm::cl::value_desc("builtin|toolkit"), llvm::cl::cat(Groups.Input)};
  llvm::cl::opt<std::string> CudaPath{
      "cuda-path", llvm::cl::desc("Use the CUDA toolkit in this directory"),
      llvm::cl::value_desc("directory"), llvm::cl::cat(Groups.Input)};
  llvm::cl::opt<unsigned> TimeLimit{
      "time-limit",
      llvm::cl::desc("Limit the processor time for the parse "
                     "of a file and for each kernel; "
                     "default: 120; 0: no limit"),
      llvm::cl::value_desc("seconds"), llvm::cl::init(120),
      llvm::cl::cat(Groups.Limits)};
  llvm::cl::opt<uint64_t> FixSearchLimit{
      "fix-search-limit",
      llvm::cl::desc("Limit the search for the fixes of a kernel to this many "
                     "executed statements; default: 4000000; 0: no limit"),
      llvm::cl::value_desc("statements"),
      llvm::cl::init(InterpreterBudget().SearchStatements),
      llvm::cl::cat(Groups.Limits)};
  llvm::cl::opt<std::string> Output{
      "output", llvm::cl::desc("Write the report to this file"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Groups.Output)};
  llvm::cl::opt<bool> Quiet{
      "quiet",
      llvm::cl::desc("Do not print the summary and the notes of the run"),
      llvm::cl::cat(Groups.Output)};
  llvm::cl::alias QuietShort{"q", llvm::cl::desc("Alias for --quiet"),
                             llvm::cl::aliasopt(Quiet)};
  llvm::cl::opt<std::string> StdinFilename{
      "stdin-filename",
      llvm::cl::desc(
          "Take the source '-', standard input, for the text of this "
          "file"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Groups.Input)};
  llvm::cl::opt<unsigned> Jobs{
      "j",
      llvm::cl::desc("Analyze this many files at the same time; default: one "
                     "for each processor, fewer if memory is short"),
      llvm::cl::value_desc("jobs"),
      llvm::cl::Prefix,
      llvm::cl::init(0),
      llvm::cl::cat(Groups.Limits)};

  /// For developers: docs/contributing.md.
  llvm::cl::opt<std::string> Without{
      "without", llvm::cl::desc("Switch off mechanisms, to measure them"),
      llvm::cl::value_desc("mechanisms"), llvm::cl::Hidden,
      llvm::cl::cat(Groups.Limits)};
  llvm::cl::opt<bool> PrintMechanisms{
      "print-mechanisms",
      llvm::cl::desc("Print the names of those that had an effect"),
      llvm::cl::Hidden, llvm::cl::cat(Groups.Limits)};

  /// Enters them in \p Options.
  llvm::Error read(RunOptions &Options) const;
};

/// Cuts "--" and what follows, the compile command, off the arguments. Returns
/// what follows; nothing if there is no "--".
std::optional<std::vector<std::string>> takeCommand(int &Argc, char **Argv);

/// Moves a parsed value to \p Into.
template <typename T, typename U>
llvm::Error take(llvm::Expected<T> Value, U &Into) {
  if (!Value)
    return Value.takeError();
  Into = *Value;
  return llvm::Error::success();
}

inline std::vector<std::string> all(const llvm::cl::list<std::string> &Values) {
  return {Values.begin(), Values.end()};
}

} // namespace banklint

#endif // BANKLINT_TOOL_ANALYSISARGUMENTS_H
