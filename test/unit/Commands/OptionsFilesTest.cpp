//===- OptionsFilesTest.cpp - Options that are in files -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/OptionsFiles.h"
#include "../TestFolder.h"
#include "gmock/gmock.h"
#include <sys/stat.h>

using namespace banklint;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
class OptionsFiles : public testing::Test {
protected:
  ExpandedOptions expand(std::vector<std::string> Command) {
    return expandOptionsFiles(Command, Folder.Path);
  }
  /// The options, if there is no problem.
  std::vector<std::string> optionsOf(std::vector<std::string> Command) {
    ExpandedOptions Result = expand(std::move(Command));
    EXPECT_THAT(Result.Problems, IsEmpty());
    return Result.Command;
  }
  TestFolder Folder;
};
} // namespace

TEST_F(OptionsFiles, AllSpellingsAreReplacedInPlace) {
  Folder.write("a", "-DA -I\"x y\"");
  Folder.write("b", "-DB\n");
  const auto Expected = ElementsAre("-DX", "-DA", "-Ix y", "-DY");
  EXPECT_THAT(optionsOf({"-DX", "@a", "-DY"}), Expected);
  EXPECT_THAT(optionsOf({"-DX", "--options-file", "a", "-DY"}), Expected);
  EXPECT_THAT(optionsOf({"-DX", "--options-file=a", "-DY"}), Expected);
  EXPECT_THAT(optionsOf({"-DX", "-optf", "a", "-DY"}), Expected);
  EXPECT_THAT(optionsOf({"-DX", "-optf=" + Folder / "a", "-DY"}), Expected);
  EXPECT_THAT(optionsOf({"-optf", "a,b"}), ElementsAre("-DA", "-Ix y", "-DB"));
}

TEST_F(OptionsFiles, NamesInFilesAreRelativeToTheCommand) {
  Folder.write("sub/a", "--options-file sub/b -DA");
  Folder.write("sub/b", "@sub/c");
  Folder.write("sub/c", "-DC='c d'");
  EXPECT_THAT(optionsOf({"@sub/a"}), ElementsAre("-DC=c d", "-DA"));
}

TEST_F(OptionsFiles, EachKindHasItsQuoting) {
  Folder.write("a", "-DA='x y'");
  EXPECT_THAT(optionsOf({"@a"}), ElementsAre("-DA=x y"));
  EXPECT_THAT(optionsOf({"-optf", "a"}), ElementsAre("-DA='x", "y'"));
}

TEST_F(OptionsFiles, WhatIsNoFileOfOptionsStays) {
  EXPECT_THAT(optionsOf({"@", "-optfoo", "--options-files", "a@b"}),
              ElementsAre("@", "-optfoo", "--options-files", "a@b"));
}

TEST_F(OptionsFiles, CyclesEnd) {
  Folder.write("a", "-DA @b");
  Folder.write("b", "-DB -optf ./a");
  const ExpandedOptions Result = expand({"@a", "-DX"});
  EXPECT_THAT(Result.Command, ElementsAre("-DA", "-DB", "-DX"));
  EXPECT_THAT(
      Result.Problems,
      ElementsAre(AllOf(HasSubstr("'./a'"), HasSubstr("includes itself"))));
  // Twice is no cycle.
  Folder.write("c", "-DC");
  EXPECT_THAT(optionsOf({"@c", "@c"}), ElementsAre("-DC", "-DC"));
}

TEST_F(OptionsFiles, WhatCannotBeReadIsTold) {
  Folder.write("folder/x", "");
  ::mkfifo((Folder / "fifo").c_str(), 0600);
  EXPECT_THAT(expand({"@nothing"}).Problems,
              ElementsAre(AllOf(HasSubstr("'nothing'"), HasSubstr("build"))));
  EXPECT_THAT(expand({"-optf", "folder"}).Problems,
              ElementsAre(HasSubstr("not a regular file")));
  EXPECT_THAT(expand({"@fifo", "-DA"}).Problems,
              ElementsAre(HasSubstr("not a regular file")));
  EXPECT_THAT(expand({"@/dev/zero"}).Problems,
              ElementsAre(HasSubstr("not a regular file")));
}

TEST_F(OptionsFiles, WorkIsBounded) {
  for (int I = 0; I != 40; ++I)
    Folder.write("deep" + std::to_string(I), "@deep" + std::to_string(I + 1));
  EXPECT_THAT(expand({"@deep0"}).Problems,
              ElementsAre(HasSubstr("nested too deeply")));
  // Each names the next twice: a billion lines.
  for (int I = 0; I != 15; ++I)
    Folder.write("twice" + std::to_string(I), "@twice" + std::to_string(I + 1) +
                                                  " @twice" +
                                                  std::to_string(I + 1));
  Folder.write("twice15", "-DA");
  const ExpandedOptions Result = expand({"@twice0"});
  EXPECT_LT(Result.Command.size(), 300u);
  EXPECT_THAT(Result.Problems, testing::SizeIs(1));
  std::error_code Code;
  {
    llvm::raw_fd_ostream Huge(Folder / "huge", Code);
    Huge.seek(32 << 20);
    Huge << "x";
  }
  EXPECT_THAT(expand({"@huge"}).Problems,
              ElementsAre(HasSubstr("too many options")));
}
