//===- TreeHeadersTest.cpp ------------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/TreeHeaders.h"
#include "../TestFolder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <filesystem>

using namespace banklint;
using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;

namespace {

class TreeHeadersTest : public testing::Test {
protected:
  /// The directories for \p Source, relative to the folder.
  std::vector<std::string> directoriesFor(llvm::StringRef Source) {
    TreeHeaders Headers(Paths);
    std::vector<std::string> Found = Headers.directoriesFor(Folder / Source);
    for (std::string &Directory : Found)
      Directory.erase(0, (Folder / "").size());
    return Found;
  }

  TestFolder Folder;
  const std::vector<std::string> Paths = {Folder / ""};
};

TEST_F(TreeHeadersTest, KnowsTheDirectoriesOfAHeader) {
  Folder.write("inc/lib/h.cuh", "");
  Folder.write("inc/.git/lib/h.cuh", "");
  TreeHeaders Headers(Paths);
  const std::string Source = Folder / "a.cu";
  EXPECT_THAT(Headers.likelyDirectory("lib/h.cuh", Source), EndsWith("/inc"));
  EXPECT_EQ(Headers.likelyDirectory("b/h.cuh", Source), "");
}

TEST_F(TreeHeadersTest, TheLikelyDirectoryIsTheNearest) {
  Folder.write("a/x/h.h", "");
  Folder.write("b/x/h.h", "");
  TreeHeaders Headers(Paths);
  const auto For = [&](llvm::StringRef Source) {
    return Headers.likelyDirectory("h.h", Folder / Source);
  };
  EXPECT_THAT(For("b/k.cu"), EndsWith("/b/x"));
  EXPECT_THAT(For("b/x/k.cu"), EndsWith("/b/x"));
  EXPECT_THAT(For("c/k.cu"), EndsWith("/a/x"));
}

TEST_F(TreeHeadersTest, BracketsDoNotFindWhatIsNextToTheFile) {
  Folder.write("p/a.cu", "#include <own.cu>\n");
  Folder.write("p/b.cu", "#include \"own.cu\"\n");
  Folder.write("p/own.cu", "");
  Folder.write("q/own.cu", "");
  EXPECT_THAT(directoriesFor("p/a.cu"), ElementsAre("p"));
  EXPECT_THAT(directoriesFor("p/b.cu"), IsEmpty());
}

TEST_F(TreeHeadersTest, FollowsWhatHeadersInclude) {
  Folder.write("src/a.cu", "#include <lib/a.h>\n#include \"own.h\"\n"
                           "#include <vector>\n#include \"nowhere.h\"\n");
  Folder.write("src/own.h", "#if 0\n#include \"deep.h\"\n#endif\n");
  Folder.write("inc/lib/a.h", "#include <lib/b.h>\n#include \"a.h\"\n");
  Folder.write("inc/lib/b.h", "");
  Folder.write("other/x/deep.h", "");
  EXPECT_THAT(directoriesFor("src/a.cu"), ElementsAre("inc", "other/x"));
  EXPECT_THAT(directoriesFor("src/none.cu"), IsEmpty());
}

TEST_F(TreeHeadersTest, TakesTheNearestOfSeveral) {
  for (const char *Name : {"p/inc/c.h", "q/inc/c.h", "r/one/c.h", "r/two/c.h"})
    Folder.write(Name, "");
  for (const char *Name : {"p/src/a.cu", "q/a.cu", "r/a.cu", "r/one/in/a.cu"})
    Folder.write(Name, "#include \"c.h\"\n");
  EXPECT_THAT(directoriesFor("p/src/a.cu"), ElementsAre("p/inc"));
  EXPECT_THAT(directoriesFor("q/a.cu"), ElementsAre("q/inc"));
  // Two are equally near.
  EXPECT_THAT(directoriesFor("r/a.cu"), IsEmpty());
  EXPECT_THAT(directoriesFor("r/one/in/a.cu"), ElementsAre("r/one"));
}

TEST_F(TreeHeadersTest, EndsWithHeadersThatIncludeEachOther) {
  Folder.write("a.cu", "#include <x.h>\n");
  Folder.write("i/x.h", "#include <y.h>\n");
  Folder.write("j/y.h", "#include <x.h>\n#include \"../a.cu\"\n");
  EXPECT_THAT(directoriesFor("a.cu"), ElementsAre("i", "j"));
}

TEST_F(TreeHeadersTest, TheDirectoryItselfCountsToo) {
  Folder.write("lib/x.h", "");
  Folder.write("src/a.cu", "#include \"lib/x.h\"\n");
  const std::filesystem::path Before = std::filesystem::current_path();
  std::filesystem::current_path(Folder / "");
  const std::vector<std::string> Here = {"."};
  TreeHeaders Headers(Here);
  EXPECT_EQ(Headers.likelyDirectory("lib/x.h", "src/a.cu"), ".");
  EXPECT_THAT(Headers.directoriesFor(Folder / "src/a.cu"), ElementsAre("."));
  std::filesystem::current_path(Before);
}

} // namespace
