//===- Report.cpp - All that a run found out ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Report.h"

using namespace banklint;

static void count(const Verdict &V, Summary &Counts) {
  ++Counts.Accesses;
  switch (V.Result) {
  case Certainty::Exact:
    ++Counts.Exact;
    Counts.Conflicting += V.Worst.conflicts();
    return;
  case Certainty::UpperBound:
    ++Counts.UpperBound;
    Counts.Conflicting += V.Worst.conflicts();
    return;
  case Certainty::Depends:
    ++Counts.Depends;
    return;
  case Certainty::Unknown:
    ++Counts.Unknown;
    return;
  }
}

std::vector<PlaceVerdict> banklint::placesOf(const KernelReport &Kernel,
                                             const LaunchReport &Launch) {
  return verdictsByPlace(Kernel.Program, Launch.Verdicts);
}

Summary banklint::summarize(const Report &R) {
  Summary Counts;
  for (const KernelReport &Kernel : R.Kernels)
    for (const LaunchReport &Launch : Kernel.Launches)
      for (const PlaceVerdict &Place : placesOf(Kernel, Launch))
        count(Place.V, Counts);
  return Counts;
}
