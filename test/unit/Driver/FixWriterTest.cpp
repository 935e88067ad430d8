//===- FixWriterTest.cpp - Fixes written to files -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Fixes/FixWriter.h"
#include "../TestFolder.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Signals.h"
#include "gmock/gmock.h"
#include <atomic>
#include <csignal>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

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
/// What came of a plan.
struct Written {
  unsigned Fixes = 0;
  unsigned Files = 0;
  /// Left out of the plan.
  std::vector<std::string> Skipped;
  std::vector<std::string> Errors;
};

/// A folder with a.cu, which was read.
class FixWriting : public testing::Test {
protected:
  void load(llvm::StringRef Text) {
    File = Folder.write("a.cu", Text);
    Sources.add("a.cu", File, Text.str());
  }
  Written apply(const std::vector<Finding> &Findings) {
    FixRules Rules;
    Rules.HeaderFilter = ".";
    const FixPlan Plan = planFixes(Findings, Sources, Rules);
    FixWriter Writer(Plan);
    Writer.write(std::vector<bool>(Plan.Fixes.size(), true));
    Written Result;
    Result.Fixes = llvm::count(Writer.inEffect(), true);
    Result.Files = Writer.changedFiles();
    Result.Skipped = Plan.Warnings;
    Result.Errors = Writer.errors().vec();
    return Result;
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

TEST_F(FixWriting, ReplacesInsertsAndDeletes) {
  load("0123456789");
  const Written Result =
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

TEST_F(FixWriting, TheSameFixOfTwoFindingsCountsOnce) {
  load("tile[32][32]");
  const Finding F = findingWith({{"a.cu", 9, 2, "33"}});
  const Written Result = apply({F, F});
  EXPECT_EQ(text(), "tile[32][33]");
  EXPECT_EQ(Result.Fixes, 1u);
  EXPECT_THAT(Result.Skipped, IsEmpty());
}

TEST_F(FixWriting, SharedInsertionHappensOnce) {
  load("tile[N]");
  const Written Result =
      apply({findingWith({{"a.cu", 6, 0, " + 1"}}),
             findingWith({{"a.cu", 0, 4, "pad"}, {"a.cu", 6, 0, " + 1"}})});
  EXPECT_EQ(text(), "pad[N + 1]");
  EXPECT_EQ(Result.Fixes, 2u);
}

TEST_F(FixWriting, ContradictingFixesAreLeftOutAsAWhole) {
  load("0123456789");
  const Written Result = apply({
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

TEST_F(FixWriting, OnlyAutomaticFixes) {
  load("0123456789");
  Finding Second = findingWith({{"a.cu", 0, 1, "X"}}, FixSafety::Suggested);
  Second.Fixes.push_back({"", FixSafety::Automatic, "", {{"a.cu", 1, 1, "Y"}}});
  Second.Fixes.push_back({"", FixSafety::Automatic, "", {{"a.cu", 2, 1, "Z"}}});
  const Written Result =
      apply({findingWith({{"a.cu", 5, 1, "X"}}, FixSafety::Suggested), Second,
             Finding()});
  EXPECT_EQ(text(), "0Y23456789");
  EXPECT_EQ(Result.Fixes, 1u);
}

TEST_F(FixWriting, AChangedFileIsLeftAlone) {
  load("0123456789");
  Folder.write("a.cu", "012345678!");
  const Finding F = findingWith({{"a.cu", 0, 1, "X"}});
  const Written Result = apply({F, F});
  EXPECT_EQ(text(), "012345678!");
  EXPECT_EQ(Result.Fixes, 0u);
  EXPECT_EQ(Result.Files, 0u);
  EXPECT_THAT(Result.Errors,
              ElementsAre("'a.cu' has changed since it was analyzed"));
}

TEST_F(FixWriting, AVanishedFileIsAnError) {
  load("0123456789");
  fs::remove(File);
  EXPECT_THAT(apply({findingWith({{"a.cu", 0, 1, "X"}})}).Errors,
              ElementsAre(HasSubstr("No such file")));
}

TEST_F(FixWriting, AnEditOutsideOfTheFileIsLeftOut) {
  load("0123");
  const Written Result = apply({findingWith({{"a.cu", 3, 2, "X"}})});
  EXPECT_EQ(text(), "0123");
  EXPECT_EQ(Result.Skipped.size(), 1u);
}

TEST_F(FixWriting, KeepsCarriageReturnsAndOtherBytes) {
  const std::string Old = "\xEF\xBB\xBFint a;\r\nint b[32];\r\n\xFF\xFE end";
  load(Old);
  const size_t Place = Old.find("32");
  apply({findingWith({{"a.cu", unsigned(Place), 2, "33"}})});
  std::string New = Old;
  New.replace(Place, 2, "33");
  EXPECT_EQ(text(), New);
}

TEST_F(FixWriting, KeepsTheMode) {
  load("0123");
  const fs::perms Mode = fs::owner_all | fs::group_read;
  fs::setPermissions(File, Mode);
  apply({findingWith({{"a.cu", 0, 1, "X"}})});
  EXPECT_EQ(text(), "X123");
  EXPECT_EQ(*fs::getPermissions(File), Mode);
}

TEST_F(FixWriting, EditsWhatALinkPointsTo) {
  const std::string Target = Folder.write("real/b.cu", "0123");
  ASSERT_FALSE(fs::create_link(Target, Folder / "link.cu"));
  Sources.add("link.cu", Folder / "link.cu", "0123");
  Sources.add("real/b.cu", Target, "0123");
  // Under both of its names.
  const Written Result = apply({findingWith({{"link.cu", 0, 1, "X"}}),
                                findingWith({{"real/b.cu", 0, 1, "X"}})});
  EXPECT_EQ(Folder.read(Target), "X123");
  EXPECT_TRUE(fs::is_symlink_file(Folder / "link.cu"));
  EXPECT_EQ(Result.Fixes, 1u);
  EXPECT_EQ(Result.Files, 1u);
}

TEST_F(FixWriting, AFixOfTwoFilesNeedsBoth) {
  load("0123");
  const std::string Other = Folder.write("b.cu", "changed");
  Sources.add("b.cu", Other, "4567");
  const Written Result =
      apply({findingWith({{"a.cu", 0, 1, "X"}, {"b.cu", 0, 1, "X"}})});
  EXPECT_EQ(text(), "0123");
  EXPECT_EQ(Folder.read(Other), "changed");
  EXPECT_EQ(Result.Fixes, 0u);
  EXPECT_THAT(Result.Errors, ElementsAre(HasSubstr("'b.cu' has changed")));
}

// A file that can be read, and beside which nobody can write, root included.
TEST_F(FixWriting, AFolderThatCannotBeWrittenIsAnError) {
  const std::string Path = "/proc/version";
  llvm::Expected<std::string> Text = readFile(Path);
  ASSERT_TRUE(bool(Text));
  Sources.add(Path, Path, *Text);
  const Written Result = apply({findingWith({{Path, 0, 0, "X"}})});
  EXPECT_EQ(Result.Fixes, 0u);
  EXPECT_THAT(Result.Errors, ElementsAre(HasSubstr("'/proc/version' cannot")));
}

TEST_F(FixWriting, AnUnknownFileIsLeftOut) {
  EXPECT_THAT(
      apply({findingWith({{"x.cu", 0, 1, "X"}})}).Skipped,
      ElementsAre(
          "the fixes of 1 finding were not applied because the "
          "analyzed text of the files that they change is not available"));
}

// What has no room is not half written: files may grow to 4096 bytes here. A
// full disk looks the same to the program, but needs a disk of its own.
TEST_F(FixWriting, WithoutRoomNothingChanges) {
  const std::string Old(8192, 'x');
  load(Old);
  const std::string Other = Folder.write("b.cu", "0123");
  Sources.add("b.cu", Other, "0123");
  // Makes LLVM take over the signal, which is then ignored, so that writing
  // fails instead.
  llvm::sys::RemoveFileOnSignal(Folder / "none");
  const auto Before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit Limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &Limit), 0);
  const auto Restore = llvm::make_scope_exit([&] {
    setrlimit(RLIMIT_FSIZE, &Limit);
    std::signal(SIGXFSZ, Before);
    llvm::sys::DontRemoveFileOnSignal(Folder / "none");
  });
  rlimit Small = Limit;
  Small.rlim_cur = 4096;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Small), 0);

  const Written Result =
      apply({findingWith({{"a.cu", 0, 1, "X"}, {"b.cu", 0, 1, "X"}}),
             findingWith({{"b.cu", 2, 1, "Y"}})});
  EXPECT_EQ(text(), Old);
  EXPECT_EQ(Folder.read(Other), "01Y3");
  EXPECT_EQ(Result.Fixes, 1u);
  EXPECT_EQ(Result.Files, 1u);
  EXPECT_THAT(Result.Errors, ElementsAre("'a.cu' cannot be replaced: File too "
                                         "large"));
  EXPECT_EQ(filesInFolder(), 2u);
}

// As an ordinary user, since root may write what it likes.
TEST_F(FixWriting, AReadOnlyFileIsLeftAlone) {
  load("0123");
  fs::setPermissions(Folder.Path, fs::all_all);
  fs::setPermissions(File, fs::all_read);
  const bool IsRoot = geteuid() == 0;
  if (IsRoot) {
    ASSERT_EQ(setresuid(65534, 65534, 0), 0);
  }
  const Written Result = apply({findingWith({{"a.cu", 0, 1, "X"}})});
  if (IsRoot) {
    ASSERT_EQ(setresuid(0, 0, 0), 0);
  }
  EXPECT_EQ(text(), "0123");
  EXPECT_EQ(Result.Fixes, 0u);
  EXPECT_THAT(Result.Errors, ElementsAre("'a.cu' cannot be written: Permission "
                                         "denied"));
}

TEST_F(FixWriting, TakesFixesBack) {
  load("0123456789");
  const std::vector<Finding> Findings = {
      findingWith({{"a.cu", 1, 1, "one"}}), findingWith({{"a.cu", 5, 1, ""}}),
      findingWith({{"a.cu", 1, 1, "one"}, {"a.cu", 8, 1, "eight"}})};
  FixRules Rules;
  Rules.MainFiles.insert("a.cu");
  const FixPlan Plan = planFixes(Findings, Sources, Rules);
  ASSERT_EQ(Plan.Fixes.size(), 3u);
  FixWriter Writer(Plan);
  Writer.write({true, true, true});
  EXPECT_EQ(text(), "0one23467eight9");
  EXPECT_EQ(Writer.offsetNow(File, 0), 0u);
  EXPECT_EQ(Writer.offsetNow(File, 2), 4u);
  EXPECT_EQ(Writer.offsetNow(File, 9), 14u);
  // An edit that two fixes share stays as long as one of them does.
  Writer.write({false, true, true});
  EXPECT_EQ(text(), "0one23467eight9");
  Writer.write({false, false, true});
  EXPECT_EQ(text(), "0one234567eight9");
  EXPECT_TRUE(Writer.isUntouchedSince());
  Writer.write({false, false, false});
  EXPECT_EQ(text(), "0123456789");
  EXPECT_EQ(Writer.changedFiles(), 0u);
  EXPECT_FALSE(Writer.isAnyInEffect());
  EXPECT_THAT(Writer.errors(), IsEmpty());
}

TEST_F(FixWriting, DoesNotTakeBackWhatOthersWrote) {
  load("0123456789");
  const std::vector<Finding> Findings = {findingWith({{"a.cu", 1, 1, "one"}})};
  FixRules Rules;
  Rules.MainFiles.insert("a.cu");
  const FixPlan Plan = planFixes(Findings, Sources, Rules);
  FixWriter Writer(Plan);
  Writer.write({true});
  Folder.write("a.cu", "theirs");
  EXPECT_FALSE(Writer.isUntouchedSince());
  Writer.write({false});
  EXPECT_EQ(text(), "theirs");
  EXPECT_THAT(Writer.inEffect(), ElementsAre(true));
  EXPECT_THAT(Writer.errors(), ElementsAre(HasSubstr("has changed since")));
}

// Two programs that fix the same file, and a reader: nobody ever sees half of
// a text.
TEST_F(FixWriting, NobodySeesHalfOfAFile) {
  const std::string Old(1 << 20, '0');
  load(Old);
  const std::vector<Finding> Findings = {findingWith(
      {{"a.cu", 0, unsigned(Old.size()), std::string(1 << 20, 'X')}})};
  FixRules Rules;
  Rules.MainFiles.insert("a.cu");
  const FixPlan Plan = planFixes(Findings, Sources, Rules);
  std::atomic<bool> IsDone = false;
  const auto WriteOften = [&] {
    for (unsigned I = 0; I < 20; ++I) {
      FixWriter Writer(Plan);
      Writer.write({true});
      Writer.write({false});
    }
  };
  unsigned Seen = 0;
  std::thread Reader([&] {
    while (!IsDone) {
      const std::string Text = text();
      ASSERT_EQ(Text.size(), Old.size());
      ASSERT_EQ(Text.find_first_not_of(Text[0]), std::string::npos);
      ++Seen;
    }
  });
  std::thread Other(WriteOften);
  WriteOften();
  Other.join();
  IsDone = true;
  Reader.join();
  EXPECT_GT(Seen, 0u);
  EXPECT_EQ(filesInFolder(), 1u);
}
