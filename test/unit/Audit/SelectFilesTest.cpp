//===- SelectFilesTest.cpp ----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelectFiles.h"
#include "../TestFolder.h"
#include "banklint/Audit/Audit.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class SelectFilesTest : public testing::Test {
protected:
  SelectFilesTest() {
    for (const char *Name : {"b.cu", "a.cu", "a.cuh", "d/c.cu", "d/.git/x.cu",
                             "d/e/f.cu", "inc/lib/h.cuh"})
      Folder.write(Name, "");
  }
  std::vector<std::string> find(llvm::StringRef Path) {
    llvm::Expected<std::vector<std::string>> Files =
        findFiles({(Folder / Path)}, Log);
    if (!Files) {
      Failure = llvm::toString(Files.takeError());
      return {};
    }
    for (std::string &File : *Files)
      File.erase(0, (Folder / "").size());
    return *Files;
  }

  TestFolder Folder;
  MessageLog Log;
  std::string Failure;
};

TEST_F(SelectFilesTest, DirectoriesGiveTheirSources) {
  EXPECT_THAT(find("d"), ElementsAre("d/c.cu", "d/e/f.cu"));
}

TEST_F(SelectFilesTest, GlobsMatchAnyFile) {
  EXPECT_THAT(find("*.cu?"), ElementsAre("a.cuh", "inc/lib/h.cuh"));
  EXPECT_THAT(find("d/?/*.cu"), ElementsAre("d/e/f.cu"));
  EXPECT_THAT(find("d/**/*.cu"), ElementsAre("d/c.cu", "d/e/f.cu"));
}

TEST_F(SelectFilesTest, DirectoriesThatCannotBeReadAreErrors) {
  // Its path is longer than the system takes from anybody.
  const int Here = open(".", O_RDONLY);
  ASSERT_EQ(chdir((Folder / "d/e").c_str()), 0);
  const std::string Name(250, 'x');
  for (int I = 0; I != 18; ++I) {
    ASSERT_EQ(mkdir(Name.c_str(), 0777), 0);
    ASSERT_EQ(chdir(Name.c_str()), 0);
  }
  ASSERT_EQ(fchdir(Here), 0);
  close(Here);
  EXPECT_THAT(find("d"), ElementsAre("d/c.cu", "d/e/f.cu"));
  ASSERT_EQ(Log.all().size(), 1u);
  EXPECT_EQ(Log.all()[0].Kind, MessageKind::Error);
  EXPECT_THAT(Log.all()[0].Text, HasSubstr("cannot read the directory"));
  EXPECT_THAT(Log.all()[0].Text, HasSubstr("File name too long"));
}

TEST_F(SelectFilesTest, WhatMatchesNothingIsAnError) {
  find("inc");
  EXPECT_THAT(Failure, HasSubstr("no CUDA file matches"));
  Failure.clear();
  find("x*.cu");
  EXPECT_THAT(Failure, HasSubstr("no CUDA file matches"));
}

TEST(ParseShard, TakesPartsOfAWhole) {
  EXPECT_EQ(llvm::cantFail(parseShard("3/4")).Index, 3u);
  for (const char *Text : {"0/4", "5/4", "3", "/4", "a/4", "3/4/5", "-1/4"}) {
    llvm::Expected<AuditShard> Shard = parseShard(Text);
    EXPECT_FALSE(static_cast<bool>(Shard)) << Text;
    llvm::consumeError(Shard.takeError());
  }
}

} // namespace
