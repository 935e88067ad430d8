//===- FixPlanTest.cpp - Which fixes go together --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Fixes/FixPlan.h"
#include "../TestFolder.h"
#include "gmock/gmock.h"

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// A fix of the array declared at byte \p Array of \p File, which writes
/// \p Text at byte \p Offset.
Fix fixOf(FixSafety Safety, llvm::StringRef File, unsigned Array,
          unsigned Offset, llvm::StringRef Text) {
  Fix F;
  F.Safety = Safety;
  F.Reason = "tests say so";
  F.Edits = {{File.str(), Offset, 1, Text.str()}};
  F.Proof.emplace();
  F.Proof->Array.File = File.str();
  F.Proof->Array.Span.Offset = Array;
  return F;
}

Fix leaving(uint64_t Wavefronts, Fix F) {
  F.Proof->Wavefronts = Wavefronts;
  return F;
}

Finding findingWith(std::vector<Fix> Fixes) {
  Finding F;
  F.At.File = "a.cu";
  F.Fixes = std::move(Fixes);
  return F;
}

class FixPlanning : public testing::Test {
protected:
  FixPlanning() {
    Rules.MainFiles.insert("a.cu");
    for (llvm::StringRef Name : {"a.cu", "inc/b.h", "sys/c.h"})
      Sources.add(Name, Folder.write(Name, "0123456789"), "0123456789");
  }

  /// The texts that the chosen fixes write.
  std::vector<std::string> chosen(const std::vector<Finding> &Findings) {
    const FixPlan Plan = planFixes(Findings, Sources, Rules);
    Warnings = Plan.Warnings;
    OnlySuggested = Plan.OnlySuggested;
    std::vector<std::string> Texts;
    for (const PlannedFix &Fix : Plan.Fixes)
      Texts.push_back(Fix.Chosen->Edits.front().Text);
    return Texts;
  }

  TestFolder Folder;
  SourceTexts Sources;
  FixRules Rules;
  std::vector<std::string> Warnings;
  unsigned OnlySuggested = 0;
};

constexpr FixSafety Automatic = FixSafety::Automatic;
constexpr FixSafety Suggested = FixSafety::Suggested;

TEST_F(FixPlanning, SuggestedFixesNeedToBeAskedFor) {
  const std::vector<Finding> Findings = {
      findingWith({fixOf(Suggested, "a.cu", 0, 1, "A")}),
      findingWith({fixOf(Suggested, "a.cu", 0, 1, "A")}),
      findingWith({fixOf(Suggested, "a.cu", 5, 6, "B")}),
      findingWith({fixOf(Automatic, "a.cu", 7, 8, "C")})};
  EXPECT_THAT(chosen(Findings), ElementsAre("C"));
  EXPECT_EQ(OnlySuggested, 2u);
  Rules.Policy = FixPolicy::AutomaticFirst;
  EXPECT_THAT(chosen(Findings), ElementsAre("C", "A", "B"));
  EXPECT_EQ(OnlySuggested, 0u);
  EXPECT_THAT(Warnings, IsEmpty());
}

TEST_F(FixPlanning, DescribedFixesAreNeverChosen) {
  Rules.Policy = FixPolicy::AutomaticFirst;
  Fix Described = fixOf(FixSafety::Described, "a.cu", 0, 1, "A");
  Described.Edits.clear();
  EXPECT_THAT(chosen({findingWith({Described})}), IsEmpty());
  EXPECT_EQ(OnlySuggested, 0u);
}

TEST_F(FixPlanning, OneFixForEachArray) {
  Rules.Policy = FixPolicy::AutomaticFirst;
  // Different edits in different places, which would not contradict.
  EXPECT_THAT(chosen({findingWith({fixOf(Automatic, "a.cu", 0, 1, "pad"),
                                   fixOf(Suggested, "a.cu", 0, 2, "swizzle")}),
                      findingWith({fixOf(Automatic, "a.cu", 0, 3, "other")})}),
              ElementsAre("pad"));
  EXPECT_THAT(Warnings, IsEmpty());
}

TEST_F(FixPlanning, AutomaticFixesComeFirst) {
  Rules.Policy = FixPolicy::AutomaticFirst;
  EXPECT_THAT(chosen({findingWith({fixOf(Suggested, "a.cu", 0, 1, "swizzle")}),
                      findingWith({fixOf(Suggested, "a.cu", 0, 1, "swizzle"),
                                   fixOf(Automatic, "a.cu", 0, 2, "pad")})}),
              ElementsAre("pad"));
}

TEST_F(FixPlanning, TheBestFixMayBeSuggested) {
  std::vector<Finding> Findings = {
      findingWith({leaving(24, fixOf(Automatic, "a.cu", 0, 1, "pad")),
                   leaving(16, fixOf(Suggested, "a.cu", 0, 2, "swizzle"))})};
  EXPECT_THAT(chosen(Findings), ElementsAre("pad"));
  Rules.Policy = FixPolicy::AutomaticFirst;
  EXPECT_THAT(chosen(Findings), ElementsAre("pad"));
  Rules.Policy = FixPolicy::Best;
  EXPECT_THAT(chosen(Findings), ElementsAre("swizzle"));
  Findings[0].Fixes[0].Proof->Wavefronts = 16;
  EXPECT_THAT(chosen(Findings), ElementsAre("pad"));
}

TEST_F(FixPlanning, TheBestFixIsAnyOfItsArray) {
  Rules.Policy = FixPolicy::Best;
  EXPECT_THAT(
      chosen({findingWith({leaving(24, fixOf(Suggested, "a.cu", 0, 1, "pad")),
                           leaving(16, fixOf(Suggested, "a.cu", 0, 2, "xor"))}),
              findingWith({leaving(9, fixOf(Automatic, "a.cu", 5, 5, "five"))}),
              findingWith({leaving(8, fixOf(Suggested, "a.cu", 5, 6, "six"))}),
              findingWith({leaving(8, fixOf(Suggested, "a.cu", 5, 7, "7"))})}),
      ElementsAre("xor", "six"));
}

TEST_F(FixPlanning, AnotherFixWhereTheBestIsHindered) {
  Rules.Policy = FixPolicy::Best;
  Fix InHeader = leaving(8, fixOf(Suggested, "inc/b.h", 0, 2, "header"));
  InHeader.Proof->Array.File = "a.cu";
  EXPECT_THAT(
      chosen(
          {findingWith(
               {leaving(24, fixOf(Automatic, "a.cu", 0, 1, "pad")), InHeader}),
           findingWith({leaving(16, fixOf(Suggested, "a.cu", 5, 6, "xor"))}),
           findingWith({leaving(24, fixOf(Automatic, "a.cu", 8, 9, "row")),
                        leaving(16, fixOf(Suggested, "a.cu", 8, 6, "same"))})}),
      ElementsAre("xor", "pad", "row"));
  EXPECT_THAT(Warnings, IsEmpty());
}

TEST_F(FixPlanning, HeadersNeedAFilter) {
  const std::vector<Finding> Findings = {
      findingWith({fixOf(Automatic, "inc/b.h", 0, 1, "A")}),
      findingWith({fixOf(Automatic, "a.cu", 0, 1, "B")})};
  EXPECT_THAT(chosen(Findings), ElementsAre("B"));
  EXPECT_THAT(
      Warnings,
      ElementsAre("the fixes of 1 finding were not applied because they "
                  "change headers that --header-filter does not match"));
  Rules.HeaderFilter = "other/";
  EXPECT_THAT(chosen(Findings), ElementsAre("B"));
  Rules.HeaderFilter = "^inc/.*";
  EXPECT_THAT(chosen(Findings), ElementsAre("A", "B"));
  EXPECT_THAT(Warnings, IsEmpty());
}

TEST_F(FixPlanning, SystemHeadersAreNeverChanged) {
  Rules.HeaderFilter = ".*";
  Rules.SystemHeaders.insert("sys/c.h");
  EXPECT_THAT(chosen({findingWith({fixOf(Automatic, "sys/c.h", 0, 1, "A")})}),
              IsEmpty());
  EXPECT_THAT(Warnings, ElementsAre(HasSubstr("they change system headers")));
}

TEST_F(FixPlanning, NotWhereUsesMayBeLost) {
  Rules.PartlyParsed.insert("a.cu");
  EXPECT_THAT(chosen({findingWith({fixOf(Automatic, "a.cu", 0, 1, "A")})}),
              IsEmpty());
  EXPECT_THAT(
      Warnings,
      ElementsAre("the fixes of 1 finding were not applied because "
                  "their files have parse errors, and uses may have been "
                  "lost"));
}

TEST_F(FixPlanning, InsideOfWholeKernels) {
  Rules.PartlyParsed.insert("a.cu");
  SourceSpan Kernel;
  Kernel.Offset = 2;
  Kernel.Length = 3;
  Rules.WholeKernels["a.cu"] = {Kernel};
  EXPECT_THAT(chosen({findingWith({fixOf(Automatic, "a.cu", 0, 1, "A")}),
                      findingWith({fixOf(Automatic, "a.cu", 1, 2, "B")}),
                      findingWith({fixOf(Automatic, "a.cu", 2, 4, "C")}),
                      findingWith({fixOf(Automatic, "a.cu", 3, 5, "D")})}),
              ElementsAre("B", "C"));
}

TEST_F(FixPlanning, AFileOfTwoNamesIsOne) {
  Sources.add("./a.cu", Folder / "./a.cu", "0123456789");
  Rules.MainFiles.insert("./a.cu");
  EXPECT_THAT(chosen({findingWith({fixOf(Automatic, "a.cu", 0, 1, "A")}),
                      findingWith({fixOf(Automatic, "./a.cu", 0, 1, "A")})}),
              ElementsAre("A"));
}

TEST(OffsetAfter, CountsTheEditsBefore) {
  const EditList Edits = {{2, {"a", 2, 1, "long"}}, {6, {"a", 6, 2, ""}}};
  EXPECT_EQ(editedText("0123456789", Edits), "01long34589");
  EXPECT_EQ(offsetAfter(Edits, 0), 0u);
  EXPECT_EQ(offsetAfter(Edits, 2), 2u);
  EXPECT_EQ(offsetAfter(Edits, 3), 6u);
  EXPECT_EQ(offsetAfter(Edits, 6), 9u);
  EXPECT_EQ(offsetAfter(Edits, 8), 9u);
}

} // namespace
