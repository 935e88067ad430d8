//===- GitLabReportTest.cpp - GitLab's code quality report ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/GitLabReport.h"
#include "Golden.h"
#include "SampleReports.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

std::string gitLabOf(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeGitLab(R, sampleFiles(), OS);
  return Text;
}

/// Of the only finding, a conflict of \p Ways.
std::string severityOf(llvm::StringRef Check, unsigned Ways,
                       Severity Level = Severity::Warning) {
  Report R = columnReport();
  R.Findings.front().Check = Check.str();
  R.Findings.front().Cost.Ways = Ways;
  R.Findings.front().Level = Level;
  const llvm::json::Value Issues =
      llvm::cantFail(llvm::json::parse(gitLabOf(R)));
  return Issues.getAsArray()
      ->front()
      .getAsObject()
      ->getString("severity")
      ->str();
}

TEST(GitLabReport, NoFindingIsAnEmptyArray) {
  EXPECT_EQ(gitLabOf(emptyReport()), "[]\n");
}

TEST(GitLabReport, OneFinding) {
  expectGolden("column.gitlab.json", gitLabOf(columnReport()));
}

TEST(GitLabReport, SeveralFindings) {
  expectGolden("mixed.gitlab.json", gitLabOf(mixedReport()));
}

TEST(GitLabReport, OddNames) {
  expectGolden("odd.gitlab.json", gitLabOf(oddReport()));
}

TEST(GitLabReport, SeverityTellsWhatIsAtStake) {
  EXPECT_EQ(severityOf("shared-bank-conflict", 7), "minor");
  EXPECT_EQ(severityOf("shared-bank-conflict", 8), "major");
  EXPECT_EQ(severityOf("shared-atomic-contention", 32), "major");
  EXPECT_EQ(severityOf("shared-out-of-bounds", 0), "critical");
  EXPECT_EQ(severityOf("shared-needless-padding", 0), "info");
  EXPECT_EQ(severityOf("shared-needless-padding", 0, Severity::Error),
            "blocker");
}

} // namespace
