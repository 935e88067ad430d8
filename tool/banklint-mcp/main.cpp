//===- main.cpp - The program banklint-mcp --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit status: 0 the input ended; 1 it was no stream of messages; 2 bad usage.
//
//===----------------------------------------------------------------------===//

#include "ReadOptions.h"
#include "banklint/Mcp/Server.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace banklint;
namespace cl = llvm::cl;

static constexpr int Failure = 2;

static constexpr llvm::StringLiteral Purpose =
    "let coding agents use banklint by the Model Context Protocol";

static constexpr char Examples[] = R"(
Example, in the configuration of an agent:
  {"mcpServers": {"banklint": {"command": "banklint-mcp"}}}
)";

static constexpr llvm::StringLiteral Description =
    R"(
Started by an agent, it speaks the protocol on its standard input and output.
docs/agents.md describes the tools.

Exit status:
  0  the input ended
  1  the input is no stream of messages
  2  invalid usage
)";

static void printVersion(llvm::raw_ostream &Out) {
  Out << "banklint-mcp " << BANKLINT_VERSION << '\n';
}

/// The program banklint: beside this one, as they are installed together, or in
/// PATH.
static llvm::ErrorOr<std::string> findBanklint(const char *Called) {
  llvm::SmallString<256> Beside(
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(
          Called, reinterpret_cast<void *>(&findBanklint))));
  llvm::sys::path::append(Beside, "banklint");
  if (llvm::sys::fs::can_execute(Beside))
    return Beside.str().str();
  return llvm::sys::findProgramByName("banklint");
}

static int usageError(const llvm::Twine &Why) {
  llvm::errs() << "banklint-mcp: error: " << Why << '\n';
  return Failure;
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv, /*InstallPipeSignalExitHandler=*/false);
  mcp::ServerOptions Options;
  cl::OptionCategory Category("banklint-mcp options");
  cl::opt<std::string> Program(
      "banklint",
      cl::desc("Run this program; default: banklint beside banklint-mcp, else "
               "in PATH"),
      cl::value_desc("file"), cl::cat(Category));
  cl::opt<unsigned> TimeLimit(
      "time-limit", cl::desc("Limit the time of a call; default: 120"),
      cl::value_desc("seconds"), cl::init(Options.TimeLimit.count()),
      cl::cat(Category));
  cl::opt<unsigned> MemoryLimit(
      "memory-limit",
      cl::desc("Limit the memory of a call; default: 8192; 0: no limit"),
      cl::value_desc("MiB"), cl::init(Options.MemoryLimit), cl::cat(Category));
  cl::opt<unsigned> MaxAnswer(
      "max-answer", cl::desc("Limit the text of an answer; default: 16384"),
      cl::value_desc("bytes"), cl::init(Options.MaxAnswerBytes),
      cl::cat(Category));
  OptionPageRequest Pages(Category);
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(printVersion);
  const ProgramText Text = {"banklint-mcp", BANKLINT_VERSION, Purpose,
                            Examples,       Description,      /*Arguments=*/""};
  if (!readOptions(Argc, Argv, Text, llvm::errs()))
    return Failure;
  if (Pages.Page.getNumOccurrences()) {
    printOptionPage(Pages.Page, Text, {&Category}, llvm::outs());
    return 0;
  }
  if (TimeLimit == 0)
    return usageError("--time-limit: expected at least 1");
  Options.Program = Program;
  if (Program.empty()) {
    const llvm::ErrorOr<std::string> Found = findBanklint(Argv[0]);
    if (!Found)
      return usageError("there is no program 'banklint' beside banklint-mcp or "
                        "in PATH; name it with --banklint");
    Options.Program = *Found;
  } else if (!llvm::sys::fs::can_execute(Program)) {
    return usageError("--banklint: cannot execute '" + Program + "'");
  }
  Options.Version = BANKLINT_VERSION;
  Options.TimeLimit = std::chrono::seconds(TimeLimit);
  Options.MemoryLimit = MemoryLimit;
  Options.MaxAnswerBytes = MaxAnswer;
  return mcp::runServer(Options);
}
