//===- Verdicts.cpp - What programs and verdicts promise ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdicts.h"
#include "Harness.h"
#include "banklint/Program/TextForm.h"

using namespace banklint;

/// Of one access.
static constexpr unsigned WidestBytes = 16;
using fuzz::require;

static std::string printed(const KernelProgram &Program) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(Program, OS);
  return Text;
}

void fuzz::checkProgram(const KernelProgram &Program) {
  if (std::optional<std::string> Problem = verify(Program))
    fail("a program that does not verify: " + *Problem);
  const std::string Text = printed(Program);
  llvm::Expected<KernelProgram> Again = parseProgram(Text);
  if (!Again)
    fail("what was printed is not read: " + llvm::toString(Again.takeError()) +
         "\n" + Text);
  require(printed(*Again) == Text,
          "what was printed is read as another one:\n" + Text + "and\n" +
              printed(*Again));
}

void fuzz::checkVerdicts(const KernelProgram &Program,
                         llvm::ArrayRef<Verdict> Verdicts) {
  for (const Verdict &V : Verdicts) {
    require(V.Access < Program.Accesses.size(), "a verdict of no access");
    noteOutcome(spelling(V.Result));
    if (V.Why)
      noteOutcome(spelling(V.Why->Code));
    if (V.Result == Certainty::Unknown) {
      require(V.Why.has_value(), "nothing is known and no reason is given");
      require(V.isAtLeast() ? V.Worst.conflicts() : V.Worst.Wavefronts == 0,
              "a cost of what is not known");
      require(V.isAtLeast() == V.WorstRequest.has_value(),
              "a lower bound without its request");
      continue;
    }
    require(V.WorstRequest.has_value(), "a cost without its request");
    require(V.Worst.Wavefronts >= V.Worst.Ideal, "less than the ideal");
    require(V.Result != Certainty::UpperBound || V.Why, "a bound of nothing");
    // What is merged costs at most what its parts did.
    const unsigned Parts =
        std::max(WidestBytes / Program.Accesses[V.Access].Bytes, 1u);
    require(!V.IfSpared || V.IfSpared->Wavefronts <= Parts * V.Worst.Wavefronts,
            "sparing requests costs something");
    if (V.BlockTotal)
      require(V.BlockTotal->Wavefronts >= V.BlockTotal->Ideal &&
                  V.BlockTotal->Ideal >= V.BlockTotal->Requests,
              "totals that no requests have");
  }
}
