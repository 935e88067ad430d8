//===- CompileDatabaseTest.cpp - Reading compilation databases ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CompileDatabase.h"
#include "../TestFolder.h"
#include "gmock/gmock.h"
#include <sys/stat.h>

using namespace banklint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
class CompileDatabaseTest : public testing::Test {
protected:
  llvm::Expected<CompileDatabase> load(llvm::StringRef Text) {
    return CompileDatabase::load(Folder.write("compile_commands.json", Text));
  }
  std::string errorOf(llvm::StringRef Text) {
    llvm::Expected<CompileDatabase> Loaded = load(Text);
    return Loaded ? "no error" : llvm::toString(Loaded.takeError());
  }
  TestFolder Folder;
};

struct Example {
  const char *Text;
  const char *Expected;
};
} // namespace

TEST_F(CompileDatabaseTest, ReadsCommandsAndArguments) {
  llvm::Expected<CompileDatabase> Loaded = load(R"([
    {"directory": "/d", "file": "a.cu", "command": "nvcc -DS=\"\\\"x y\\\"\" a.cu"},
    {"directory": "sub", "file": "b.cu", "arguments": ["nvcc", "-DA=x y"],
     "command": "not this", "output": "b.o", "more": {"nested": [1]}},
    {"file": "/e/c.cu", "arguments": []}])");
  ASSERT_TRUE(bool(Loaded)) << llvm::toString(Loaded.takeError());
  ASSERT_EQ(Loaded->entries().size(), 3u);
  const DatabaseEntry &First = Loaded->entries()[0];
  EXPECT_EQ(First.File, "a.cu");
  EXPECT_EQ(First.AbsolutePath, "/d/a.cu");
  EXPECT_THAT(First.Command, ElementsAre("nvcc", "-DS=\"x y\"", "a.cu"));
  // Relative folders, and none, start from the database's.
  EXPECT_EQ(Loaded->entries()[1].AbsolutePath, Folder / "sub/b.cu");
  EXPECT_THAT(Loaded->entries()[1].Command, ElementsAre("nvcc", "-DA=x y"));
  EXPECT_EQ(Loaded->entries()[2].Directory, Folder.Path + "/");
  EXPECT_THAT(Loaded->entries()[2].Command, IsEmpty());
  EXPECT_THAT(Loaded->warnings(), IsEmpty());
}

static constexpr Example Broken[] = {
    {"", "Unexpected EOF"},
    {"{}", "not a list of entries"},
    {"[", "[1:1, byte=1]: Unexpected EOF"},
    {"// a comment\n[]", "[1:"},
    {"[1]", "entry 1 is not an object"},
    {R"([{"file": "a.cu", "command": ""}, []])", "entry 2 is not an object"},
    {R"([{"command": "nvcc a.cu"}])", "entry 1: has no 'file'"},
    {R"([{"file": ["a.cu"], "command": ""}])",
     "entry 1: 'file' is not a string"},
    {R"([{"file": "a.cu"}])", "entry 1: has neither 'command' nor 'arguments'"},
    {R"([{"file": "a.cu", "command": 1}])",
     "entry 1: 'command' is not a string"},
    {R"([{"file": "a.cu", "directory": null, "command": ""}])",
     "entry 1: 'directory' is not a string"},
    {R"([{"file": "a.cu", "arguments": "nvcc"}])",
     "entry 1: 'arguments' is not a list of strings"},
    {R"([{"file": "a.cu", "arguments": ["nvcc", 1]}])",
     "entry 1: 'arguments' is not a list of strings"},
    {R"([{"file": "a\u0000.cu", "command": ""}])",
     "entry 1: 'file' contains a NUL character"},
    {R"([{"file": "a.cu", "arguments": ["a\u0000"]}])",
     "entry 1: 'arguments' contains a NUL character"},
};

TEST_F(CompileDatabaseTest, SlashesAtTheStartAreOne) {
  llvm::Expected<CompileDatabase> Loaded =
      load(R"([{"directory": "//", "file": "a.cu", "command": "nvcc a.cu"},
               {"directory": "/d", "file": "//b.cu", "command": "nvcc b.cu"}])");
  ASSERT_TRUE(bool(Loaded)) << llvm::toString(Loaded.takeError());
  EXPECT_EQ(Loaded->entries()[0].Directory, "/");
  EXPECT_EQ(Loaded->entries()[0].AbsolutePath, "/a.cu");
  EXPECT_EQ(Loaded->entries()[1].AbsolutePath, "/b.cu");
}

TEST_F(CompileDatabaseTest, ErrorsNameTheEntry) {
  for (const Example &E : Broken)
    EXPECT_THAT(errorOf(E.Text), HasSubstr(E.Expected)) << E.Text;
}

TEST_F(CompileDatabaseTest, DeepNestingIsAnError) {
  const std::string Deep(1'000'000, '[');
  EXPECT_EQ(errorOf("\n" + Deep), "values are nested too deeply in line 2");
  EXPECT_EQ(errorOf("[{\"file\": \"" + Deep + "\", \"command\": \"\"}]"),
            "no error");
  EXPECT_THAT(errorOf("[\"\\\"" + Deep + "\"]"), HasSubstr("entry 1"));
}

TEST_F(CompileDatabaseTest, WhatIsNotUtf8IsTold) {
  llvm::Expected<CompileDatabase> Loaded =
      load("[\n{\"file\": \"\xff.cu\", \"command\": \"nvcc\"},\n"
           "{\"file\": \"b.cu\", \"command\": \"nvcc\"}]");
  ASSERT_TRUE(bool(Loaded)) << llvm::toString(Loaded.takeError());
  EXPECT_THAT(Loaded->warnings(), ElementsAre(HasSubstr("UTF-8 in line 2")));
  EXPECT_EQ(Loaded->entriesOf(Folder / "b.cu").size(), 1u);
}

TEST_F(CompileDatabaseTest, OnlyRegularFilesAreRead) {
  ::mkfifo((Folder / "compile_commands.json").c_str(), 0600);
  llvm::Expected<CompileDatabase> Loaded =
      CompileDatabase::load(CompileDatabase::fileIn(Folder.Path));
  ASSERT_FALSE(bool(Loaded));
  EXPECT_THAT(llvm::toString(Loaded.takeError()),
              HasSubstr("not a regular file"));
}

TEST_F(CompileDatabaseTest, FindsFilesWhateverTheyAreCalled) {
  Folder.write("real/a.cu", "");
  ASSERT_FALSE(llvm::sys::fs::create_link(Folder / "real", Folder / "link"));
  llvm::Expected<CompileDatabase> Loaded = load(
      R"([{"file": "x/../real/./a.cu", "command": "nvcc 1"},
          {"file": "other/a.cu", "command": "nvcc 2"},
          {"file": "real/a.cu", "command": "nvcc 3"}])");
  ASSERT_TRUE(bool(Loaded)) << llvm::toString(Loaded.takeError());
  const auto Words = [&](const std::string &Path) {
    std::string Result;
    for (const DatabaseEntry *Entry : Loaded->entriesOf(Path))
      Result += Entry->Command.back();
    return Result;
  };
  EXPECT_EQ(Words(Folder / "real/a.cu"), "13");
  EXPECT_EQ(Words(Folder / "link/a.cu"), "3");
  EXPECT_EQ(Words(Folder / "other/../real/a.cu"), "13");
  EXPECT_EQ(Words(Folder / "none/a.cu"), "");
}

TEST_F(CompileDatabaseTest, FlagsAreForAnyFile) {
  const std::string File =
      Folder.write("compile_flags.txt", "-DA=x y\n\n  -Iinc \r\n");
  EXPECT_EQ(CompileDatabase::fileIn(Folder.Path), File);
  llvm::Expected<CompileDatabase> Loaded = CompileDatabase::load(File);
  ASSERT_TRUE(bool(Loaded)) << llvm::toString(Loaded.takeError());
  ASSERT_EQ(Loaded->entriesOf("/any/file.cu").size(), 1u);
  EXPECT_THAT(Loaded->entriesOf("/any/file.cu")[0]->Command,
              ElementsAre("clang++", "-DA=x y", "-Iinc"));
}
