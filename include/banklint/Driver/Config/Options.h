//===- Options.h - The options of a run -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options as plain data, and the parsers of those values that need one. An
// error names the invalid value and what is expected.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_CONFIG_OPTIONS_H
#define BANKLINT_DRIVER_CONFIG_OPTIONS_H

#include "banklint/Analysis/Launches.h"
#include "banklint/Commands/CompilationCommands.h"
#include "banklint/Frontend/Frontend.h"
#include "banklint/Hardware/Architecture.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <map>

namespace banklint {

enum class OutputFormat { Text, Brief, Accesses, Json, Sarif, GitHub, GitLab };

/// A report beside the one that Format and OutputFile describe.
struct ExtraReport {
  OutputFormat Format = OutputFormat::Text;
  std::string File;
};

/// Which fixes are written to the files.
enum class FixMode { None, Automatic, WithSuggested };

/// What an analysis may leave out, so that nothing found is not nothing there.
enum class Gap {
  /// Of files that were analyzed with some.
  ParseErrors,
  MissingHeaders,
  /// Shared variables in code that does not parse.
  LostShared,
  /// Accesses whose cost is not known.
  Unknown,
};

/// Which findings are reported. Files are named as given; empty for none.
struct FilterOptions {
  std::string Baseline;
  std::string WriteBaseline;
  /// A unified diff; "-" for the standard input.
  std::string Diff;
  /// In the syntax of clang-tidy; empty for all lines.
  std::string LineFilter;
  bool ReportUnusedComments = false;
  /// Findings in system headers, too.
  bool SystemHeaders = false;
};

/// Where the configuration is, if not in files above the sources; at most one
/// of both.
struct ConfigOptions {
  /// The configuration itself.
  std::optional<std::string> Text;
  std::string File;
};

/// The source that is read from the standard input.
inline constexpr llvm::StringLiteral StandardInput = "-";

struct RunOptions : CommandOptions {
  /// What StandardInput among the sources is called, and where its headers are
  /// looked for; empty if nobody says.
  std::string StandardInputName;
  /// Null means the newest one that the compile commands name, or the default.
  const Architecture *Arch = nullptr;
  std::vector<BlockOption> Blocks;
  /// Instantiations besides those of configurations.
  std::vector<KernelInstance> Instances;
  /// Files that a profiler exported.
  std::vector<std::string> Profiles;
  /// Nothing means the toolkit's if ToolkitPath is set, else the built-in ones
  /// with those of an installed toolkit if a name is missing.
  std::optional<CudaHeaders> Headers;
  std::string ToolkitPath;
  /// Added to every command, after and before those of configuration files.
  std::vector<std::string> ExtraArgs;
  std::vector<std::string> ExtraArgsBefore;

  /// Globs in the syntax of clang-tidy: comma-separated, "-" excludes, the last
  /// match wins.
  std::string Checks;
  std::string WarningsAsErrors;
  /// By the option's name, "check.Option"; checked by problemOfOption.
  std::map<std::string, std::string> CheckOptions;
  ConfigOptions Config;

  OutputFormat Format = OutputFormat::Text;
  /// A file instead of the standard output; empty or "-" for the latter.
  std::string OutputFile;
  std::vector<ExtraReport> ExtraReports;
  /// The directory that paths in reports for other programs are relative to;
  /// empty for the checkout around the working directory.
  std::string ReportRoot;
  /// SarifRun::DocumentationUrl.
  std::string DocumentationUrl;
  /// Omit suppressed findings from SARIF reports as well.
  bool HideSuppressed = false;
  FixMode Fix = FixMode::None;
  /// A file for the fixes that Fix would apply; empty for none.
  std::string ExportFixes;
  /// Which headers fixes may change: FixRules::HeaderFilter.
  std::string HeaderFilter;
  /// Which of those they may not: FixRules::ExcludeHeaderFilter.
  std::string ExcludeHeaderFilter;
  FilterOptions Filter;
  /// What fails the run.
  std::vector<Gap> FailOn;
  bool Explain = false;
  /// The kernel whose accesses are listed (isNamed); empty for all.
  std::string ListedKernel;
  bool IsQuiet = false;
  bool UseColor = false;
  /// Processor time to parse one unit, and to analyze one kernel; zero means
  /// none.
  std::chrono::seconds TimeLimit{120};
  /// Units that are analyzed at the same time; 0 means what chooseJobs says.
  unsigned Jobs = 1;
  /// Messages go to a terminal, which can show how far the run is.
  bool ShowsProgress = false;
  /// For each execution of a kernel.
  InterpreterBudget Budget;
};

/// "32", "32,8", "32,8,1" for all kernels, or "kernel=32,8".
llvm::Expected<BlockOption> parseBlockOption(llvm::StringRef Text);

/// "reduce<float, 128>".
llvm::Expected<KernelInstance> parseKernelInstance(llvm::StringRef Text);

/// Fails if \p Text, the value of \p Option, is an invalid regular expression.
llvm::Error checkHeaderFilter(llvm::StringRef Option, llvm::StringRef Text);

llvm::Expected<OutputFormat> parseOutputFormat(llvm::StringRef Text);
/// "sarif:banklint.sarif".
llvm::Expected<ExtraReport> parseExtraReport(llvm::StringRef Text);
llvm::Expected<CudaHeaders> parseCudaHeaders(llvm::StringRef Text);
/// "parse-errors,unknown", or "all".
llvm::Expected<std::vector<Gap>> parseGaps(llvm::StringRef Text);
/// "parse-errors", ...
llvm::StringRef spelling(Gap Of);
llvm::Expected<const Architecture *> parseArchitecture(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_DRIVER_CONFIG_OPTIONS_H
