//===- TextReportTest.cpp - Findings and summary as text ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/TextReport.h"
#include "Golden.h"
#include "SampleReports.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using testing::HasSubstr;
using testing::Not;

namespace {

std::string findingsOf(const Report &R, bool UseColor = false,
                       bool Explain = false) {
  TextOptions Options;
  Options.UseColor = UseColor;
  Options.Explain = Explain;
  auto Line = [](llvm::StringRef File, unsigned Number) {
    return sampleLine(File, Number);
  };
  Options.SourceLine = Line;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeFindings(R, Options, OS);
  return Text;
}

std::string summaryOf(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSummary(R, OS);
  return Text;
}

TEST(TextReport, NoFindingNoText) { EXPECT_EQ(findingsOf(emptyReport()), ""); }

TEST(TextReport, OneFinding) {
  expectGolden("column.txt", findingsOf(columnReport()));
}

TEST(TextReport, SeveralFindings) {
  expectGolden("mixed.txt", findingsOf(mixedReport()));
}

TEST(TextReport, ColorsOnlyOnDemand) {
  EXPECT_THAT(findingsOf(mixedReport()), Not(HasSubstr("\x1b")));
  expectGolden("column-colored.txt",
               findingsOf(columnReport(), /*UseColor=*/true));
}

TEST(TextReport, ExplainsWithTheBanks) {
  expectGolden("column-explained.txt", findingsOf(columnReport(),
                                                  /*UseColor=*/false,
                                                  /*Explain=*/true));
}

TEST(TextReport, ShowsDetailsOnlyOnRequest) {
  constexpr char Detail[] = "7:2: note: only on request\n";
  EXPECT_THAT(findingsOf(mixedReport()), Not(HasSubstr(Detail)));
  EXPECT_THAT(findingsOf(mixedReport(), /*UseColor=*/false, /*Explain=*/true),
              HasSubstr(Detail));
}

TEST(TextReport, ShowsAFixAtItsNote) {
  Report R = columnReport();
  R.Findings.front().Notes.push_back(R.Findings.front().Notes.front());
  R.Findings.front().Notes.back().Fix.reset();
  std::string Text = findingsOf(R);
  size_t Once = Text.find(" 33\n");
  ASSERT_NE(Once, std::string::npos);
  EXPECT_EQ(Text.find(" 33\n", Once + 1), std::string::npos);
}

TEST(Summary, OfNothing) {
  EXPECT_EQ(summaryOf(emptyReport()),
            "0 accesses in 0 kernels: 0 exact, 0 bounds, 0 depend on a value, "
            "0 unknown; 0 findings\n");
}

TEST(Summary, OfExactResults) {
  EXPECT_EQ(summaryOf(columnReport()),
            "2 accesses in 1 kernel: 2 exact, 0 bounds, 0 depend on a value, 0 "
            "unknown; 1 finding\n");
}

TEST(Summary, TellsWhatIsNotKnown) {
  EXPECT_EQ(
      summaryOf(mixedReport()),
      "größe/mixed.cu: analyzed with 3 parse errors, first: unknown type name "
      "'half8'; 2 missing headers: cutlass/half.h, größe.h\n"
      "\xFF.cu: failed: no such file\n"
      "incomplete: 2 of 4 files; "
      "9 accesses in 2 kernels: 2 exact, 2 bounds, 2 depend on a value, 3 "
      "unknown (budget 1, data-dependent-index 2); 2 findings\n"
      "Skipped the parse of 1 file without shared memory\n"
      "sm_80: wavefronts follow rules that were measured only on sm_90\n");
}

} // namespace
