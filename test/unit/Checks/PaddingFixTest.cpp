//===- PaddingFixTest.cpp - Who may apply a padding
//------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArrayPadding.h"
#include "Samples.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(PaddedExtent, IsCorrectCpp) {
  struct {
    const char *Text;
    const char *Padded;
  } Cases[] = {
      {"32", "33"},
      {" 32 ", "33"},
      {"32u", "32u + 1"},
      {"0x20", "0x20 + 1"},
      {"040", "040 + 1"},
      {"TILE_DIM", "TILE_DIM + 1"},
      {"N * 2", "N * 2 + 1"},
      {"N - 1", "N - 1 + 1"},
      {"f(a, b)", "f(a, b) + 1"},
      {"(A ? B : C)", "(A ? B : C) + 1"},
      {"A ? B : C", "(A ? B : C) + 1"},
      {"x << 1", "(x << 1) + 1"},
      {"x | 1", "(x | 1) + 1"},
      {"x ^ 1", "(x ^ 1) + 1"},
      {"a & b", "(a & b) + 1"},
      {"a bitand b", "(a bitand b) + 1"},
      {"a == b", "(a == b) + 1"},
      {"a, b", "(a, b) + 1"},
      {"Traits<T, 4>::Width", "(Traits<T, 4>::Width) + 1"},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(paddedExtent(Case.Text, 1), Case.Padded);
  EXPECT_EQ(paddedExtent("32", 4), "36");
  EXPECT_EQ(paddedExtent("N", 4), "N + 4");
}

/// The findings of one transpose after \p Change of its program.
Report
withChange(llvm::function_ref<void(KernelProgram &, const SourceText &)> Change,
           llvm::StringRef Extents = "[32][32]") {
  SourceText Source = transposeSource(Extents);
  KernelProgram Program = transposeProgram(Source);
  Change(Program, Source);
  return checked(Source, {Program});
}

/// The findings of a transpose if the search for fixes has \p Statements.
Report withSearchOf(uint64_t Statements) {
  const SourceText Source = transposeSource("[32][32]");
  CheckRun Run;
  Run.Budget.SearchStatements = Statements;
  return checked(Source, {transposeProgram(Source)}, Run);
}

TEST(PaddingFix, FindingsStayWhenTheSearchReachesItsLimit) {
  const Report Whole = withSearchOf(0);
  ASSERT_EQ(Whole.Findings.size(), 1u);
  ASSERT_EQ(Whole.Findings.front().Fixes.size(), 1u);
  uint64_t Statements = 1;
  for (; withSearchOf(Statements).Findings.front().Fixes.empty();
       ++Statements) {
    const Report Cut = withSearchOf(Statements);
    ASSERT_EQ(Cut.Findings.size(), 1u);
    EXPECT_EQ(Cut.Findings.front().Message, Whole.Findings.front().Message);
    EXPECT_THAT(show(Cut), HasSubstr("; no fix is known: the search reached "
                                     "the work limit\n"));
    ASSERT_LT(Statements, 100'000u);
  }
  EXPECT_GT(Statements, 1u);
  EXPECT_EQ(show(withSearchOf(Statements)), show(Whole));
}

TEST(PaddingFix, FindingsNeedNoSearch) {
  const SourceText Source = transposeSource("[32][32]");
  CheckRun Run;
  Run.SearchesFixes = false;
  const Report R = checked(Source, {transposeProgram(Source)}, Run);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_TRUE(R.Findings.front().Fixes.empty());
}

/// The only finding has one fix, of class \p Safety, and tells why.
void expectFix(FixSafety Safety, const Report &R, llvm::StringRef Because) {
  ASSERT_EQ(R.Findings.size(), 1u);
  ASSERT_EQ(R.Findings.front().Fixes.size(), 1u);
  const Fix &Found = R.Findings.front().Fixes.front();
  EXPECT_EQ(Found.Safety, Safety);
  EXPECT_EQ(Found.Reason, Because);
  EXPECT_EQ(Found.Edits.empty(), Safety == FixSafety::Described);
  EXPECT_THAT(Found.Description, HasSubstr("pad the last extent"));
  EXPECT_THAT(show(R), HasSubstr("; not applied automatically because " +
                                 Because.str() + "\n"));
}

TEST(PaddingFix, EditsTheSpelledExtent) {
  SourceText Source = transposeSource("[TILE_DIM][TILE_DIM]");
  Report R = checked(Source, {transposeProgram(Source)});
  ASSERT_EQ(R.Findings.size(), 1u);
  ASSERT_EQ(R.Findings.front().Fixes.size(), 1u);
  const Fix &Found = R.Findings.front().Fixes.front();
  EXPECT_EQ(Found.Safety, FixSafety::Automatic);
  EXPECT_EQ(Found.Reason,
            "every use of 'tile' is understood and none depends on its layout");
  ASSERT_EQ(Found.Edits.size(), 1u);
  const TextEdit &Edit = Found.Edits.front();
  EXPECT_EQ(Edit.File, "t.cu");
  std::string Text = Source.Text;
  Text.replace(Edit.Offset, Edit.Length, Edit.Text);
  EXPECT_THAT(Text, HasSubstr("tile[TILE_DIM][TILE_DIM + 1];"));
}

TEST(PaddingFix, FindingsOfOneArrayCarryTheSameEdit) {
  SourceText Source = transposeSource("[32][32]");
  TransposeOptions Options;
  Options.More = "store 4 &tile[threadIdx.x][1] array tile \"t.cu\":4:3 text "
                 "\"tile[threadIdx.x][1]\"";
  Report R = checked(Source, {transposeProgram(Source, Options)});
  ASSERT_EQ(R.Findings.size(), 2u);
  ASSERT_EQ(R.Findings[0].Fixes.size(), 1u);
  ASSERT_EQ(R.Findings[1].Fixes.size(), 1u);
  EXPECT_EQ(R.Findings[0].Fixes[0].Description,
            R.Findings[1].Fixes[0].Description);
  EXPECT_EQ(R.Findings[0].Fixes[0].Edits[0].Offset,
            R.Findings[1].Fixes[0].Edits[0].Offset);
  EXPECT_EQ(R.Findings[0].Fixes[0].Edits[0].Text,
            R.Findings[1].Fixes[0].Edits[0].Text);
}

TEST(PaddingFix, SuggestedWhereTheLayoutIsSeen) {
  Report R = withChange([](KernelProgram &P, const SourceText &Source) {
    P.Arrays[0].LayoutUses.push_back({Source.span("out[0]"), "sizeof"});
  });
  expectFix(FixSafety::Suggested, R,
            "the layout of 'tile' is observed by sizeof");
  EXPECT_THAT(show(R),
              HasSubstr("5:3: detail: this use prevents the automatic fix\n"));
}

TEST(PaddingFix, SuggestedWhereAnotherKernelSeesTheLayout) {
  SourceText Source = transposeSource("[32][32]");
  KernelProgram Other = transposeProgram(Source);
  Other.Name = "other";
  Other.Arrays[0].LayoutUses.push_back({Source.span("out[0]"), "sizeof"});
  expectFix(FixSafety::Suggested,
            checked(Source, {transposeProgram(Source), Other}),
            "the layout of 'tile' is observed by sizeof");
}

TEST(PaddingFix, SuggestedInKernelsWithParseErrors) {
  Report R = withChange(
      [](KernelProgram &P, const SourceText &) { P.ParseErrors = 1; });
  expectFix(FixSafety::Suggested, R, "'transpose' has parse errors");
}

TEST(PaddingFix, SuggestedInHeaders) {
  SourceText Source = transposeSource("[32][32]");
  Report R = judged(Source, {transposeProgram(Source)});
  R.Files.front().File = "main.cu";
  R.Findings = checkConflicts(R, {});
  expectFix(FixSafety::Suggested, R,
            "'tile' is declared in a header, which other files may include");
}

TEST(PaddingFix, DescribedWithoutASpelledExtent) {
  Report R = withChange([](KernelProgram &P, const SourceText &) {
    P.Arrays[0].Extents.back().Span = {};
  });
  expectFix(FixSafety::Described, R,
            "an extent is not written in the declaration");
  EXPECT_THAT(
      show(R),
      HasSubstr(
          "; pad the last extent by 1 element: 1 wavefront instead of 32"));
}

TEST(PaddingFix, DescribedBehindALineComment) {
  Report R = withChange([](KernelProgram &P, const SourceText &) {
    P.Arrays[0].Extents.back().Text = "32 // rows\n";
  });
  expectFix(FixSafety::Described, R,
            "an extent is not written in the declaration");
}

TEST(PaddingFix, SuggestedWithPointersIntoTheArray) {
  SourceText Source = transposeSource("[32][32]");
  TransposeOptions Options;
  Options.More = "load 4 &tile[0][0] \"t.cu\":4:3 text \"*p\"";
  expectFix(FixSafety::Suggested,
            checked(Source, {transposeProgram(Source, Options)}),
            "'*p' goes through a pointer, which may point into 'tile'");
}

TEST(PaddingFix, SuggestedForAnArrayThatAPointerLeadsTo) {
  SourceText Source = transposeSource("[32][32]");
  KernelProgram Program = programOf(
      "kernel \"wide\" \"t.cu\":1:17\nshared tile : float 4 [32][32] align 16 "
      "\"t.cu\":2:20\nlaunch block 32,1,1 \"t.cu\":8:3\nbody { load 16 "
      "&tile[threadIdx.x] \"t.cu\":5:12 text \"p[0]\" }\n",
      Source);
  Report R = checked(Source, {Program});
  expectFix(FixSafety::Suggested, R,
            "'p[0]' goes through a pointer, which may point into 'tile'");
  EXPECT_THAT(
      show(R),
      HasSubstr("a different word of bank 0: words 0, 32, 64, 96, 128, 160, "
                "192, 224 of 'tile' (32 wavefronts instead of 4)\n"));
  EXPECT_THAT(show(R), HasSubstr("pad the last extent to 36: 4 wavefronts "
                                 "instead of 32; 512 more bytes; "));
}

TEST(PaddingFix, NotWithUnknownAccesses) {
  SourceText Source = transposeSource("[32][32]");
  const std::pair<llvm::StringRef, llvm::StringRef> Cases[] = {
      {"", "an access goes through a pointer that may point into it"},
      {" array tile", "the cost of an access to it is unknown"}};
  for (const auto &[Array, Why] : Cases) {
    TransposeOptions Options;
    std::string More =
        "load 4 opaque<unknown-pointer>(\"p\", divergent) : u64" + Array.str() +
        " \"t.cu\":4:3 text \"*p\"";
    Options.More = More;
    Report R = checked(Source, {transposeProgram(Source, Options)});
    ASSERT_EQ(R.Findings.size(), 1u);
    EXPECT_TRUE(R.Findings.front().Fixes.empty());
    EXPECT_THAT(show(R), HasSubstr("no padding was tried: " + Why.str()));
  }
}

TEST(PaddingFix, TellsWhatRemains) {
  SourceText Source = transposeSource("[16][16]");
  TransposeOptions Options;
  Options.Extents = "[16][16]";
  Options.Launch = "launch block 16,16,1 grid 8,8,1 \"t.cu\":8:3\n";
  std::string Text = show(checked(Source, {transposeProgram(Source, Options)}));
  // Two rows of 16 threads share a warp: no padding clears both accesses.
  EXPECT_THAT(Text, HasSubstr("takes 64 wavefronts per block instead of 8"));
  EXPECT_THAT(
      Text, HasSubstr("; pad the last extent to 18 (no tried padding resolves "
                      "every conflict): 1 of 1 access becomes conflict-free, 1 "
                      "other starts to conflict, the worst that remains takes "
                      "2 wavefronts instead of 1; 24 wavefronts in sum instead "
                      "of 72; 128 more bytes\n"));
}

/// `float4 t[32]`, of which one member of each element is loaded, and where
/// \p Statement puts it, more.
Report structures(llvm::StringRef Statement = "") {
  SourceText Source{"a.cu", "__global__ void k() {\n  __shared__ float4 "
                            "t[32];\n  t[i].x;\n  t[i];\n}\n"};
  return checked(
      Source,
      {programOf("kernel \"k\" \"a.cu\":1:17\nshared t : float4 16 [32] align "
                 "16 \"a.cu\":2:21\nbody { load 4 &t[threadIdx.x % 32:u32] "
                 "array t \"a.cu\":3:3 text \"t[i].x\" " +
                     Statement.str() + "}\n",
                 Source)});
}

TEST(PaddingFix, TellsWhatHelpsInItsPlace) {
  EXPECT_THAT(
      show(structures()),
      HasSubstr("'t' is declared here with elements of 16 bytes; make it a "
                "structure of arrays, one for each 4 bytes of the elements' "
                "16: 1 wavefront instead of 4; no extra memory\n"));
}

TEST(PaddingFix, TellsWhyNoneHelps) {
  std::string Text = show(structures(
      "store 16 &t[threadIdx.x % 32:u32] array t \"a.cu\":4:3 text \"t[i]\" "));
  EXPECT_THAT(Text, HasSubstr("'t' is declared here with elements of 16 bytes; "
                              "no padding is known to help: "));
  EXPECT_THAT(Text, Not(HasSubstr("fix:")));
}

} // namespace
