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

std::string summaryOf(const Report &R, const SummaryOptions &Options = {}) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSummary(R, Options, OS);
  return Text;
}

/// The line that names options, or nothing.
std::string hintsOf(const Report &R, bool Explain = false) {
  SummaryOptions Options;
  Options.Explain = Explain;
  const size_t Without = summaryOf(R, Options).size();
  Options.HasHints = true;
  return summaryOf(R, Options).substr(Without);
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
  EXPECT_EQ(summaryOf(emptyReport()), "0 findings; 0 accesses in 0 kernels\n");
}

TEST(Summary, OfExactResults) {
  EXPECT_EQ(summaryOf(columnReport()),
            "1 finding; 2 accesses in 1 kernel: 2 exact\n");
}

TEST(Summary, TellsWhatIsNotKnown) {
  EXPECT_EQ(
      summaryOf(mixedReport()),
      "größe/mixed.cu: analyzed with 3 parse errors, first: unknown type name "
      "'half8'; 2 missing headers: cutlass/half.h, größe.h\n"
      "\\xff.cu: failed: no such file\n"
      "incomplete: 2 of 4 files; 2 findings; 9 accesses in 2 kernels: 2 exact, "
      "2 upper bounds, 2 depend on a value, 3 unknown (budget 1, "
      "data-dependent-index 2)\n"
      "Skipped the parse of 1 file without shared memory\n"
      "sm_80: wavefronts follow rules that were measured only on sm_90\n");
}

TEST(Summary, CountsWhatFixesRemove) {
  const auto Start = [](FixableCounts Fixable) {
    SummaryOptions Options;
    Options.Fixable = Fixable;
    return llvm::StringRef(summaryOf(columnReport(), Options))
        .split(';')
        .first.str();
  };
  EXPECT_EQ(Start({0, 0}), "1 finding");
  EXPECT_EQ(Start({1, 0}), "1 finding (1 fixable with '--fix')");
  EXPECT_EQ(Start({0, 1}), "1 finding (1 fixable with '--fix-notes')");
  EXPECT_EQ(Start({1200, 1}), "1 finding (1,200 fixable with '--fix', 1 more "
                              "with '--fix-notes')");
}

TEST(Summary, NamesTheOptionsThatSayMore) {
  EXPECT_EQ(hintsOf(emptyReport()), "");
  constexpr char Page[] =
      "'--explain-check=shared-bank-conflict' for causes and fixes\n";
  constexpr char Wavefront[] =
      "A wavefront is one pass over the 32 banks; see ";
  EXPECT_EQ(hintsOf(columnReport()),
            std::string(Wavefront) +
                "'--explain' for the lanes in each bank, " + Page);
  EXPECT_EQ(hintsOf(columnReport(), /*Explain=*/true),
            std::string(Wavefront) + Page);
  Report Unknown = mixedReport();
  EXPECT_THAT(
      hintsOf(Unknown),
      HasSubstr("'--explain' for the lanes in each bank and what is not exact, "
                "'--explain-check="));
  Unknown.Findings.clear();
  EXPECT_EQ(hintsOf(Unknown), "See '--explain' for what is not exact\n");
  EXPECT_EQ(hintsOf(Unknown, /*Explain=*/true), "");
}

} // namespace
