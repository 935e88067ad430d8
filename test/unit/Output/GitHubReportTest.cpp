//===- GitHubReportTest.cpp - Workflow commands of GitHub -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/GitHubReport.h"
#include "Golden.h"
#include "SampleReports.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

std::string gitHubOf(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeGitHub(R, sampleFiles(), OS);
  return Text;
}

TEST(GitHubReport, NoFindingNoCommand) {
  EXPECT_EQ(gitHubOf(emptyReport()), "");
}

TEST(GitHubReport, OneFinding) {
  expectGolden("column.github.txt", gitHubOf(columnReport()));
}

TEST(GitHubReport, SeveralFindings) {
  expectGolden("mixed.github.txt", gitHubOf(mixedReport()));
}

TEST(GitHubReport, OddNames) {
  expectGolden("odd.github.txt", gitHubOf(oddReport()));
}

TEST(GitHubReport, EachCommandIsOneLine) {
  Report R = oddReport();
  R.Files.clear();
  R.Findings.resize(1);
  R.Findings.front().At.File = "two\nlines::error::x.cu";
  R.Findings.front().Notes.push_back({{}, "\r\n::error::injected"});
  const std::string Text = gitHubOf(R);
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 1u) << Text;
  EXPECT_EQ(llvm::StringRef(Text).count('\r'), 0u) << Text;
  EXPECT_THAT(Text, testing::HasSubstr("two%0Alines%3A%3Aerror%3A%3Ax.cu"));
}

/// GitHub refuses columns of a stretch of several lines.
TEST(GitHubReport, HasNoColumnsAcrossLines) {
  Report R = columnReport();
  R.Findings.front().At.Span.Length = 60;
  EXPECT_THAT(gitHubOf(R),
              testing::StartsWith("::warning file=column.cu,line=4,endLine=6,"
                                  "title=shared-bank-conflict::"));
}

} // namespace
