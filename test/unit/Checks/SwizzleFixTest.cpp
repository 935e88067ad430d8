//===- SwizzleFixTest.cpp - When and how a swizzle is written -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArraySwizzle.h"
#include "Samples.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(SwizzledColumn, IsCorrectCpp) {
  const Swizzle Plain{0, 0, 31, 0}, Wide{0, 0, 7, 2}, Apart{0, 2, 31, 0},
      Both{0, 1, 7, 3};
  struct {
    const Swizzle &S;
    const char *Row;
    const char *Column;
    bool IsMaskNeeded;
    const char *Text;
  } Cases[] = {
      {Plain, "y", "x", false, "x ^ y"},
      {Plain, " y ", " x ", false, "x ^ y"},
      {Plain, "y", "x", true, "x ^ (y & 31)"},
      {Plain, "threadIdx.y", "ns::x", false, "ns::x ^ threadIdx.y"},
      {Plain, "y + j", "x + 1", true, "(x + 1) ^ ((y + j) & 31)"},
      {Plain, "(y + j)", "(x) + (1)", false, "((x) + (1)) ^ (y + j)"},
      {Plain, "y", "0", true, "y & 31"},
      {Plain, "a ? b : c", "x & 3", false, "(x & 3) ^ (a ? b : c)"},
      {Plain, "(a == '(')", "x", false, "x ^ (((a == '(')))"},
      {Wide, "y", "x * 4", true, "(x * 4) ^ ((y & 7) * 4)"},
      {Wide, "y", "x", false, "x ^ (y * 4)"},
      {Apart, "y", "x", false, "x ^ (y / 4)"},
      {Apart, "y + 1", "x", true, "x ^ (((y + 1) / 4) & 31)"},
      {Both, "y", "x", true, "x ^ (((y / 2) & 7) * 8)"},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(swizzledColumn(Case.S, Case.Row, Case.Column, Case.IsMaskNeeded),
              Case.Text);
}

/// A transpose in a block of 16x16, with everything that the edits need.
class SwizzleFix : public testing::Test {
protected:
  SwizzleFix() : Source(transposeSource("[16][16]")) {
    TransposeOptions Options;
    Options.Extents = "[16][16]";
    Options.Launch = "launch block 16,16,1 grid 8,8,1 \"t.cu\":8:3\n";
    Program = transposeProgram(Source, Options);
    SourceSpan Store = Source.span("tile", 1), Load = Source.span("tile", 2);
    Program.Arrays[0].Mentions = {Store, Load};
    Program.Accesses[0].Spelled = {
        Store,
        {{Source.span("threadIdx.y", 0), "threadIdx.y"},
         {Source.span("threadIdx.x", 0), "threadIdx.x"}}};
    Program.Accesses[1].Spelled = {
        Load,
        {{Source.span("threadIdx.x", 1), "threadIdx.x"},
         {Source.span("threadIdx.y", 1), "threadIdx.y"}}};
  }

  /// The fix besides the padding.
  Fix found() {
    Checked = checked(Source, {Program});
    EXPECT_EQ(Checked.Findings.size(), 1u);
    EXPECT_EQ(Checked.Findings.front().Fixes.size(), 2u);
    return Checked.Findings.front().Fixes.back();
  }
  void expectDescribed(llvm::StringRef Because) {
    Fix Found = found();
    EXPECT_EQ(Found.Safety, FixSafety::Described);
    EXPECT_EQ(Found.Reason, Because);
    EXPECT_TRUE(Found.Edits.empty());
    EXPECT_THAT(show(Checked),
                HasSubstr("becomes 'c ^ r'): 1 wavefront instead of 8; no "
                          "extra memory; not written because " +
                          Because.str() + "\n"));
  }

  SourceText Source;
  KernelProgram Program;
  Report Checked;
};

TEST_F(SwizzleFix, EditsEverySubscript) {
  Fix Found = found();
  EXPECT_EQ(Found.Safety, FixSafety::Suggested);
  EXPECT_EQ(Found.Reason, "it rewrites every access to 'tile'");
  EXPECT_EQ(Found.Description,
            "swizzle the last subscript ('c' of row 'r' becomes 'c ^ r') in 2 "
            "places: 1 wavefront instead of 8; no extra memory");
  ASSERT_EQ(Found.Edits.size(), 2u);
  std::string Text = Source.Text;
  for (size_t I : {1, 0}) {
    EXPECT_EQ(Found.Edits[I].File, "t.cu");
    Text.replace(Found.Edits[I].Offset, Found.Edits[I].Length,
                 Found.Edits[I].Text);
  }
  EXPECT_THAT(Text,
              HasSubstr("tile[threadIdx.y][threadIdx.x ^ threadIdx.y] ="));
  EXPECT_THAT(Text,
              HasSubstr("= tile[threadIdx.x][threadIdx.y ^ threadIdx.x]"));
}

/// The helper's text is edited once, however often it is inlined.
TEST_F(SwizzleFix, EditsAPlaceOnce) {
  Checked = checked(Source, {Program, Program});
  ASSERT_EQ(Checked.Findings.size(), 1u);
  ASSERT_EQ(Checked.Findings.front().Fixes.size(), 2u);
  EXPECT_EQ(Checked.Findings.front().Fixes.back().Edits.size(), 2u);
}

TEST_F(SwizzleFix, IsNotToldWhereAPaddingDoes) {
  Source = transposeSource("[32][32]");
  Report R = checked(Source, {transposeProgram(Source)});
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings.front().Fixes.size(), 1u);
  EXPECT_THAT(show(R), Not(HasSubstr("swizzle")));
}

TEST_F(SwizzleFix, SizesDoNotMatter) {
  SourceSpan Measured = Source.span("out[0]");
  Program.Arrays[0].Mentions->push_back(Measured);
  Program.Arrays[0].LayoutUses.push_back(
      {Measured, "sizeof", /*IsOfType=*/true});
  EXPECT_EQ(found().Safety, FixSafety::Suggested);
}

TEST_F(SwizzleFix, DescribedWherePointersSeeElements) {
  Program.Arrays[0].LayoutUses.push_back(
      {Source.span("out[0]"), "a pointer into it"});
  expectDescribed(
      "the location of elements of 'tile' is observed by a pointer into it");
}

/// As in *reinterpret_cast<float4 *>(&tile[y][x]).
TEST_F(SwizzleFix, PointersOfAccessesDoNoHarm) {
  Program.Arrays[0].LayoutUses.push_back(
      {Source.span("tile[threadIdx.y][threadIdx.x]"), "a pointer into it"});
  EXPECT_EQ(found().Safety, FixSafety::Suggested);
}

TEST_F(SwizzleFix, DescribedWhereASubscriptIsNotSpelled) {
  Program.Accesses[0].Spelled = std::nullopt;
  expectDescribed("the subscripts of 'tile[threadIdx.y][threadIdx.x]' cannot "
                  "be edited or repeated");
  EXPECT_THAT(show(Checked),
              HasSubstr("3:3: detail: this use prevents writing the edits"));
}

TEST_F(SwizzleFix, DescribedWhereOtherTextHasTheName) {
  Program.Arrays[0].Mentions->push_back(Source.span("out[0]"));
  expectDescribed("text that was not analyzed mentions 'tile'");
}

TEST_F(SwizzleFix, DescribedOutsideOfFunctions) {
  Program.Arrays[0].Mentions = std::nullopt;
  expectDescribed(
      "'tile' is not declared inside of a function, and others may use it");
}

TEST_F(SwizzleFix, DescribedInKernelsWithParseErrors) {
  Program.ParseErrors = 1;
  expectDescribed("'transpose' has parse errors");
}

} // namespace
