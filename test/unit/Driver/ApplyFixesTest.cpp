//===- ApplyFixesTest.cpp - Fixes applied and checked ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Fixes/ApplyFixes.h"
#include "../TestFolder.h"
#include "gmock/gmock.h"

using namespace banklint;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr llvm::StringLiteral Old = "0123456789";

/// A report of a.cu with a kernel whose array, declared at byte \p Array, costs
/// \p Wavefronts.
Report reportOf(unsigned Array, unsigned Wavefronts, unsigned ParseErrors = 0) {
  Report R;
  R.Files.emplace_back();
  R.Files.back().File = "a.cu";
  R.Files.back().ParseErrors = ParseErrors;
  R.Files.back().ParseErrorTexts = {"a.cu:1:1: some error"};
  KernelReport Kernel;
  Kernel.Program.Files = {"a.cu"};
  SharedArray Declared;
  Declared.Span.Line = 1;
  Declared.Span.Offset = Array;
  Kernel.Program.Arrays.push_back(Declared);
  Access A;
  A.Array = 0;
  Kernel.Program.Accesses.push_back(A);
  Verdict V;
  V.Access = 0;
  V.Result = Certainty::Exact;
  V.Traced.Wavefronts = Wavefronts;
  LaunchReport Launch;
  Launch.Verdicts.push_back(V);
  Kernel.Launches.push_back(Launch);
  R.Kernels.push_back(Kernel);
  return R;
}

/// a.cu with two fixes: of the array at byte 4, by inserting "++" at byte 2 and
/// proved to cost 1 wavefront; and one at byte 8 without an array.
class FixApplying : public testing::Test {
protected:
  FixApplying() {
    File = Folder.write("a.cu", Old);
    Sources.add("a.cu", File, Old.str());
    Finding F;
    F.Check = "some-check";
    F.At.File = "a.cu";
    F.At.Span.Line = 3;
    F.At.Span.Column = 5;
    F.At.Span.Offset = 4;
    Fix Pad;
    Pad.Reason = "somebody sees it";
    Pad.Edits = {{"a.cu", 2, 0, "++"}};
    Pad.Proof.emplace();
    Pad.Proof->Array.File = "a.cu";
    Pad.Proof->Array.Span.Offset = 4;
    Pad.Proof->Wavefronts = 1;
    Fix Other;
    Other.Edits = {{"a.cu", 8, 1, "eight"}};
    F.Fixes = {Pad};
    Findings.push_back(F);
    F.At.Span.Offset = 7;
    F.Fixes = {Other};
    Findings.push_back(F);
  }

  /// Applies both; each analysis gives the next of \p Reports.
  AppliedFixes apply(std::vector<std::optional<Report>> Reports,
                     FixSafety First = FixSafety::Automatic) {
    Findings[0].Fixes[0].Safety = First;
    Findings[1].Fixes[0].Safety = FixSafety::Automatic;
    FixRules Rules;
    Rules.Policy = FixPolicy::AutomaticFirst;
    Rules.MainFiles.insert("a.cu");
    const FixPlan Plan = planFixes(Findings, Sources, Rules);
    Analyses = 0;
    return applyFixes(Plan, reportOf(4, 32), [&]() -> const Report * {
      const std::optional<Report> &Next = Reports.at(Analyses++);
      return Next ? &*Next : nullptr;
    });
  }
  std::string text() { return Folder.read(File); }

  TestFolder Folder;
  std::string File;
  SourceTexts Sources;
  std::vector<Finding> Findings;
  unsigned Analyses = 0;
};

TEST_F(FixApplying, WhatIsDeliveredStays) {
  // The array has moved by the two bytes.
  const AppliedFixes Result = apply({reportOf(6, 1)});
  EXPECT_EQ(text(), "01++234567eight9");
  EXPECT_EQ(Result.Fixes, 2u);
  EXPECT_EQ(Result.Files, 1u);
  EXPECT_EQ(Analyses, 1u);
  EXPECT_THAT(Result.Errors, IsEmpty());
  EXPECT_THAT(Result.Warnings, IsEmpty());
}

TEST_F(FixApplying, WhatIsNotDeliveredIsUndone) {
  const AppliedFixes Result = apply({reportOf(6, 2), reportOf(4, 32)});
  EXPECT_EQ(text(), "01234567eight9");
  EXPECT_EQ(Result.Fixes, 1u);
  EXPECT_EQ(Analyses, 2u);
  EXPECT_THAT(Result.Errors,
              ElementsAre("a.cu:3:5: the fix was reverted: the accesses to the "
                          "array take 2 wavefronts instead of the expected 1; "
                          "this is a bug in banklint, please report "
                          "it"));
}

TEST_F(FixApplying, AnArrayThatIsLostIsNotFixed) {
  const AppliedFixes Result = apply({reportOf(4, 1), reportOf(4, 32)});
  EXPECT_EQ(Result.Fixes, 1u);
  EXPECT_THAT(Result.Errors, ElementsAre(HasSubstr("no longer known")));
}

TEST_F(FixApplying, WithoutAProofTheFindingMustGo) {
  Report Still = reportOf(6, 1);
  Still.Findings.push_back(Findings[1]);
  Still.Findings.back().At.Span.Offset = 9;
  const AppliedFixes Result = apply({Still, reportOf(6, 1)});
  EXPECT_EQ(text(), "01++23456789");
  EXPECT_THAT(Result.Errors, ElementsAre(HasSubstr("is still reported")));
}

TEST_F(FixApplying, ASuggestedFixThatFailsIsNoBug) {
  const AppliedFixes Result =
      apply({reportOf(6, 2), reportOf(4, 32)}, FixSafety::Suggested);
  EXPECT_EQ(text(), "01234567eight9");
  EXPECT_THAT(Result.Errors, IsEmpty());
  EXPECT_THAT(Result.Warnings,
              ElementsAre(HasSubstr("; it was only suggested because somebody "
                                    "sees it")));
}

TEST_F(FixApplying, ParseErrorsAreLaidToSuggestedFixes) {
  const AppliedFixes Result =
      apply({reportOf(6, 1, /*ParseErrors=*/1), reportOf(4, 32)},
            FixSafety::Suggested);
  EXPECT_EQ(text(), "01234567eight9");
  EXPECT_THAT(Result.Errors, IsEmpty());
  EXPECT_THAT(
      Result.Warnings,
      ElementsAre(HasSubstr("'a.cu' does not compile with the fix: a.cu:1:1: "
                            "some error")));
}

TEST_F(FixApplying, ParseErrorsOfAutomaticFixesUndoThemAll) {
  const AppliedFixes Result = apply({reportOf(6, 1, /*ParseErrors=*/1)});
  EXPECT_EQ(text(), Old);
  EXPECT_EQ(Result.Fixes, 0u);
  EXPECT_EQ(Result.Files, 0u);
  EXPECT_EQ(Result.Errors.size(), 2u);
}

TEST_F(FixApplying, NoFixMayLeadToFaults) {
  Report Faulty = reportOf(6, 1);
  Faulty.Findings.emplace_back();
  Faulty.Findings.back().Check = "shared-misaligned-access";
  Faulty.Findings.back().At.File = "a.cu";
  const AppliedFixes Result =
      apply({Faulty, reportOf(4, 32)}, FixSafety::Suggested);
  EXPECT_EQ(text(), "01234567eight9");
  EXPECT_THAT(
      Result.Warnings,
      ElementsAre(HasSubstr("a new finding of 'shared-misaligned-access'")));
}

TEST_F(FixApplying, WhatCannotBeVerifiedIsUndoneAndNoBug) {
  AppliedFixes Result = apply({std::nullopt});
  EXPECT_EQ(text(), Old);
  EXPECT_THAT(Result.Errors, IsEmpty());
  EXPECT_THAT(Result.Warnings,
              ElementsAre(HasSubstr("the checks did not end"),
                          HasSubstr("the checks did not end")));
  Report Failed = reportOf(6, 1);
  Failed.Files.back().Status = FileStatus::Failed;
  Failed.Files.back().FailureReason = "the time limit of 1 s was reached";
  Result = apply({Failed});
  EXPECT_EQ(text(), Old);
  EXPECT_THAT(Result.Errors, IsEmpty());
  EXPECT_THAT(
      Result.Warnings,
      Contains("a.cu:3:5: the fix was reverted: 'a.cu' could not be analyzed "
               "again: the time limit of 1 s was reached"));
}

TEST_F(FixApplying, FilesThatFailedBeforeSayNothing) {
  FixRules Rules;
  Rules.MainFiles.insert("a.cu");
  for (Finding &F : Findings)
    F.Fixes[0].Safety = FixSafety::Automatic;
  const FixPlan Plan = planFixes(Findings, Sources, Rules);
  Report Before = reportOf(4, 32), After = reportOf(6, 1);
  for (Report *Each : {&Before, &After}) {
    Each->Files.emplace_back();
    Each->Files.back().Status = FileStatus::Failed;
  }
  // Where it failed the second time does not matter either.
  After.Files.back().ParseErrors = 3;
  EXPECT_EQ(applyFixes(Plan, Before, [&] { return &After; }).Fixes, 2u);
}

TEST_F(FixApplying, WhatWasFixedIsListedWhereItIsNow) {
  Report Left = reportOf(6, 1);
  // The second finding has become another one at the same place.
  Left.Findings.push_back(Findings[0]);
  Left.Findings.back().At.Span.Offset = 6;
  const AppliedFixes Result = apply({Left});
  ASSERT_EQ(Result.Fixed.size(), 2u);
  EXPECT_FALSE(Result.Fixed[0].IsGone);
  EXPECT_EQ(Result.Fixed[0].At.Span.Offset, 6u);
  EXPECT_EQ(Result.Fixed[0].At.Span.Line, 1u);
  EXPECT_EQ(Result.Fixed[0].At.Span.Column, 7u);
  EXPECT_EQ(Result.Fixed[0].ChangedAt.Span.Offset, 2u);
  EXPECT_EQ(Result.Fixed[0].ChangedAt.Span.Length, 2u);
  EXPECT_TRUE(Result.Fixed[1].IsGone);
  EXPECT_EQ(Result.Fixed[1].ChangedAt.Span.Offset, 10u);
  EXPECT_EQ(Result.Fixed[1].ChangedAt.Span.Length, 5u);
}

TEST_F(FixApplying, WhatOthersChangedIsNotJudged) {
  FixRules Rules;
  Rules.MainFiles.insert("a.cu");
  for (Finding &F : Findings)
    F.Fixes[0].Safety = FixSafety::Automatic;
  const FixPlan Plan = planFixes(Findings, Sources, Rules);
  const Report After = reportOf(6, 32);
  const AppliedFixes Result = applyFixes(Plan, reportOf(4, 32), [&] {
    Folder.write("a.cu", "theirs");
    return &After;
  });
  EXPECT_EQ(text(), "theirs");
  EXPECT_THAT(Result.Errors, IsEmpty());
  EXPECT_THAT(Result.Warnings, ElementsAre(HasSubstr("were not verified")));
}

} // namespace
