//===- main.cpp - The program banklint-lsp --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit status: 0 the client ended the server as the protocol says, or the file
// of --check was analyzed; 1 the client ended without a word; 2 bad usage, or
// the file could not be analyzed.
//
//===----------------------------------------------------------------------===//

#include "ReadOptions.h"
#include "banklint/Lsp/CheckFile.h"
#include "banklint/Lsp/Server.h"
#include "banklint/Lsp/Worker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include <cstdlib>

using namespace banklint;
namespace cl = llvm::cl;

static constexpr int Failure = 2;

static constexpr llvm::StringLiteral Purpose =
    "language server for shared-memory bank conflicts in CUDA";

static constexpr llvm::StringLiteral Description =
    R"(
Started by an editor, it speaks the language server protocol on its standard
input and output. docs/editors.md describes the editors' configurations and the
settings.

Exit status:
  0  the editor ended the server, or the file of --check was analyzed
  1  the editor ended without ending the server
  2  bad usage, or the file of --check could not be analyzed
)";

static void printVersion(llvm::raw_ostream &Out) {
  Out << "banklint-lsp " << BANKLINT_VERSION << '\n';
}

/// Checks \p File with the settings in \p SettingsText, JSON or empty.
static lsp::CheckOutcome check(llvm::StringRef File,
                               llvm::StringRef SettingsText) {
  llvm::json::Value Settings = nullptr;
  const auto Complain = [](const llvm::Twine &Why) {
    llvm::errs() << "banklint-lsp: error: --settings: " << Why << '\n';
    return lsp::CheckOutcome{Failure};
  };
  if (!SettingsText.empty())
    if (llvm::Error Bad = llvm::json::parse(SettingsText).moveInto(Settings))
      return Complain(llvm::toString(std::move(Bad)));
  std::vector<std::string> Problems;
  lsp::parseSettings(Settings, Problems);
  if (!Problems.empty())
    return Complain(Problems.front());
  return lsp::checkFile(File, std::move(Settings), BANKLINT_DOCUMENTATION_URL,
                        llvm::outs(), llvm::errs());
}

/// What is started again as a worker.
static std::string ownProgram(const char *Called) {
  // Stays valid when an update replaces the file.
  if (llvm::sys::fs::exists("/proc/self/exe"))
    return "/proc/self/exe";
  return llvm::sys::fs::getMainExecutable(
      Called, reinterpret_cast<void *>(&ownProgram));
}

int main(int Argc, char **Argv) {
  if (Argc == 2 && lsp::WorkerArgument == Argv[1])
    return lsp::runWorker();
  llvm::InitLLVM Init(Argc, Argv, /*InstallPipeSignalExitHandler=*/false);
  cl::OptionCategory Category("banklint-lsp options");
  cl::opt<std::string> Check(
      "check",
      cl::desc("Print what an editor would show of this file, and exit"),
      cl::value_desc("file"), cl::cat(Category));
  cl::opt<std::string> Settings(
      "settings", cl::desc("The settings for --check, a JSON object"),
      cl::value_desc("json"), cl::cat(Category));
  cl::opt<bool> Stdio("stdio",
                      cl::desc("Does nothing: there is no other transport"),
                      cl::cat(Category));
  OptionPageRequest Pages(Category);
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(printVersion);
  const ProgramText Text = {
      "banklint-lsp",  BANKLINT_VERSION, Purpose,
      /*Examples=*/"", Description,      /*Arguments=*/""};
  if (!readOptions(Argc, Argv, Text, llvm::errs()))
    return Failure;
  if (Pages.Page.getNumOccurrences()) {
    printOptionPage(Pages.Page, Text, {&Category}, llvm::outs());
    return 0;
  }
  if (Check.getNumOccurrences()) {
    const lsp::CheckOutcome Outcome = check(Check, Settings);
    llvm::outs().flush();
    if (Outcome.MustExitAtOnce)
      std::_Exit(Outcome.Status);
    return Outcome.Status;
  }
  if (Settings.getNumOccurrences()) {
    llvm::errs() << "banklint-lsp: error: --settings is for --check\n";
    return Failure;
  }
  lsp::ServerOptions Options;
  Options.Program = ownProgram(Argv[0]);
  Options.Version = BANKLINT_VERSION;
  Options.DocumentationUrl = BANKLINT_DOCUMENTATION_URL;
  return lsp::runServer(Options);
}
