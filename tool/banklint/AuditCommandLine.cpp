//===- AuditCommandLine.cpp - banklint audit, merge and compare -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AuditCommandLine.h"
#include "AnalysisArguments.h"
#include "ReadOptions.h"
#include "banklint/Audit/Audit.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/xxhash.h"

using namespace banklint;
namespace cl = llvm::cl;

static constexpr char AuditExamples[] = R"(
Examples:
  banklint audit src                                what to fix first in a tree
  banklint audit -p build                           in a compilation database
  banklint audit src --html=report.html             the same as a page to share
  banklint audit src --extra-arg=-Iinclude          with options of the compiler
  banklint audit src --format=json --output=a.json  for 'banklint compare'
)";

static constexpr char MergeExamples[] = R"(
Examples:
  banklint audit src --shard=1/2 --format=json --output=1.json
  banklint audit src --shard=2/2 --format=json --output=2.json
  banklint merge 1.json 2.json --html=report.html
)";

static constexpr char CompareExamples[] = R"(
Examples:
  banklint compare old.json new.json
)";

static constexpr char StatusHelp[] = R"(
Exit status:
  0   no findings, or only warnings
  1   findings of checks that --warnings-as-errors selects
  2   invalid usage, or at least one file could not be analyzed
  75  the machine failed, such as a full disk; the same run may succeed later
  130, 143  interrupted; the report has what was analyzed until then
)";

static constexpr char MergeStatusHelp[] = R"(
Exit status:
  0   no findings, or only warnings
  1   findings that are errors
  2   invalid usage, or a part is missing, doubled or of another audit
  75  the machine failed, such as a full disk; the same run may succeed later
)";

static constexpr char CompareStatusHelp[] = R"(
Exit status:
  0   no new findings
  1   new findings
  2   invalid usage, or a report could not be read
  75  the machine failed, such as a full disk; the same run may succeed later
)";

namespace {

struct AuditArguments {
  OptionGroups Groups;
  OptionPageRequest Pages{Groups.Information};
  cl::extrahelp Help{StatusHelp};
  AnalysisArguments Analysis{Groups};
  cl::list<std::string> Sources{cl::Positional,
                                cl::desc("[<file, directory or glob>...]"),
                                cl::cat(Groups.Input)};
  cl::opt<std::string> Format{"format", cl::desc("Select the report format"),
                              cl::value_desc("text|json"), cl::init("text"),
                              cl::cat(Groups.Output)};
  cl::opt<std::string> Html{"html",
                            cl::desc("Write an HTML report to this file"),
                            cl::value_desc("file"), cl::cat(Groups.Output)};
  cl::opt<std::string> CacheDir{
      "cache-dir",
      cl::desc("Keep results in this directory; default: 'banklint' in the "
               "user's cache directory"),
      cl::value_desc("directory"), cl::cat(Groups.Output)};
  cl::opt<bool> NoCache{"no-cache",
                        cl::desc("Neither use nor keep results of other runs"),
                        cl::cat(Groups.Output)};
  cl::opt<bool> NoFindHeaders{
      "no-find-headers",
      cl::desc("Do not look for headers below the given directories where no "
               "compile command says where they are"),
      cl::cat(Groups.Input)};
  cl::opt<std::string> Shard{
      "shard",
      cl::desc("Analyze part i of n, which 'banklint merge' puts together"),
      cl::value_desc("i/n"), cl::cat(Groups.Input)};
  cl::opt<unsigned> UnitTime{
      "file-time-limit",
      cl::desc("Limit the processor time for a whole file; default: 600; 0: no "
               "limit"),
      cl::value_desc("seconds"), cl::init(600), cl::cat(Groups.Limits)};
  cl::opt<unsigned> UnitMemory{
      "file-memory-limit",
      cl::desc("Limit the memory for a file; default: 4096; 0: no limit"),
      cl::value_desc("MiB"), cl::init(4096), cl::cat(Groups.Limits)};

  llvm::Expected<AuditOptions> read() const;
  llvm::Expected<std::string> cacheDirectory() const;
  std::string key() const;
  std::vector<const cl::OptionCategory *> categories() const {
    return Groups.all();
  }
};

struct ReportArguments {
  ReportArguments(llvm::StringRef Name, const char *StatusHelp,
                  const char *Files)
      : Category(Name), Help(StatusHelp),
        Reports(cl::Positional, cl::desc(Files), cl::cat(Category)) {}

  cl::OptionCategory Category;
  OptionPageRequest Pages{Category};
  cl::extrahelp Help;
  cl::list<std::string> Reports;
  cl::opt<std::string> Format{"format", cl::desc("Select the report format"),
                              cl::value_desc("text|json"), cl::init("text"),
                              cl::cat(Category)};
  cl::opt<std::string> Output{"output",
                              cl::desc("Write the report to this file"),
                              cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> Html{"html",
                            cl::desc("Write an HTML report to this file"),
                            cl::value_desc("file"), cl::cat(Category)};
  cl::opt<bool> Quiet{"quiet", cl::desc("Do not print notes"),
                      cl::cat(Category)};

  llvm::Expected<AuditOutput> read() const;
  std::vector<const cl::OptionCategory *> categories() const {
    return {&Category};
  }
};

} // namespace

static llvm::Expected<OutputFormat> parseFormat(llvm::StringRef Text) {
  if (Text == "text")
    return OutputFormat::Text;
  if (Text == "json")
    return OutputFormat::Json;
  return llvm::createStringError("--format: invalid value '" + Text +
                                 "'; expected text or json");
}

llvm::Expected<std::string> AuditArguments::cacheDirectory() const {
  if (NoCache || Analysis.Without.getNumOccurrences())
    return "";
  if (CacheDir.getNumOccurrences()) {
    if (CacheDir.empty())
      return llvm::createStringError("--cache-dir: expected a directory");
    return CacheDir.getValue();
  }
  llvm::SmallString<128> Directory;
  if (!llvm::sys::path::cache_directory(Directory))
    return "";
  llvm::sys::path::append(Directory, "banklint");
  return Directory.str().str();
}

/// All options that results depend on, and the contents of the files that they
/// name but sources.
std::string AuditArguments::key() const {
  static constexpr llvm::StringLiteral WithoutInfluence[] = {
      "cache-dir", "format", "html",  "j",    "no-cache",
      "output",    "p",      "quiet", "shard"};
  std::vector<std::string> Given;
  for (const auto &Entry : cl::getRegisteredOptions()) {
    const cl::Option &Option = *Entry.second;
    if (Option.getNumOccurrences() == 0 ||
        llvm::is_contained(WithoutInfluence, Option.ArgStr))
      continue;
    Given.push_back(Option.ArgStr.str());
  }
  llvm::sort(Given);
  std::string Key;
  for (const std::string &Name : Given)
    Key += Name + "\n";
  const auto Add = [&Key](const auto &Value) {
    std::string Text;
    llvm::raw_string_ostream(Text) << Value;
    Key += Text + "\n";
  };
  const AnalysisArguments &A = Analysis;
  for (const auto *Each : {&A.BlockDims, &A.ExtraArgs, &A.ExtraArgsBefore,
                           &A.Instances, &A.Profiles}) {
    for (const std::string &Value : *Each)
      Add(Value);
    Add("");
  }
  for (const auto *Each : {&A.Arch, &A.Checks, &A.WarningsAsErrors, &A.Config,
                           &A.ConfigFile, &A.Baseline, &A.Headers, &A.CudaPath})
    Add(Each->getValue());
  Add(A.TimeLimit.getValue());
  Add(A.FixSearchLimit.getValue());
  std::vector<std::string> Files = all(A.Profiles);
  Files.push_back(A.ConfigFile);
  Files.push_back(A.Baseline);
  for (const std::string &File : Files)
    if (!File.empty())
      if (const auto Text = llvm::MemoryBuffer::getFile(File))
        Add(llvm::xxh3_64bits((*Text)->getBuffer()));
  return Key;
}

llvm::Expected<AuditOptions> AuditArguments::read() const {
  AuditOptions Options;
  llvm::Error Failure = Analysis.read(Options.Run);
  if (!Failure)
    Failure = take(parseFormat(Format), Options.Run.Format);
  if (!Failure)
    Failure = take(cacheDirectory(), Options.CacheDirectory);
  // The stacks of a worker need some of it.
  if (!Failure && UnitMemory != 0 && UnitMemory < 256)
    Failure = llvm::createStringError(
        "--file-memory-limit: expected 0 or at least 256");
  if (!Failure && Shard.getNumOccurrences())
    Failure = take(parseShard(Shard), Options.Shard);
  if (Failure)
    return Failure;
  Options.Run.Sources = all(Sources);
  // All of a database, or all that is here.
  if (Sources.empty() && Options.Run.BuildPath.empty())
    Options.Run.Sources = {"."};
  Options.FindsHeaders = !NoFindHeaders;
  Options.Html = Html;
  Options.Key = key();
  Options.Limits.Time = std::chrono::seconds(UnitTime);
  Options.Limits.Memory = uint64_t(UnitMemory) << 20;
  return Options;
}

llvm::Expected<AuditOutput> ReportArguments::read() const {
  AuditOutput Result;
  if (llvm::Error Failure = take(parseFormat(Format), Result.Format))
    return Failure;
  Result.File = Output;
  Result.Html = Html;
  Result.IsQuiet = Quiet;
  return Result;
}

/// Reports \p Failure as an invalid usage.
static int usageError(llvm::Error Failure) {
  llvm::errs() << "banklint: error: " << llvm::toString(std::move(Failure))
               << '\n';
  return AuditFailure;
}

/// Nothing if the command has to run, else the status.
template <typename ArgumentsT>
static std::optional<int> parse(int Argc, char **Argv, ArgumentsT &Given,
                                const ProgramText &Text) {
  cl::HideUnrelatedOptions(Given.categories());
  if (!readOptions(Argc, Argv, Text, llvm::errs()))
    return AuditFailure;
  if (!Given.Pages.Page.getNumOccurrences())
    return std::nullopt;
  printOptionPage(Given.Pages.Page, Text, Given.categories(), llvm::outs());
  return AuditClean;
}

/// \p Arguments as one would type them.
static std::string spell(llvm::ArrayRef<char *> Arguments) {
  std::string Command = llvm::sys::path::filename(Arguments.front()).str();
  llvm::raw_string_ostream OS(Command);
  for (llvm::StringRef Argument : Arguments.drop_front()) {
    OS << ' ';
    llvm::sys::printArg(OS, Argument, /*Quote=*/false);
  }
  return Command;
}

int banklint::runAuditCommand(int Argc, char **Argv) {
  std::string Command = spell(llvm::ArrayRef(Argv, Argc));
  std::optional<std::vector<std::string>> Compilation = takeCommand(Argc, Argv);
  AuditArguments Given;
  if (const auto Status =
          parse(Argc, Argv, Given,
                {"banklint audit", BANKLINT_VERSION,
                 "audit the shared-memory accesses of a code base",
                 AuditExamples, StatusHelp,
                 "[<file, directory or glob>...] [-- <compile options>]"}))
    return *Status;
  llvm::Expected<AuditOptions> Options = Given.read();
  if (!Options)
    return usageError(Options.takeError());
  Options->Command = std::move(Command);
  Options->Run.FixedCommand = std::move(Compilation);
  return runAudit(*Options, BANKLINT_VERSION, llvm::outs(), llvm::errs());
}

int banklint::runMergeCommand(int Argc, char **Argv) {
  std::string Command = spell(llvm::ArrayRef(Argv, Argc));
  ReportArguments Given("banklint merge options", MergeStatusHelp,
                        "<part.json>...");
  if (const auto Status =
          parse(Argc, Argv, Given,
                {"banklint merge", BANKLINT_VERSION,
                 "make one report of the parts of an audit", MergeExamples,
                 MergeStatusHelp, "<part.json>..."}))
    return *Status;
  llvm::Expected<AuditOutput> Output = Given.read();
  if (!Output)
    return usageError(Output.takeError());
  Output->Command = std::move(Command);
  if (Given.Reports.empty())
    return usageError(llvm::createStringError(
        "nothing to merge; name the JSON reports of all shards"));
  return runMerge(all(Given.Reports), *Output, llvm::outs(), llvm::errs());
}

int banklint::runCompareCommand(int Argc, char **Argv) {
  std::string Command = spell(llvm::ArrayRef(Argv, Argc));
  ReportArguments Given("banklint compare options", CompareStatusHelp,
                        "<old.json> <new.json>");
  if (const auto Status = parse(Argc, Argv, Given,
                                {"banklint compare", BANKLINT_VERSION,
                                 "compare two JSON reports", CompareExamples,
                                 CompareStatusHelp, "<old.json> <new.json>"}))
    return *Status;
  llvm::Expected<AuditOutput> Output = Given.read();
  if (!Output)
    return usageError(Output.takeError());
  Output->Command = std::move(Command);
  if (Given.Reports.size() != 2)
    return usageError(llvm::createStringError(
        "expected two JSON reports, the old one first"));
  return runCompare(Given.Reports[0], Given.Reports[1], *Output, llvm::outs(),
                    llvm::errs());
}
