//===- main.cpp - The program banklint ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Subcommands.h"
#include "WrapCommandLine.h"
#include "banklint/Audit/Audit.h"
#include "banklint/Audit/TreeHeaders.h"
#include "banklint/Driver/Run/ExportCommands.h"
#include "banklint/Driver/Run/PrintPrograms.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/InitLLVM.h"
#include <csignal>
#include <cstdlib>

using namespace banklint;

static void listArchitectures() {
  llvm::outs() << "# name\tevidence\tsource\n";
  for (const Architecture &Arch : allArchitectures())
    llvm::outs() << Arch.Name << '\t'
                 << (Arch.Proof == Evidence::Measured ? "measured" : "assumed")
                 << '\t' << Arch.Source << '\n';
}

/// Ends the output. Returns \p Status, or \p Failure if not all was written.
static int finishOutput(int Status, int Failure) {
  llvm::outs().flush();
  if (std::error_code Code = llvm::outs().error()) {
    llvm::errs() << "banklint: error: cannot write the report: "
                 << Code.message() << '\n';
    Status = Failure;
  }
  if (llvm::errs().has_error())
    Status = Failure;
  // Else LLVM ends the program with a status of its own.
  llvm::outs().clear_error();
  llvm::errs().clear_error();
  return Status;
}

static RunOutcome runWith(const RunOptions &Options) {
  const std::vector<std::string> Paths = pathsOfCheckout();
  TreeHeaders Headers(Paths);
  return run(Options, BANKLINT_VERSION, llvm::outs(), llvm::errs(),
             [&Headers](llvm::StringRef Header, llvm::StringRef Source) {
               return Headers.likelyDirectory(Header, Source);
             });
}

int main(int Argc, char **Argv) {
  if (isWrappedCommand(Argc, Argv))
    return runWrappedCommand(Argc, Argv);
  // A reader that closes the pipe ends the program as it ends others.
  llvm::InitLLVM Init(Argc, Argv, /*InstallPipeSignalExitHandler=*/false);
  // A limit of file sizes is reported as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
  char HelpOption[] = "--help";
  if (Argc > 1 && looksLikeSubcommand(Argv[1])) {
    // 'help' and 'help audit'.
    if (Argv[1] == llvm::StringRef("help")) {
      if (Argc > 2)
        std::swap(Argv[1], Argv[2]);
      Argv[Argc > 2 ? 2 : 1] = HelpOption;
    }
    if (!isSubcommand(Argv[1]) && Argv[1] != HelpOption)
      return refuseSubcommand(Argv[1]);
  }
  if (Argc > 1 && isSubcommand(Argv[1]))
    return finishOutput(runSubcommand(Argc, Argv), AuditMachineFailure);
  const std::optional<CommandLine> Given =
      readCommandLine(Argc, Argv, llvm::errs());
  if (!Given)
    return ExitFailure;
  RunOutcome Outcome;
  if (Given->ListArchs)
    listArchitectures();
  else if (Given->ExplainCheck)
    Outcome.Status =
        explainCheck(*Given->ExplainCheck, llvm::outs(), llvm::errs());
  else if (Given->ExplainReason)
    Outcome.Status =
        explainReason(*Given->ExplainReason, llvm::outs(), llvm::errs());
  else if (Given->ExplainRule)
    Outcome.Status =
        explainRule(*Given->ExplainRule, llvm::outs(), llvm::errs());
  else if (Given->Command)
    Outcome.Status = runConfigCommand(*Given->Command, Given->Options,
                                      llvm::outs(), llvm::errs());
  else if (Given->PrintProgram)
    Outcome = printPrograms(Given->Options, *Given->PrintProgram, llvm::outs(),
                            llvm::errs());
  else if (Given->ExportCommands)
    Outcome.Status =
        exportCommands(Given->Options, *Given->ExportCommands, llvm::errs());
  else
    Outcome = runWith(Given->Options);
  if (Given->PrintMechanisms)
    llvm::errs() << "banklint: mechanisms: "
                 << llvm::join(appliedMechanisms(), ",") << '\n';
  const int Status = finishOutput(Outcome.Status, ExitFailure);
  if (Outcome.MustExitAtOnce)
    std::_Exit(Status);
  return Status;
}
