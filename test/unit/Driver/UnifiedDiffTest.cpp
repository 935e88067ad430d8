//===- UnifiedDiffTest.cpp - The lines that a diff adds -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/UnifiedDiff.h"
#include "gmock/gmock.h"
#include <random>

using namespace banklint;
using testing::HasSubstr;

/// "path:1-2,5-5;other:" or the error.
static std::string linesOf(llvm::StringRef Diff) {
  llvm::Expected<std::vector<ChangedFile>> Files = parseUnifiedDiff(Diff);
  if (!Files)
    return "error: " + llvm::toString(Files.takeError());
  std::string Text;
  for (const ChangedFile &File : *Files) {
    Text += (Text.empty() ? "" : ";") + File.NewPath + ":";
    for (const LineRange &Range : File.Lines)
      Text += (Text.back() == ':' ? "" : ",") + std::to_string(Range.First) +
              "-" + std::to_string(Range.Last);
  }
  return Text;
}

static std::string hunks(llvm::StringRef Text) {
  return linesOf("--- a/x\n+++ b/x\n" + Text.str());
}

TEST(UnifiedDiff, CountsLinesOfTheNewFile) {
  EXPECT_EQ(hunks("@@ -1 +1 @@\n-a\n+b\n"), "b/x:1-1");
  EXPECT_EQ(hunks("@@ -1 +1 @@ f()\n-a\n+b"), "b/x:1-1");
  EXPECT_EQ(hunks("@@ -3,0 +4,2 @@\n+a\n+b\n"), "b/x:4-5");
  EXPECT_EQ(hunks("@@ -3,2 +2,0 @@\n-a\n-b\n"), "b/x:");
  EXPECT_EQ(hunks("@@ -1,3 +1,4 @@\n a\n+b\n c\n+d\n-e\n"), "b/x:2-2,4-4");
  EXPECT_EQ(hunks("@@ -1,2 +1,3 @@\n a\n+b\n\n@@ -9 +10 @@\n-c\n+d\n"),
            "b/x:2-2,10-10");
  EXPECT_EQ(hunks("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"
                  "\\ No newline at end of file\n"),
            "b/x:1-1");
}

TEST(UnifiedDiff, HunksInAnyOrderGiveSortedLines) {
  EXPECT_EQ(hunks("@@ -9 +9 @@\n-a\n+b\n@@ -1 +1,2 @@\n-a\n+b\n+c\n"),
            "b/x:1-2,9-9");
  EXPECT_EQ(hunks("@@ -9 +9 @@\n-a\n+b\n@@ -9 +9 @@\n-a\n+b\n"), "b/x:9-9");
  EXPECT_EQ(hunks("@@ -0,0 +4,3 @@\n+a\n+b\n+c\n@@ -0,0 +5 @@\n+b\n"),
            "b/x:4-6");
}

TEST(UnifiedDiff, NoLineHasTheNumberZero) {
  EXPECT_THAT(hunks("@@ -1 +0 @@\n-a\n+b\n"),
              HasSubstr("line 3: invalid hunk header"));
  EXPECT_EQ(hunks("@@ -1 +0,0 @@\n-a\n"), "b/x:");
}

TEST(UnifiedDiff, LinesOfHunksAreNoHeaders) {
  EXPECT_EQ(hunks("@@ -1,2 +1,2 @@\n--- a/y\n-@@ -1 +1 @@\n+++ b/y\n+@@@ \n"),
            "b/x:1-2");
  EXPECT_EQ(linesOf("commit\n--- a list\n+ a\n@@ text @@\ndiff --git a/x b/x\n"
                    "old mode 100644\nnew mode 100755\n"),
            "");
}

TEST(UnifiedDiff, ReadsPaths) {
  const auto Path = [](llvm::StringRef Spelled) {
    return linesOf("--- a\n+++ " + Spelled.str() + "\n");
  };
  EXPECT_EQ(Path("b/a b"), "b/a b:");
  EXPECT_EQ(Path("b/a b\t"), "b/a b:");
  EXPECT_EQ(Path("x\t2026-01-01 00:00:00 +0000"), "x:");
  EXPECT_EQ(Path("b/x\r"), "b/x:");
  EXPECT_EQ(Path(R"("b/\303\244\t\"\\")"), "b/\303\244\t\"\\:");
  EXPECT_EQ(Path("/dev/null"), "");
  for (const char *Bad : {R"("b/x)", R"("b/\x")", R"("b/\777")", R"("\)"})
    EXPECT_EQ(Path(Bad), "error: line 2: unterminated quoted path");
}

TEST(UnifiedDiff, TellsWhatIsWrong) {
  EXPECT_EQ(linesOf(""), "");
  EXPECT_EQ(linesOf("\n"), "");
  EXPECT_THAT(linesOf("int a;\n"), HasSubstr("not a unified diff"));
  EXPECT_THAT(hunks("@@ -1,2 +1 @@\n-a\n+b\n"),
              HasSubstr("line 5: unexpected end of the diff in a hunk that has "
                        "1 old and 0 new lines"));
  EXPECT_THAT(hunks("@@ -1 +1 @@\n-a\n-b\n"),
              HasSubstr("line 5: unexpected line in a hunk"));
  EXPECT_THAT(hunks("@@ -1 +1 @@\nword\n"),
              HasSubstr("line 4: unexpected line"));
  for (const char *Bad :
       {"@@ -1 +1\n", "@@ -a +1 @@\n", "@@ 1 1 @@\n", "@@ -1, +1 @@\n",
        "@@ -1 +4294967296 @@\n", "@@ -1 +1,99999999999999999999 @@\n"})
    EXPECT_THAT(hunks(Bad), HasSubstr("line 3: invalid hunk header")) << Bad;
  EXPECT_THAT(linesOf("diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n"),
              HasSubstr("line 2: hunk without preceding"));
  EXPECT_THAT(linesOf("diff --cc x\n@@@ -1 -1 +1 @@@\n"),
              HasSubstr("line 2: combined diff of several parents"));
  EXPECT_THAT(linesOf("\x1b[1mdiff --git a/x b/x\x1b[m\n"),
              HasSubstr("line 1: color codes in the diff"));
}

/// No text makes it crash, nor claim lines that a text does not have.
TEST(UnifiedDiff, AnyTextIsSurvived) {
  std::mt19937 Random(7);
  const std::vector<std::string> Parts = {
      "--- a/x\n",     "+++ b/x\n", "@@ -1,2 +1,2 @@\n",
      "@@ -1 +1 @@\n", " a\n",      "-a\n",
      "+a\n",          "\n",        "\\ No\n",
      "\r\n",          "+++ \"b\\", "@@ -",
      "diff ",         "\xff\n",    "@@ -9 +2147483647 @@\n"};
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::string Text;
    for (unsigned Count = Random() % 12; Count; --Count)
      Text += Parts[Random() % Parts.size()];
    llvm::Expected<std::vector<ChangedFile>> Files = parseUnifiedDiff(Text);
    if (!Files) {
      EXPECT_FALSE(llvm::toString(Files.takeError()).empty());
      continue;
    }
    size_t Lines = 0;
    for (const ChangedFile &File : *Files)
      for (const LineRange &Range : File.Lines) {
        EXPECT_LE(Range.First, Range.Last) << Text;
        Lines += Range.Last - Range.First + 1;
      }
    EXPECT_LE(Lines, size_t(llvm::StringRef(Text).count('+'))) << Text;
  }
}
