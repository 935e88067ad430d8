//===- AgreementMain.cpp - Long runs of the agreement test ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"
#include "SweepAgreement.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;

static llvm::cl::OptionCategory Options("banklint-agreement options");
static llvm::cl::opt<uint64_t> FirstSeed("seed",
                                         llvm::cl::desc("first seed to run"),
                                         llvm::cl::init(1),
                                         llvm::cl::cat(Options));
static llvm::cl::opt<uint64_t> Count("count",
                                     llvm::cl::desc("number of seeds to run"),
                                     llvm::cl::init(1000),
                                     llvm::cl::cat(Options));
static llvm::cl::opt<unsigned>
    MaxFailures("failures", llvm::cl::desc("stop after so many disagreements"),
                llvm::cl::init(1), llvm::cl::cat(Options));
static llvm::cl::opt<bool> NoReduce("no-reduce",
                                    llvm::cl::desc("show cases as they are"),
                                    llvm::cl::cat(Options));
static llvm::cl::opt<bool> Strict(
    "strict",
    llvm::cl::desc("show disagreements after an unknown number wrapped, too"),
    llvm::cl::cat(Options));
static llvm::cl::opt<bool> Sweeping(
    "sweeps",
    llvm::cl::desc("compare verdicts with and without iterations and warps "
                   "that are left out"),
    llvm::cl::cat(Options));
static llvm::cl::opt<bool>
    ShowOnly("print", llvm::cl::desc("print the cases and do not run them"),
             llvm::cl::cat(Options));

static int compareSweeps() {
  SweepCounts Counts;
  unsigned Failures = 0;
  for (uint64_t Seed = FirstSeed; Seed < FirstSeed + Count; ++Seed) {
    std::optional<std::string> Problem = findSweepDisagreement(Seed, Counts);
    if (!Problem)
      continue;
    llvm::outs() << "seed " << Seed << ": " << *Problem << '\n';
    if (++Failures == MaxFailures)
      break;
  }
  llvm::outs() << Counts.Compared << " programs compared, less than half of "
               << Counts.Skipping << " executed; " << Counts.Verdicts
               << " verdicts; " << Failures << " disagreements\n";
  return Failures != 0;
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  llvm::cl::HideUnrelatedOptions(Options);
  llvm::cl::ParseCommandLineOptions(
      Argc, Argv,
      "Runs random kernel programs in the abstract interpreter and thread by\n"
      "thread, and shows a reduced program for each seed where they disagree.\n"
      "Exits with 1 if one does.\n");
  if (Sweeping)
    return compareSweeps();
  AgreementCounts Counts;
  unsigned Failures = 0;
  for (uint64_t Seed = FirstSeed; Seed < FirstSeed + Count; ++Seed) {
    AgreementCase Case = makeCase(Seed);
    Case.IsStrict = Strict;
    if (ShowOnly) {
      llvm::outs() << "seed " << Seed << ":\n" << describe(Case);
      continue;
    }
    std::optional<std::string> Problem = findDisagreement(Case, Counts);
    if (!Problem)
      continue;
    if (!NoReduce) {
      AgreementCounts Ignored;
      Case = reduce(std::move(Case));
      Problem = findDisagreement(Case, Ignored);
    }
    llvm::outs() << "seed " << Seed << ": " << *Problem << describe(Case)
                 << '\n';
    if (++Failures == MaxFailures)
      break;
  }
  llvm::outs() << Counts.Compared << " inputs compared, " << Counts.Discarded
               << " without a defined result, " << Counts.Wrapped
               << " ruled out by wrapped numbers; " << Counts.Requests
               << " requests, " << Counts.Sure << " sure events ("
               << Counts.Known << " with known, " << Counts.Symbolic
               << " with symbolic addresses, " << Counts.ByCases
               << " by cases); " << Failures << " disagreements\n";
  return Failures != 0;
}
