//===- Subcommands.cpp - First arguments that are programs ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subcommands.h"
#include "AuditCommandLine.h"
#include "TryCommandLine.h"
#include "WrapCommandLine.h"
#include "banklint/Driver/Run/Run.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace banklint;

static constexpr llvm::StringLiteral Names[] = {"audit", "merge", "compare",
                                                "try", "wrap"};
/// What runs for each of Names.
static constexpr int (*Programs[])(int Argc, char **Argv) = {
    runAuditCommand, runMergeCommand, runCompareCommand, runTryCommand,
    runWrapCommand};

llvm::ArrayRef<llvm::StringLiteral> banklint::subcommands() { return Names; }

bool banklint::isSubcommand(llvm::StringRef Argument) {
  return llvm::is_contained(Names, Argument);
}

bool banklint::looksLikeSubcommand(llvm::StringRef Argument) {
  return !Argument.empty() && llvm::all_of(Argument, llvm::isAlpha) &&
         !llvm::sys::fs::exists(Argument);
}

int banklint::refuseSubcommand(llvm::StringRef Name) {
  const std::vector<llvm::StringRef> Known(std::begin(Names), std::end(Names));
  const std::string Guess = didYouMean(Name, Known);
  llvm::errs() << "banklint: error: unknown subcommand '" << Name << "'"
               << (Guess.empty()
                       ? "; to analyze files, name them: 'banklint FILE...'; "
                         "the subcommands are " +
                             llvm::join(Known, ", ")
                       : Guess)
               << '\n';
  return ExitFailure;
}

int banklint::runSubcommand(int Argc, char **Argv) {
  const auto *Name = llvm::find(Names, llvm::StringRef(Argv[1]));
  // "banklint audit" is the program of the options that follow.
  std::string Program = (llvm::StringRef(Argv[0]) + " " + *Name).str();
  Argv[1] = Program.data();
  return Programs[Name - std::begin(Names)](Argc - 1, Argv + 1);
}
