//===- StatementCount.cpp - Statements that kernels take to judge ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads kernel programs from files, as `banklint --print-program` writes them,
// and prints a line for each of their launches: the file, the statements that
// are executed to judge it, the requests that are found, and how many of its
// accesses are exact, separated by tabs. Where the limit is reached, it stands
// for the statements.
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/Launches.h"
#include "banklint/Analysis/Verdict.h"
#include "banklint/Program/TextForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;

static llvm::cl::list<std::string> Files(llvm::cl::Positional,
                                         llvm::cl::desc("<programs>"),
                                         llvm::cl::OneOrMore);
static llvm::cl::opt<uint64_t>
    Limit("limit", llvm::cl::desc("most statements of a launch"),
          llvm::cl::init(4'000'000));

static llvm::ExitOnError ExitOnError("StatementCount: ");

static void count(llvm::StringRef File, const KernelProgram &Program) {
  const Architecture *Arch = findArchitecture("sm_90");
  for (const InferredLaunch &Launch : inferLaunches(Program, {})) {
    WorkLimit Work(Limit);
    InterpreterBudget Budget;
    Budget.Together = &Work;
    uint64_t Requests = 0;
    const std::vector<Verdict> Verdicts =
        judge(Program, *Arch, Launch.Config, Budget);
    for (const Verdict &V : Verdicts)
      Requests += V.Traced.Requests;
    llvm::outs() << File << '\t' << Limit - Work.left() << '\t' << Requests
                 << '\t'
                 << llvm::count_if(Verdicts,
                                   [](const Verdict &V) {
                                     return V.Result == Certainty::Exact;
                                   })
                 << '\n';
  }
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  llvm::cl::ParseCommandLineOptions(
      Argc, Argv,
      "Prints the statements, requests and exact accesses of each launch.\n");
  for (const std::string &File : Files) {
    const auto Text =
        ExitOnError(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(File)));
    count(File, ExitOnError(parseProgram(Text->getBuffer())));
  }
}
