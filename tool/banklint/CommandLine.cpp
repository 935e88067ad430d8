//===- CommandLine.cpp - The options of banklint --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "AnalysisArguments.h"
#include "ReadOptions.h"
#include "Subcommands.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"
#include <cstdlib>

using namespace banklint;
namespace cl = llvm::cl;

static constexpr llvm::StringLiteral Purpose =
    "find shared-memory bank conflicts in CUDA source code, without a GPU";

static constexpr char Examples[] = R"(
Examples:
  banklint kernel.cu                         findings, causes and fixes
  banklint kernel.cu -- -Iinclude -DTILE=32  with options of the compiler
  banklint -p build                          every CUDA file of a database
  banklint --explain kernel.cu               draw which lanes use which bank
  banklint --fix kernel.cu                   apply what changes no result
)";

static constexpr char MoreHelp[] = R"(
Without -p and without compile options after '--', banklint searches the parent
directories of each source for a compilation database, as clang-tidy does. If
there is none, it compiles as C++17. It understands the options of nvcc. It
analyzes a header as part of a file in the database that includes the header.

'banklint audit' analyzes a whole code base; see 'banklint audit --help'.
'banklint merge' and 'banklint compare' take reports of audits. 'banklint try'
compares block shapes, paddings and constants of a kernel. 'banklint wrap' is a
launcher for builds that write no compilation database.

A comment above a kernel states its launch: '// banklint: block=32,8 n=256'.
See docs/launches.md.

Exit status:
  0  no findings, or only warnings
  1  findings of checks that --warnings-as-errors selects
  2  invalid usage, or at least one file could not be read, analyzed or written,
     or the analysis leaves out what --fail-on names
)";

namespace {
// The names are the variables', so that a use reads like the command line.
struct Arguments {
  OptionGroups Groups;
  cl::extrahelp Help{MoreHelp};
  AnalysisArguments Analysis{Groups};
  cl::list<std::string> Sources{cl::Positional, cl::desc("[<source>...]"),
                                cl::cat(Groups.Input)};
  cl::opt<std::string> Format{
      "format",
      cl::desc("Select the report format; brief: few lines, for agents; "
               "accesses: each with its cost; auto: github in GitHub Actions, "
               "else text"),
      cl::value_desc("auto|text|brief|accesses|json|sarif|github|gitlab"),
      cl::init("text"), cl::cat(Groups.Output)};
  cl::opt<std::string> Kernel{
      "kernel",
      cl::desc("With --format=accesses, list those of this kernel only"),
      cl::value_desc("name"), cl::cat(Groups.Output)};
  cl::list<std::string> Reports{
      "report",
      cl::desc("Write another report of this format to this file as well"),
      cl::value_desc("format:file"), cl::cat(Groups.Output)};
  cl::opt<std::string> RelativeTo{
      "relative-to",
      cl::desc("Write paths in sarif, github and gitlab reports relative to "
               "this directory; default: the git checkout"),
      cl::value_desc("directory"), cl::cat(Groups.Output)};
  cl::opt<bool> HideSuppressed{
      "hide-suppressed",
      cl::desc("Omit suppressed findings from sarif reports as well"),
      cl::cat(Groups.Output)};
  cl::opt<std::string> FailOn{
      "fail-on",
      cl::desc("Fail if the analysis leaves any of these out: parse-errors, "
               "missing-headers, lost-shared, unknown, or all"),
      cl::value_desc("list"), cl::cat(Groups.Reported)};
  cl::opt<bool> Fix{"fix", cl::desc("Apply automatic fixes"),
                    cl::cat(Groups.Fixes)};
  cl::opt<bool> FixNotes{
      "fix-notes", cl::desc("Apply suggested fixes as well; review the result"),
      cl::cat(Groups.Fixes)};
  cl::opt<std::string> ExportFixes{
      "export-fixes",
      cl::desc("Write the findings and fixes to this file, for "
               "clang-apply-replacements"),
      cl::value_desc("file"), cl::cat(Groups.Fixes)};
  cl::opt<bool> DumpConfig{
      "dump-config",
      cl::desc("Print the configuration of the first source and exit"),
      cl::cat(Groups.Information)};
  cl::opt<bool> ExplainConfig{
      "explain-config", cl::desc("Print where each check is enabled and exit"),
      cl::cat(Groups.Information)};
  cl::opt<bool> VerifyConfig{
      "verify-config", cl::desc("Report errors in the configuration and exit"),
      cl::cat(Groups.Information)};
  cl::opt<std::string> ExplainCheck{
      "explain-check", cl::desc("Print the documentation of a check and exit"),
      cl::value_desc("check"), cl::cat(Groups.Information)};
  cl::opt<std::string> ExplainReason{
      "explain-reason",
      cl::desc("Print what a reason for an inexact result means and exit"),
      cl::value_desc("reason"), cl::cat(Groups.Information)};
  cl::opt<std::string> ExplainRule{
      "explain-rule",
      cl::desc("Print a rule of the compiler that --explain names and exit"),
      cl::value_desc("rule"), cl::cat(Groups.Information)};
  cl::opt<std::string> ExcludeHeaderFilter{
      "exclude-header-filter",
      cl::desc("Do not fix matching headers, even if --header-filter matches"),
      cl::value_desc("regex"), cl::cat(Groups.Fixes)};
  cl::opt<std::string> HeaderFilter{
      "header-filter", cl::desc("Fix matching headers; default: none"),
      cl::value_desc("regex"), cl::cat(Groups.Fixes)};
  cl::opt<std::string> WriteBaseline{
      "write-baseline",
      cl::desc("Accept all findings and list them in this file; with "
               "--baseline, keep entries of other files"),
      cl::value_desc("file"), cl::cat(Groups.Reported)};
  cl::opt<std::string> Diff{
      "diff",
      cl::desc("Report only findings on lines that this unified diff changes; "
               "'-' reads standard input"),
      cl::value_desc("file"), cl::cat(Groups.Reported)};
  cl::opt<std::string> LineFilter{
      "line-filter",
      cl::desc("Report only findings on these lines: "
               "'[{\"name\":\"a.cu\",\"lines\":[[1,3],[5,7]]}]'"),
      cl::value_desc("json"), cl::cat(Groups.Reported)};
  cl::opt<bool> ReportUnusedNolint{
      "report-unused-nolint",
      cl::desc("Report NOLINT comments that name a check but suppress none of "
               "its findings"),
      cl::cat(Groups.Reported)};
  cl::opt<bool> Explain{"explain",
                        cl::desc("Print all notes and the bank map of each "
                                 "finding's worst request; with "
                                 "--print-program, print the source lines"),
                        cl::cat(Groups.Output)};
  cl::opt<bool> UseColor{
      "use-color", cl::desc("Use colors in the report; default: on terminals"),
      cl::cat(Groups.Output)};
  cl::opt<bool> ListChecks{"list-checks",
                           cl::desc("Print the enabled checks and exit"),
                           cl::cat(Groups.Information)};
  cl::opt<std::string> PrintProgram{
      "print-program",
      cl::desc(
          "Print the lowered program of all kernels or one kernel and exit"),
      cl::value_desc("kernel"), cl::ValueOptional, cl::cat(Groups.Information)};
  cl::opt<std::string> ExportCommands{
      "export-commands",
      cl::desc("Write a compilation database and CUDA headers for clang-tidy "
               "and other tools of Clang to this directory and exit"),
      cl::value_desc("directory"), cl::cat(Groups.Information)};
  cl::opt<bool> ListArchs{
      "list-archs", cl::desc("Print the supported architectures and exit"),
      cl::cat(Groups.Information)};
  OptionPageRequest Pages{Groups.Information};

  llvm::Expected<RunOptions> read() const;
  std::optional<ConfigCommand> command() const;
};
} // namespace

/// What "auto" stands for here, or \p Name.
static std::string chosenFormat(const std::string &Name) {
  if (Name != "auto")
    return Name;
  return llvm::sys::Process::GetEnv("GITHUB_ACTIONS") == "true" ? "github"
                                                                : "text";
}

llvm::Expected<RunOptions> Arguments::read() const {
  RunOptions Options;
  llvm::Error Failure =
      take(parseOutputFormat(chosenFormat(Format)), Options.Format);
  if (!Failure)
    Failure = Analysis.read(Options);
  if (!Failure)
    Failure = checkHeaderFilter("--header-filter", HeaderFilter);
  if (!Failure)
    Failure = checkHeaderFilter("--exclude-header-filter", ExcludeHeaderFilter);
  if (!Failure && FailOn.getNumOccurrences())
    Failure = take(parseGaps(FailOn), Options.FailOn);
  for (const std::string &Text : Reports)
    if (!Failure)
      Failure =
          take(parseExtraReport(Text), Options.ExtraReports.emplace_back());
  if (Failure)
    return Failure;
  Options.Sources = all(Sources);
  llvm::StringSet<> Written = {Options.OutputFile};
  for (const ExtraReport &Report : Options.ExtraReports)
    if (!Written.insert(Report.File).second)
      return llvm::createStringError("--report: '" + Report.File +
                                     "' is written twice");
  Options.ListedKernel = Kernel;
  Options.ReportRoot = RelativeTo;
  Options.DocumentationUrl = BANKLINT_DOCUMENTATION_URL;
  Options.HideSuppressed = HideSuppressed;
  Options.Fix = FixNotes ? FixMode::WithSuggested
                : Fix    ? FixMode::Automatic
                         : FixMode::None;
  Options.ExportFixes = ExportFixes;
  Options.HeaderFilter = HeaderFilter;
  Options.ExcludeHeaderFilter = ExcludeHeaderFilter;
  Options.Filter.WriteBaseline = WriteBaseline;
  Options.Filter.Diff = Diff;
  Options.Filter.LineFilter = LineFilter;
  Options.Filter.ReportUnusedComments = ReportUnusedNolint;
  Options.Explain = Explain;
  const bool IsOnTerminal =
      Options.OutputFile.empty() || Options.OutputFile == "-";
  Options.UseColor =
      UseColor.getNumOccurrences()
          ? UseColor
          : IsOnTerminal && llvm::sys::Process::StandardOutHasColors();
  return Options;
}

std::optional<ConfigCommand> Arguments::command() const {
  if (VerifyConfig)
    return ConfigCommand::Verify;
  if (DumpConfig)
    return ConfigCommand::Dump;
  if (ExplainConfig)
    return ConfigCommand::Explain;
  if (ListChecks)
    return ConfigCommand::ListChecks;
  return std::nullopt;
}

static void printVersion(llvm::raw_ostream &Out) {
  Out << "banklint " << BANKLINT_VERSION << " (LLVM " << LLVM_VERSION_STRING
      << ")\n";
}

std::optional<CommandLine> banklint::readCommandLine(int Argc, char **Argv,
                                                     llvm::raw_ostream &Err) {
  std::optional<std::vector<std::string>> Command = takeCommand(Argc, Argv);
  Arguments Given;
  cl::HideUnrelatedOptions(Given.Groups.all());
  cl::SetVersionPrinter(printVersion);
  const ProgramText Text = {
      "banklint",   BANKLINT_VERSION, Purpose,
      Examples,     MoreHelp,         "[<source>...] [-- <compile options>]",
      subcommands()};
  if (!readOptions(Argc, Argv, Text, Err))
    return std::nullopt;
  if (Given.Pages.Page.getNumOccurrences()) {
    printOptionPage(Given.Pages.Page, Text, Given.Groups.all(), llvm::outs());
    std::exit(0);
  }
  llvm::Expected<RunOptions> Options = Given.read();
  if (!Options) {
    Err << "banklint: error: " << llvm::toString(Options.takeError()) << '\n';
    return std::nullopt;
  }
  Options->FixedCommand = std::move(Command);
  CommandLine Result;
  Result.Options = std::move(*Options);
  Result.ListArchs = Given.ListArchs;
  Result.Command = Given.command();
  if (Given.ExplainCheck.getNumOccurrences())
    Result.ExplainCheck = Given.ExplainCheck;
  if (Given.ExplainReason.getNumOccurrences())
    Result.ExplainReason = Given.ExplainReason;
  if (Given.ExplainRule.getNumOccurrences())
    Result.ExplainRule = Given.ExplainRule;
  if (Given.PrintProgram.getNumOccurrences())
    Result.PrintProgram = Given.PrintProgram;
  Result.PrintMechanisms = Given.Analysis.PrintMechanisms;
  if (Given.ExportCommands.getNumOccurrences())
    Result.ExportCommands = Given.ExportCommands;
  return Result;
}
