//===- ApplyFixesTest.cpp - Fixes written to files ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/ApplyFixes.h"
#include "TestFolder.h"
#include "gmock/gmock.h"

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = llvm::sys::fs;

static Finding findingWith(std::vector<TextEdit> Edits,
                           FixSafety Safety = FixSafety::Automatic) {
  Finding F;
  F.At.File = "a.cu";
  F.At.Span.Line = 3;
  F.At.Span.Column = 5;
  F.Fixes.push_back({"", Safety, "", std::move(Edits)});
  return F;
}

namespace {
/// A folder with a.cu, which was read.
class ApplyFixes : public testing::Test {
protected:
  void load(llvm::StringRef Text) {
    File = Folder.write("a.cu", Text);
    Sources.add("a.cu", File, Text.str());
  }
  AppliedFixes apply(std::vector<Finding> Findings) {
    return applySafeFixes(Findings, Sources);
  }
  std::string text() { return Folder.read(File); }
  /// Nothing but the files that the test made.
  unsigned filesInFolder() {
    unsigned Count = 0;
    std::error_code Code;
    for (fs::directory_iterator I(Folder.Path, Code), End; !Code && I != End;
         I.increment(Code))
      ++Count;
    return Count;
  }

  TestFolder Folder;
  std::string File;
  SourceTexts Sources;
};
} // namespace

TEST_F(ApplyFixes, ReplacesInsertsAndDeletes) {
  load("0123456789");
  const AppliedFixes Result =
      apply({findingWith({{"a.cu", 8, 1, "E"}}),
             findingWith({{"a.cu", 0, 0, "S"}, {"a.cu", 2, 3, ""}}),
             findingWith({{"a.cu", 10, 0, "T"}})});
  EXPECT_EQ(text(), "S01567E9T");
  EXPECT_EQ(Result.Fixes, 3u);
  EXPECT_EQ(Result.Files, 1u);
  EXPECT_THAT(Result.Errors, IsEmpty());
  EXPECT_THAT(Result.Skipped, IsEmpty());
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(ApplyFixes, TheSameFixOfTwoFindingsCountsOnce) {
  load("tile[32][32]");
  const Finding F = findingWith({{"a.cu", 9, 2, "33"}});
  const AppliedFixes Result = apply({F, F});
  EXPECT_EQ(text(), "tile[32][33]");
  EXPECT_EQ(Result.Fixes, 1u);
  EXPECT_THAT(Result.Skipped, IsEmpty());
}

TEST_F(ApplyFixes, SharedInsertionHappensOnce) {
  load("tile[N]");
  const AppliedFixes Result =
      apply({findingWith({{"a.cu", 6, 0, " + 1"}}),
             findingWith({{"a.cu", 0, 4, "pad"}, {"a.cu", 6, 0, " + 1"}})});
  EXPECT_EQ(text(), "pad[N + 1]");
  EXPECT_EQ(Result.Fixes, 2u);
}

TEST_F(ApplyFixes, ContradictingFixesAreLeftOutAsAWhole) {
  load("0123456789");
  const AppliedFixes Result = apply({
      findingWith({{"a.cu", 2, 3, "A"}}),
      // Overlaps at its end, inside, and by another text in the same place.
      findingWith({{"a.cu", 0, 1, "X"}, {"a.cu", 1, 2, "X"}}),
      findingWith({{"a.cu", 3, 0, "X"}}),
      findingWith({{"a.cu", 2, 3, "X"}}),
      findingWith({{"a.cu", 2, 0, "X"}}),
      // Contradicts itself.
      findingWith({{"a.cu", 7, 2, "X"}, {"a.cu", 8, 1, "X"}}),
      // Touches the first one.
      findingWith({{"a.cu", 5, 1, "B"}}),
  });
  EXPECT_EQ(text(), "01AB6789");
  EXPECT_EQ(Result.Fixes, 2u);
  EXPECT_EQ(Result.Skipped.size(), 5u);
  EXPECT_THAT(Result.Skipped.front(), HasSubstr("a.cu:3:5: "));
}

TEST_F(ApplyFixes, OnlyAutomaticFixes) {
  load("0123456789");
  Finding Second = findingWith({{"a.cu", 0, 1, "X"}}, FixSafety::Suggested);
  Second.Fixes.push_back({"", FixSafety::Automatic, "", {{"a.cu", 1, 1, "Y"}}});
  Second.Fixes.push_back({"", FixSafety::Automatic, "", {{"a.cu", 2, 1, "Z"}}});
  const AppliedFixes Result =
      apply({findingWith({{"a.cu", 5, 1, "X"}}, FixSafety::Suggested), Second,
             Finding()});
  EXPECT_EQ(text(), "0Y23456789");
  EXPECT_EQ(Result.Fixes, 1u);
}

TEST_F(ApplyFixes, AChangedFileIsLeftAlone) {
  load("0123456789");
  Folder.write("a.cu", "012345678!");
  const Finding F = findingWith({{"a.cu", 0, 1, "X"}});
  const AppliedFixes Result = apply({F, F});
  EXPECT_EQ(text(), "012345678!");
  EXPECT_EQ(Result.Fixes, 0u);
  EXPECT_EQ(Result.Files, 0u);
  EXPECT_THAT(Result.Errors,
              ElementsAre("'a.cu' has changed since it was analyzed"));
}

TEST_F(ApplyFixes, AVanishedFileIsAnError) {
  load("0123456789");
  fs::remove(File);
  EXPECT_THAT(apply({findingWith({{"a.cu", 0, 1, "X"}})}).Errors,
              ElementsAre(HasSubstr("No such file")));
}

TEST_F(ApplyFixes, AnEditOutsideOfTheFileIsAnError) {
  load("0123");
  const AppliedFixes Result = apply({findingWith({{"a.cu", 3, 2, "X"}})});
  EXPECT_EQ(text(), "0123");
  EXPECT_EQ(Result.Errors.size(), 1u);
}

TEST_F(ApplyFixes, KeepsCarriageReturnsAndOtherBytes) {
  const std::string Old = "\xEF\xBB\xBFint a;\r\nint b[32];\r\n\xFF\xFE end";
  load(Old);
  const size_t Place = Old.find("32");
  apply({findingWith({{"a.cu", unsigned(Place), 2, "33"}})});
  std::string New = Old;
  New.replace(Place, 2, "33");
  EXPECT_EQ(text(), New);
}

TEST_F(ApplyFixes, KeepsTheMode) {
  load("0123");
  const fs::perms Mode = fs::owner_all | fs::group_read;
  fs::setPermissions(File, Mode);
  apply({findingWith({{"a.cu", 0, 1, "X"}})});
  EXPECT_EQ(text(), "X123");
  EXPECT_EQ(*fs::getPermissions(File), Mode);
}

TEST_F(ApplyFixes, EditsWhatALinkPointsTo) {
  const std::string Target = Folder.write("real/b.cu", "0123");
  ASSERT_FALSE(fs::create_link(Target, Folder / "link.cu"));
  Sources.add("link.cu", Folder / "link.cu", "0123");
  Sources.add("real/b.cu", Target, "0123");
  // Under both of its names.
  const AppliedFixes Result = apply({findingWith({{"link.cu", 0, 1, "X"}}),
                                     findingWith({{"real/b.cu", 0, 1, "X"}})});
  EXPECT_EQ(Folder.read(Target), "X123");
  EXPECT_TRUE(fs::is_symlink_file(Folder / "link.cu"));
  EXPECT_EQ(Result.Fixes, 1u);
  EXPECT_EQ(Result.Files, 1u);
}

TEST_F(ApplyFixes, AFixOfTwoFilesNeedsBoth) {
  load("0123");
  const std::string Other = Folder.write("b.cu", "changed");
  Sources.add("b.cu", Other, "4567");
  const AppliedFixes Result =
      apply({findingWith({{"a.cu", 0, 1, "X"}, {"b.cu", 0, 1, "X"}})});
  EXPECT_EQ(text(), "0123");
  EXPECT_EQ(Folder.read(Other), "changed");
  EXPECT_EQ(Result.Fixes, 0u);
  EXPECT_THAT(Result.Errors, ElementsAre(HasSubstr("'b.cu' has changed")));
}

// A file that can be read, and beside which nobody can write, root included.
TEST_F(ApplyFixes, AFolderThatCannotBeWrittenIsAnError) {
  const std::string Path = "/proc/version";
  llvm::Expected<std::string> Text = readFile(Path);
  ASSERT_TRUE(bool(Text));
  Sources.add(Path, Path, *Text);
  const AppliedFixes Result = apply({findingWith({{Path, 0, 1, "X"}})});
  EXPECT_EQ(Result.Fixes, 0u);
  EXPECT_THAT(Result.Errors, ElementsAre(HasSubstr("'/proc/version' cannot")));
}

TEST_F(ApplyFixes, AnUnknownFileIsAnError) {
  EXPECT_THAT(apply({findingWith({{"x.cu", 0, 1, "X"}})}).Errors,
              ElementsAre("'x.cu' is not one file that was read"));
}

TEST(SourceTexts, LinesLoseTheirEnds) {
  SourceTexts Sources;
  Sources.add("a", "/a", "one\r\ntwo\n\nfour");
  EXPECT_EQ(Sources.line("a", 1), "one");
  EXPECT_EQ(Sources.line("a", 2), "two");
  EXPECT_EQ(Sources.line("a", 3), "");
  EXPECT_EQ(Sources.line("a", 4), "four");
  EXPECT_EQ(Sources.line("a", 5), std::nullopt);
  EXPECT_EQ(Sources.line("a", 0), std::nullopt);
  EXPECT_EQ(Sources.line("b", 1), std::nullopt);
}

TEST(SourceTexts, ANameOfTwoFilesStandsForNone) {
  SourceTexts First, Second, Same;
  First.add("inc/a.h", "/x/inc/a.h", "x");
  Second.add("inc/a.h", "/y/inc/a.h", "x");
  Same.add("inc/a.h", "/x/inc/a.h", "x");
  First.merge(Same);
  EXPECT_NE(First.find("inc/a.h"), nullptr);
  First.merge(Second);
  EXPECT_EQ(First.find("inc/a.h"), nullptr);
  EXPECT_EQ(First.line("inc/a.h", 1), std::nullopt);
}
