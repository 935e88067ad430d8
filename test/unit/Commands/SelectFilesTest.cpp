//===- SelectFilesTest.cpp ----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/SelectFiles.h"
#include "../TestFolder.h"
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
    SelectedFiles Files = llvm::cantFail(selectFiles(Folder / Path));
    Problems = Files.Problems;
    for (std::string &File : Files.Paths)
      File.erase(0, (Folder / "").size());
    return Files.Paths;
  }

  TestFolder Folder;
  std::vector<std::string> Problems;
};

TEST_F(SelectFilesTest, DirectoriesGiveTheirSources) {
  EXPECT_THAT(find("d"), ElementsAre("d/c.cu", "d/e/f.cu"));
}

TEST_F(SelectFilesTest, DirectoriesOfHeadersGiveThese) {
  EXPECT_THAT(find("inc"), ElementsAre("inc/lib/h.cuh"));
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
  ASSERT_EQ(Problems.size(), 1u);
  EXPECT_THAT(Problems[0], HasSubstr("cannot read the directory"));
  EXPECT_THAT(Problems[0], HasSubstr("File name too long"));
}

TEST_F(SelectFilesTest, GlobsSelectAmongKnownFiles) {
  const std::vector<std::string> Files = {Folder / "a.cu", Folder / "d/c.cu",
                                          Folder / "d/e/f.cu"};
  EXPECT_THAT(llvm::cantFail(selectAmong(Files, Folder / "d")),
              ElementsAre(false, true, true));
  EXPECT_THAT(llvm::cantFail(selectAmong(Files, Folder / "?.cu")),
              ElementsAre(true, false, false));
  EXPECT_THAT(llvm::cantFail(selectAmong(Files, Folder / "inc")),
              ElementsAre(false, false, false));
}

} // namespace
