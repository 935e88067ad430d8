//===- TryCommandLine.cpp - banklint try ----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TryCommandLine.h"
#include "AnalysisArguments.h"
#include "ReadOptions.h"
#include "banklint/Driver/Run/Try.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cstdlib>

using namespace banklint;
namespace cl = llvm::cl;

static constexpr char Examples[] = R"(
Examples:
  banklint try kernel.cu --block='32,8;16,16;64,4'
  banklint try kernel.cu --kernel=transpose --pad=tile:0..4
  banklint try kernel.cu --define='TILE=16;32' --pad='tile:0;1'
)";

static constexpr char StatusHelp[] = R"(
For each combination, the table has the wavefronts of all accesses to shared
memory in one block and their ideal, the most ways of a request, the shared
memory of a block, and the blocks that fit on a multiprocessor by shared memory
and threads. '<=' is an upper bound; '~' counts the iterations of a loop of
unknown length once, or leaves out accesses whose cost is not known.

Exit status:
  0  the table was written
  2  invalid usage, or something could not be read or analyzed
)";

namespace {
struct TryArguments {
  OptionGroups Groups;
  cl::OptionCategory Tried{"Combinations"};
  OptionPageRequest Pages{Groups.Information};
  cl::extrahelp Help{StatusHelp};
  AnalysisArguments Analysis{Groups};
  cl::list<std::string> Sources{cl::Positional, cl::desc("<source>..."),
                                cl::cat(Groups.Input)};
  cl::opt<std::string> Kernel{"kernel",
                              cl::desc("Try this kernel only; default: all"),
                              cl::value_desc("name"), cl::cat(Tried)};
  cl::list<std::string> Blocks{
      "block", cl::desc("Try these block shapes; default: as for 'banklint'"),
      cl::value_desc("x[,y[,z]][;...]"), cl::cat(Tried)};
  cl::list<std::string> Paddings{
      "pad",
      cl::desc("Try rows of this array that are longer by these elements"),
      cl::value_desc("array:n[..m][;...]"), cl::cat(Tried)};
  cl::list<std::string> Constants{
      "define",
      cl::desc("Try these values of a macro, a constant or an enumerator"),
      cl::value_desc("name=value[;...]"), cl::cat(Tried)};
  cl::opt<std::string> Format{"format", cl::desc("Select the form"),
                              cl::value_desc("text|json"), cl::init("text"),
                              cl::cat(Groups.Output)};

  llvm::Expected<TryOptions> read() const;
  std::vector<const cl::OptionCategory *> categories() const {
    return {&Tried,         &Groups.Information, &Groups.Input,
            &Groups.Limits, &Groups.Launches,    &Groups.Output};
  }
};
} // namespace

llvm::Expected<TryOptions> TryArguments::read() const {
  TryOptions Options;
  llvm::Error Failure = Analysis.read(Options.Run);
  for (const std::string &Text : Blocks) {
    std::vector<Dim3> Some;
    if (!Failure)
      Failure = take(parseTriedBlocks(Text), Some);
    llvm::append_range(Options.Blocks, Some);
  }
  for (const std::string &Text : Paddings)
    if (!Failure)
      Failure = take(parseTriedPadding(Text), Options.Paddings.emplace_back());
  for (const std::string &Text : Constants)
    if (!Failure)
      Failure =
          take(parseTriedConstant(Text), Options.Constants.emplace_back());
  llvm::StringSet<> Names;
  const auto AddName = [&](llvm::StringRef Option, llvm::StringRef Name) {
    if (!Names.insert((Option + Name).str()).second && !Failure)
      Failure = llvm::createStringError(Option + ": '" + Name +
                                        "' is named twice; separate its values "
                                        "by ';'");
  };
  for (const TriedPadding &Each : Options.Paddings)
    AddName("--pad", Each.Array);
  for (const TriedConstant &Each : Options.Constants)
    AddName("--define", Each.Name);
  if (!Failure && Format != "text" && Format != "json")
    Failure = llvm::createStringError("--format: invalid value '" + Format +
                                      "'; expected text or json");
  if (Failure)
    return Failure;
  if (Format == "json")
    Options.Run.Format = OutputFormat::Json;
  Options.Kernel = Kernel;
  Options.Run.Sources = all(Sources);
  return Options;
}

int banklint::runTryCommand(int Argc, char **Argv) {
  std::optional<std::vector<std::string>> Compilation = takeCommand(Argc, Argv);
  TryArguments Given;
  cl::HideUnrelatedOptions(Given.categories());
  const ProgramText Text = {
      "banklint try",
      BANKLINT_VERSION,
      "compare block shapes, paddings and constants of a kernel",
      Examples,
      StatusHelp,
      "<source>... [-- <compile options>]"};
  if (!readOptions(Argc, Argv, Text, llvm::errs()))
    return ExitFailure;
  if (Given.Pages.Page.getNumOccurrences()) {
    printOptionPage(Given.Pages.Page, Text, Given.categories(), llvm::outs());
    return ExitClean;
  }
  llvm::Expected<TryOptions> Options = Given.read();
  if (!Options) {
    llvm::errs() << "banklint: error: " << llvm::toString(Options.takeError())
                 << '\n';
    return ExitFailure;
  }
  Options->Run.FixedCommand = std::move(Compilation);
  const RunOutcome Outcome = runTry(*Options, llvm::outs(), llvm::errs());
  llvm::outs().flush();
  if (Outcome.MustExitAtOnce)
    std::_Exit(Outcome.Status);
  return Outcome.Status;
}
