//===- CompilationCommandsTest.cpp - Finding compile commands -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/CompilationCommands.h"
#include "TestFolder.h"
#include "gmock/gmock.h"

using namespace banklint;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {
class CompilationCommands : public testing::Test {
protected:
  /// An entry of a compilation database.
  std::string entry(llvm::StringRef File, llvm::StringRef Command,
                    llvm::StringRef Directory = "") {
    return ("{\"directory\": \"" + Folder.Path + Directory +
            "\", \"file\": \"" + File + "\", \"command\": \"" + Command + "\"}")
        .str();
  }
  std::string errorOf(const RunOptions &Options) {
    llvm::Expected<SourceCommands> Found = findCommands(Options);
    return Found ? "no error" : llvm::toString(Found.takeError());
  }
  SourceCommands find(const RunOptions &Options) {
    llvm::Expected<SourceCommands> Found = findCommands(Options);
    if (Found)
      return std::move(*Found);
    ADD_FAILURE() << llvm::toString(Found.takeError());
    return {};
  }

  TestFolder Folder;
};
} // namespace

TEST_F(CompilationCommands, SourcesAreNeeded) {
  RunOptions Options;
  EXPECT_THAT(errorOf(Options), HasSubstr("no source files"));
  Options.FixedCommand.emplace();
  EXPECT_THAT(errorOf(Options), HasSubstr("no source files"));
  Options.BuildPath = Folder.Path;
  EXPECT_THAT(errorOf(Options), HasSubstr("no source files"));
}

TEST_F(CompilationCommands, FixedCommandsWin) {
  Folder.write("compile_commands.json",
               "[" + entry("a.cu", "nvcc -DNOT a.cu") + "]");
  RunOptions Options;
  Options.Sources = {Folder / "a.cu", Folder / "b.cu"};
  Options.BuildPath = "/nonexistent";
  Options.FixedCommand = {"-DA"};
  Options.ExtraArgs = {"-DLAST"};
  Options.ExtraArgsBefore = {"-DFIRST"};
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 2u);
  for (const SourceCommand &Source : Found.Sources)
    EXPECT_THAT(Source.Command, ElementsAre("-DFIRST", "-DA", "-DLAST"));
  EXPECT_EQ(Found.Sources[1].File, Folder / "b.cu");
}

TEST_F(CompilationCommands, WithoutADatabaseThereAreDefaults) {
  RunOptions Options;
  Options.Sources = {Folder / "a.cu"};
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 1u);
  EXPECT_THAT(Found.Sources[0].Command, IsEmpty());
  EXPECT_THAT(Found.Warnings, IsEmpty());
}

TEST_F(CompilationCommands, TheNearestDatabaseAboveASourceCounts) {
  Folder.write("compile_commands.json",
               "[" + entry("src/a.cu", "nvcc -DFAR src/a.cu") + "," +
                   entry("b.cu", "nvcc -DB -c b.cu -o b.o") + "]");
  Folder.write("src/compile_commands.json",
               "[" + entry("a.cu", "nvcc -DNEAR a.cu", "/src") + "]");
  Folder.write("src/deep/c.cu", "");
  RunOptions Options;
  Options.Sources = {Folder / "src/a.cu", Folder / "b.cu"};
  Options.ExtraArgs = {"-DLAST"};
  Options.ExtraArgsBefore = {"-DFIRST"};
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 2u);
  EXPECT_THAT(Found.Sources[0].Command, Contains("-DNEAR"));
  EXPECT_THAT(Found.Sources[0].Command, Not(Contains("-DFAR")));
  EXPECT_EQ(Found.Sources[0].Directory, Folder / "src");
  EXPECT_EQ(Found.Sources[1].Directory, Folder.Path);
  EXPECT_THAT(Found.Sources[1].Command, Contains("-DB"));
  EXPECT_EQ(Found.Sources[1].Command.front(), "-DFIRST");
  EXPECT_EQ(Found.Sources[1].Command.back(), "-DLAST");
}

TEST_F(CompilationCommands, FilesThatTheDatabaseLacksAreInferred) {
  Folder.write("compile_commands.json",
               "[" + entry("a.cu", "clang++ -DA -c a.cu") + "]");
  RunOptions Options;
  Options.Sources = {Folder / "a.cuh"};
  Options.ExtraArgs = {"-DLAST"};
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 1u);
  EXPECT_THAT(Found.Sources[0].Command, Contains("-DA"));
  // Not after the "--" that the inference puts before the file.
  EXPECT_THAT(Found.Sources[0].Command, Not(Contains("--")));
  EXPECT_EQ(Found.Sources[0].Command.back(), "-DLAST");
}

TEST_F(CompilationCommands, ABrokenDatabaseIsToldAndIgnored) {
  Folder.write("compile_commands.json", "{}");
  RunOptions Options;
  Options.Sources = {Folder / "a.cu", Folder / "b.cu"};
  const SourceCommands Found = find(Options);
  EXPECT_EQ(Found.Sources.size(), 2u);
  EXPECT_THAT(Found.Warnings,
              ElementsAre(AllOf(HasSubstr("compile_commands.json"),
                                HasSubstr("it is ignored"))));
}

TEST_F(CompilationCommands, WithABuildPathABrokenDatabaseIsAnError) {
  RunOptions Options;
  Options.BuildPath = Folder / "nothing";
  EXPECT_THAT(errorOf(Options), HasSubstr("is not a folder"));
  Options.BuildPath = Folder.Path;
  EXPECT_THAT(errorOf(Options), HasSubstr("no compile_commands.json"));
  Folder.write("compile_commands.json", "{}");
  EXPECT_THAT(errorOf(Options), HasSubstr("cannot be used"));
  Folder.write("compile_commands.json", "[]");
  EXPECT_THAT(errorOf(Options), HasSubstr("no CUDA file"));
}

TEST_F(CompilationCommands, ABuildPathAloneMeansAllItsCudaFiles) {
  Folder.write("build/compile_commands.json",
               "[" + entry("../a.cu", "nvcc -DA ../a.cu", "/build") + "," +
                   entry("../b.cpp", "c++ ../b.cpp", "/build") + "," +
                   entry("../c.cpp", "nvcc -x cu ../c.cpp", "/build") + "," +
                   // The second command of a file.
                   entry(Folder / "a.cu", "nvcc -DSECOND", "/build") + "]");
  RunOptions Options;
  Options.BuildPath = Folder / "build";
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 2u);
  EXPECT_EQ(Found.Sources[0].File, "../a.cu");
  EXPECT_EQ(Found.Sources[0].AbsolutePath, Folder / "build/../a.cu");
  EXPECT_THAT(Found.Sources[0].Command, Contains("-DA"));
  EXPECT_EQ(Found.Sources[1].File, "../c.cpp");
}

TEST_F(CompilationCommands, AFileGivenTwiceIsOne) {
  RunOptions Options;
  Options.Sources = {Folder / "a.cu", Folder / "x/../a.cu", Folder / "a.cu"};
  EXPECT_EQ(find(Options).Sources.size(), 1u);
}
