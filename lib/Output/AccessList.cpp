//===- AccessList.cpp - Each access in a line -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationNames.h"
#include "banklint/Checks/AccessWords.h"
#include "banklint/Checks/ShortNames.h"
#include "banklint/Output/BriefReport.h"
#include "banklint/Support/Wording.h"
#include <set>

using namespace banklint;

static std::string why(const Verdict &V) {
  return V.Why ? " (" + V.Why->str() + V.Rules.ending() + ")" : "";
}

/// "32 wavefronts a request instead of 1; 1,024 a block instead of 32".
static std::string figures(const Verdict &V) {
  const auto Instead = [](uint64_t Cost, uint64_t Ideal) {
    return Cost == Ideal ? "" : " instead of " + grouped(Ideal);
  };
  std::string Text = counted(V.Worst.Wavefronts, "wavefront") + " a request" +
                     Instead(V.Worst.Wavefronts, V.Worst.Ideal);
  if (V.BlockTotal)
    Text += "; " + grouped(V.BlockTotal->Wavefronts) + " a block" +
            Instead(V.BlockTotal->Wavefronts, V.BlockTotal->Ideal);
  return Text;
}

static std::string costWords(const Verdict &V) {
  switch (V.Result) {
  case Certainty::Exact:
    return "exact: " + figures(V) + why(V);
  case Certainty::UpperBound:
    return "at most " + figures(V) + why(V);
  case Certainty::Depends:
    return "depends: " + V.Condition;
  case Certainty::Unknown:
    return (V.isAtLeast() ? "at least " + figures(V) : "unknown") + why(V);
  }
  llvm_unreachable("covered switch");
}

static std::string placeText(const KernelProgram &Program, const Access &A) {
  const Place At = placeOf(Program, A.userSpan());
  return printable(At.File) + ":" + std::to_string(At.Span.Line) + ":" +
         std::to_string(At.Span.Column);
}

/// Where the accesses are that \p Launch does not execute, each place once.
static std::vector<std::string> unexecuted(const KernelProgram &Program,
                                           const LaunchReport &Launch) {
  std::set<std::string> Executed;
  for (const Verdict &V : Launch.Verdicts)
    Executed.insert(placeText(Program, Program.Accesses[V.Access]));
  std::vector<std::string> Others;
  for (const Access &A : Program.Accesses)
    if (std::string At = placeText(Program, A); Executed.insert(At).second)
      Others.push_back(std::move(At));
  return Others;
}

void banklint::writeAccesses(const Report &R, llvm::StringRef Kernel,
                             llvm::raw_ostream &OS) {
  const ShortNames Names(R);
  for (const KernelReport &Each : R.Kernels) {
    const KernelProgram &Program = Each.Program;
    if (!Kernel.empty() && !isNamed(Program, Kernel))
      continue;
    if (isUninstantiated(Program)) {
      OS << Program.Name << ": template that is not instantiated\n";
      continue;
    }
    for (const LaunchReport &Launch : Each.Launches) {
      const InferredLaunch &From = Launch.Launch;
      OS << printable(Names.of(Program.Name)) << ", block "
         << toString(From.Config.Block) << " ("
         << printable(originWords(
                From, From.Site ? &Program.Launches[*From.Site] : nullptr))
         << ")\n";
      for (const PlaceVerdict &Known : placesOf(Each, Launch)) {
        const Access &A = Program.Accesses[Known.V.Access];
        OS << "  " << placeText(Program, A) << ": " << reportedOperation(A.Op)
           << (A.Text.empty() ? "" : " ") << printable(A.Text) << ": "
           << printable(costWords(Known.V)) << '\n';
      }
      for (const std::string &At : unexecuted(Program, Launch))
        OS << "  " << At << ": not executed by this launch\n";
    }
  }
}
