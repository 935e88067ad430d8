//===- SarifReportTest.cpp - Reports in SARIF 2.1.0 -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The golden files are validated against the schema by a test of its own, see
// CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/SarifReport.h"
#include "Golden.h"
#include "SampleReports.h"
#include "SarifRules.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/Documentation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

SarifRun sampleRun() {
  SarifRun Run;
  Run.Files = sampleFiles();
  Run.ExitStatus = 0;
  return Run;
}

std::string sarifOf(const Report &R, const SarifRun &Run = sampleRun()) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSarif(R, Run, OS);
  return Text;
}

/// The rules have tests of their own, and golden files should not change with
/// the checks' pages.
std::string withoutRules(llvm::StringRef Text) {
  const size_t Begin = Text.find("\"rules\": [") + 10;
  const size_t End = Text.find("          ],\n          \"notifications\"");
  return (Text.take_front(Begin) + Text.drop_front(End + 10)).str();
}

llvm::json::Object runOf(const Report &R, const SarifRun &Run = sampleRun()) {
  const llvm::json::Value Log =
      llvm::cantFail(llvm::json::parse(sarifOf(R, Run)));
  return *Log.getAsObject()->getArray("runs")->front().getAsObject();
}

llvm::json::Array rulesOf(const llvm::json::Object &Run) {
  return *Run.getObject("tool")->getObject("driver")->getArray("rules");
}

TEST(SarifReport, NoFinding) {
  expectGolden("empty.sarif", withoutRules(sarifOf(emptyReport())));
}

TEST(SarifReport, OneFinding) {
  expectGolden("column.sarif", withoutRules(sarifOf(columnReport())));
}

TEST(SarifReport, SeveralFindings) {
  SarifRun Run = sampleRun();
  Run.Errors = {"the checks crashed; findings are missing"};
  Run.ExitStatus = 2;
  Run.IsSuccessful = false;
  Run.DocumentationUrl = "https://example.org/docs/";
  expectGolden("mixed.sarif", withoutRules(sarifOf(mixedReport(), Run)));
}

TEST(SarifReport, OddNames) {
  expectGolden("odd.sarif", withoutRules(sarifOf(oddReport())));
}

TEST(SarifReport, ListsAcceptedFindingsOnlyIfAsked) {
  SarifRun Run = sampleRun();
  const Report R = oddReport();
  EXPECT_EQ(runOf(R, Run).getArray("results")->size(),
            R.Findings.size() + R.Suppressed.size());
  Run.WithSuppressed = false;
  EXPECT_EQ(runOf(R, Run).getArray("results")->size(), R.Findings.size());
  EXPECT_THAT(sarifOf(R, Run), testing::Not(testing::HasSubstr("suppress")));
}

TEST(SarifReport, ReplacesBytesWhereTheTextIsNotKnown) {
  Report R = columnReport();
  R.Findings.front().Fixes.front().Edits = {{"gone.cu", 7, 2, "33"}};
  EXPECT_THAT(sarifOf(R), testing::ContainsRegex("\"byteOffset\": 7,[ \n]*"
                                                 "\"byteLength\": 2"));
}

TEST(SarifReport, TellsWhyAFixIsNotAutomatic) {
  Report R = columnReport();
  R.Findings.front().Fixes.front().Safety = FixSafety::Suggested;
  R.Findings.front().Fixes.front().Reason = "'tile' has a second use";
  EXPECT_THAT(sarifOf(R), testing::HasSubstr(
                              "\"pad the last extent to 33; not applied "
                              "automatically because 'tile' has a second use"));
}

TEST(SarifReport, ADescribedFixIsNone) {
  Report R = columnReport();
  R.Findings.front().Fixes.front().Edits.clear();
  EXPECT_EQ(runOf(R).getArray("results")->front().getAsObject()->get("fixes"),
            nullptr);
}

TEST(SarifRules, AreTheChecksAndWhatElseHasFindings) {
  const llvm::json::Array Rules = rulesOf(runOf(oddReport()));
  ASSERT_EQ(Rules.size(), allChecks().size() + 1);
  EXPECT_EQ(Rules.front().getAsObject()->getString("id"), "banklint-odd");
  for (size_t I = 0; I != allChecks().size(); ++I)
    EXPECT_EQ(Rules[I + 1].getAsObject()->getString("id"), allChecks()[I].Name);
}

TEST(SarifRules, ResultsNameTheirRule) {
  const llvm::json::Object Run = runOf(oddReport());
  const llvm::json::Array Rules = rulesOf(Run);
  for (const llvm::json::Value &Result : *Run.getArray("results")) {
    const llvm::json::Object &Fields = *Result.getAsObject();
    EXPECT_EQ(
        Rules[*Fields.getInteger("ruleIndex")].getAsObject()->getString("id"),
        Fields.getString("ruleId"));
  }
}

/// GitHub takes 1024 characters of a description.
TEST(SarifRules, DescriptionsAreWholeSentencesWithinTheLimit) {
  for (const llvm::json::Value &Rule : rulesOf(runOf(emptyReport())))
    for (llvm::StringRef Key : {"shortDescription", "fullDescription"}) {
      const llvm::json::Object &Fields = *Rule.getAsObject();
      const llvm::StringRef Text = *Fields.getObject(Key)->getString("text");
      EXPECT_TRUE(Text.ends_with(".")) << Text.str();
      EXPECT_LE(Text.size(), 1024u) << Text.str();
      EXPECT_EQ(Text.find("]("), Text.npos) << Text.str();
    }
}

TEST(SarifRules, HelpIsThePageWithoutLinksToPages) {
  SarifRun Run = sampleRun();
  Run.DocumentationUrl = "https://example.org/docs/";
  for (const llvm::json::Value &Rule : rulesOf(runOf(emptyReport(), Run))) {
    const llvm::json::Object &Fields = *Rule.getAsObject();
    const llvm::StringRef Id = *Fields.getString("id");
    const llvm::StringRef Text =
        *Fields.getObject("help")->getString("markdown");
    EXPECT_EQ(Text.take_until([](char C) { return C == '\n'; }),
              documentationOf(Id).take_until([](char C) { return C == '\n'; }));
    EXPECT_EQ(Text.find(".md)"), Text.npos) << Id.str();
    EXPECT_EQ(Text.count("\n## "), documentationOf(Id).count("\n## "));
    EXPECT_EQ(Fields.getString("helpUri"),
              "https://example.org/docs/checks/" + Id.str() + ".md");
  }
}

} // namespace
