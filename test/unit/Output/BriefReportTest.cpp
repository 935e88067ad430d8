//===- BriefReportTest.cpp - Reports in few lines -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/BriefReport.h"
#include "Golden.h"
#include "SampleReports.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using testing::HasSubstr;

namespace {

std::string briefOf(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeBrief(R, sampleFiles(), OS);
  return Text;
}

std::string accessesOf(const Report &R, llvm::StringRef Kernel = "") {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeAccesses(R, Kernel, OS);
  return Text;
}

TEST(BriefReport, NothingToSay) { EXPECT_EQ(briefOf(emptyReport()), ""); }

TEST(BriefReport, OneFinding) {
  expectGolden("column.brief.txt", briefOf(columnReport()));
}

TEST(BriefReport, SeveralFindings) {
  expectGolden("mixed.brief.txt", briefOf(mixedReport()));
}

TEST(BriefReport, OddNames) {
  expectGolden("odd.brief.txt", briefOf(oddReport()));
}

TEST(BriefReport, HasABound) {
  Report R = columnReport();
  R.Findings.resize(1);
  R.Findings.assign(23, R.Findings.front());
  const std::string Text = briefOf(R);
  EXPECT_THAT(Text, HasSubstr("and 3 other findings; analyze fewer files"));
}

TEST(AccessList, AllKernels) {
  expectGolden("mixed.accesses.txt", accessesOf(mixedReport()));
}

TEST(AccessList, OneKernel) {
  const std::string All = accessesOf(columnReport());
  EXPECT_EQ(accessesOf(columnReport(), "column"), All);
  EXPECT_EQ(accessesOf(columnReport(), "other"), "");
}

} // namespace
