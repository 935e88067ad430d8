//===- ReportTest.cpp - Counting the accesses of a report -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Report.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

Verdict verdict(unsigned Access, Certainty Result, unsigned Wavefronts) {
  Verdict V;
  V.Access = Access;
  V.Result = Result;
  V.Worst = {CostKind::Exact, Wavefronts, 1, Wavefronts};
  return V;
}

TEST(Report, CountsEveryLaunch) {
  Report R;
  EXPECT_EQ(summarize(R).Accesses, 0u);

  LaunchReport Launch;
  Launch.Verdicts = {verdict(0, Certainty::Exact, 1),
                     verdict(1, Certainty::Exact, 32),
                     verdict(2, Certainty::UpperBound, 1),
                     verdict(3, Certainty::UpperBound, 2),
                     verdict(4, Certainty::Depends, 32),
                     Verdict()};
  Launch.Verdicts.back().Access = 5;
  KernelReport Kernel;
  for (unsigned Line = 1; Line <= 6; ++Line) {
    Access A;
    A.Span.Line = Line;
    Kernel.Program.Accesses.push_back(A);
  }
  Kernel.Launches = {Launch, Launch};
  R.Kernels = {Kernel};
  Summary S = summarize(R);
  EXPECT_EQ(S.Accesses, 12u);
  EXPECT_EQ(S.Exact, 4u);
  EXPECT_EQ(S.UpperBound, 4u);
  EXPECT_EQ(S.Depends, 2u);
  EXPECT_EQ(S.Unknown, 2u);
  // Neither what depends nor what is unknown is known to conflict.
  EXPECT_EQ(S.Conflicting, 4u);
}

} // namespace
