//===- PrintPrograms.cpp - Kernels as the front end lowers them -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/PrintPrograms.h"
#include "banklint/Driver/Run/Analysis.h"
#include "banklint/Driver/Run/Console.h"
#include "banklint/Output/TextReport.h"
#include "banklint/Program/TextForm.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static std::string missingKernel(llvm::ArrayRef<KernelReport> Kernels,
                                 llvm::StringRef Name) {
  std::vector<llvm::StringRef> Known;
  for (const KernelReport &Kernel : Kernels)
    Known.push_back(Name.contains('<') ? llvm::StringRef(Kernel.Program.Name)
                                       : plainName(Kernel.Program.Name));
  return ("--print-program: no kernel named '" + Name + "' uses shared memory" +
          didYouMean(Name, Known))
      .str();
}

static void writePrograms(llvm::ArrayRef<const KernelProgram *> Programs,
                          const SourceTexts *Sources, llvm::raw_ostream &OS) {
  const auto Line = [Sources](llvm::StringRef File, unsigned Line) {
    return Sources->line(File, Line);
  };
  for (const KernelProgram *Program : Programs) {
    if (Program != Programs.front())
      OS << '\n';
    if (Sources)
      printWithSource(*Program, Line, OS);
    else
      print(*Program, OS);
  }
}

RunOutcome banklint::printPrograms(const RunOptions &Options,
                                   llvm::StringRef Kernel,
                                   llvm::raw_ostream &Out,
                                   llvm::raw_ostream &Err) {
  MessageLog Log = consoleLog(Options.IsQuiet, Err);
  llvm::Expected<AnalysisRequest> Request =
      prepare(Options, /*Files=*/nullptr, Log);
  if (!Request) {
    Log.error(Request.takeError());
    return {ExitFailure};
  }
  const Analysis A =
      combine(*Request, analyzeUnits(*Request, lowerUnit, Log).Results);
  const Report &R = A.Result;
  std::vector<const KernelProgram *> Programs;
  for (const KernelReport &Each : R.Kernels)
    if (Kernel.empty() || isNamed(Each.Program, Kernel))
      Programs.push_back(&Each.Program);
  if (Programs.empty() && !Kernel.empty()) {
    Log.error(missingKernel(R.Kernels, Kernel));
  } else {
    if (Programs.empty())
      Log.note("no kernel uses shared memory");
    writeOutput(Options.OutputFile, Out, Log, [&](llvm::raw_ostream &OS) {
      writePrograms(Programs, Options.Explain ? &A.Sources : nullptr, OS);
    });
  }
  reportFailures(Options, R, Log, Err, writeFileProblems);
  return {exitStatus(R, Log), A.MustExitAtOnce};
}
