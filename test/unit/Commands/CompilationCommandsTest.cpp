//===- CompilationCommandsTest.cpp - Finding compile commands -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CompilationCommands.h"
#include "../TestFolder.h"
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
  std::string errorOf(const CommandOptions &Options) {
    llvm::Expected<SourceCommands> Found = findCommands(Options);
    return Found ? "no error" : llvm::toString(Found.takeError());
  }
  SourceCommands find(const CommandOptions &Options) {
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
  CommandOptions Options;
  EXPECT_THAT(errorOf(Options), HasSubstr("no source files"));
  Options.FixedCommand.emplace();
  EXPECT_THAT(errorOf(Options), HasSubstr("no source files"));
  Options.BuildPath = Folder.Path;
  EXPECT_THAT(errorOf(Options), HasSubstr("no source files"));
}

TEST_F(CompilationCommands, FixedCommandsWin) {
  Folder.write("compile_commands.json",
               "[" + entry("a.cu", "nvcc -DNOT a.cu") + "]");
  CommandOptions Options;
  Options.Sources = {Folder / "a.cu", Folder / "b.cu"};
  Options.BuildPath = "/nonexistent";
  Options.FixedCommand = {"-DA"};
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 2u);
  for (const SourceCommand &Source : Found.Sources)
    EXPECT_THAT(Source.Command, ElementsAre("-DA"));
  EXPECT_EQ(Found.Sources[1].File, Folder / "b.cu");
}

TEST_F(CompilationCommands, WithoutADatabaseThereAreDefaults) {
  CommandOptions Options;
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
  CommandOptions Options;
  Options.Sources = {Folder / "src/a.cu", Folder / "b.cu"};
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 2u);
  EXPECT_THAT(Found.Sources[0].Command, Contains("-DNEAR"));
  EXPECT_THAT(Found.Sources[0].Command, Not(Contains("-DFAR")));
  EXPECT_EQ(Found.Sources[0].Directory, Folder / "src");
  EXPECT_EQ(Found.Sources[1].Directory, Folder.Path);
  EXPECT_THAT(Found.Sources[1].Command, Contains("-DB"));
}

TEST_F(CompilationCommands, HeadersComeWithAFileThatIncludesThem) {
  Folder.write("compile_commands.json",
               "[" + entry("near/a.cu", "nvcc -DA -c near/a.cu") + "," +
                   entry("far/b.cu", "nvcc -DB -Inear far/b.cu") + "," +
                   entry("far/c.cpp", "g++ -DC far/c.cpp") + "]");
  Folder.write("near/a.cu", "");
  Folder.write("near/x.cuh", "");
  Folder.write("near/unused.cuh", "");
  Folder.write("far/b.cu", "#include \"middle.h\"\n");
  Folder.write("far/middle.h", "#include <x.cuh>\n");
  Folder.write("far/c.cpp", "#include \"../near/unused.cuh\"\n");
  CommandOptions Options;
  Options.Sources = {Folder / "near/x.cuh", Folder / "near/unused.cuh"};
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 2u);
  EXPECT_EQ(Found.Sources[0].File, Folder / "near/x.cuh");
  EXPECT_EQ(Found.Sources[0].Includer, Folder / "far/b.cu");
  EXPECT_THAT(Found.Sources[0].Command, Contains("-DB"));
  EXPECT_EQ(Found.Sources[1].Includer, "");
  EXPECT_THAT(Found.Sources[1].Command, Contains("-DA"));
  EXPECT_THAT(Found.Notes,
              ElementsAre(HasSubstr("as part of '" + Folder / "far/b.cu'"),
                          HasSubstr("by itself, with the options of '" +
                                    Folder / "near/a.cu'")));
}

TEST_F(CompilationCommands, ADatabaseWithoutCudaFilesLendsNoOptions) {
  Folder.write("compile_commands.json",
               "[" + entry("a.cpp", "g++ -DA a.cpp") + "]");
  Folder.write("a.cu", "");
  CommandOptions Options;
  Options.Sources = {Folder / "a.cu"};
  const SourceCommands Found = find(Options);
  EXPECT_THAT(Found.Sources[0].Command, IsEmpty());
  EXPECT_THAT(Found.Notes, ElementsAre(HasSubstr("without options")));
}

TEST_F(CompilationCommands, EachWayToCompileAFileCounts) {
  std::string Entries = entry("a.cu", "gcc -E -D__CUDACC__ -DSTEP a.cu");
  // The second only has another architecture and another output.
  for (const char *Command :
       {"nvcc -DA=1 -arch=sm_80 a.cu -o 1.o", "ccache nvcc -DA=1 -arch=sm_90",
        "nvcc -DA=2 a.cu"})
    Entries += "," + entry("a.cu", Command);
  Folder.write("compile_commands.json", "[" + Entries + "]");
  CommandOptions Options;
  Options.Sources = {Folder / "a.cu", Folder / "x/../a.cu"};
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 2u);
  EXPECT_EQ(Found.Sources[0].File, Folder / "a.cu");
  EXPECT_THAT(Found.Sources[0].Command, ElementsAre("-DA=1", "-arch=sm_90"));
  EXPECT_EQ(Found.Sources[1].Command.front(), "-DA=2");

  for (int I = 0; I != 100; ++I)
    Entries += "," + entry("a.cu", "nvcc -DN=" + std::to_string(I));
  Folder.write("compile_commands.json", "[" + Entries + "]");
  const SourceCommands Many = find(Options);
  EXPECT_EQ(Many.Sources.size(), 8u);
  EXPECT_THAT(
      Many.Warnings,
      ElementsAre(HasSubstr("has 102 compile commands; only the first 8")));
}

TEST_F(CompilationCommands, OptionsFilesAreReadOnceTold) {
  Folder.write("build/o.rsp", "-x cu -I\"x y\"");
  Folder.write(
      "compile_commands.json",
      "[" + entry("../a.cpp", "nvcc --options-file o.rsp ../a.cpp", "/build") +
          "," + entry("b.cu", "nvcc @gone b.cu") + "," +
          entry("b.cu", "nvcc -DB @gone b.cu") + "]");
  CommandOptions Options;
  Options.BuildPath = Folder.Path;
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 3u);
  EXPECT_THAT(Found.Sources[0].Command,
              ElementsAre("-x", "cu", "-Ix y", "../a.cpp"));
  EXPECT_THAT(Found.Warnings,
              ElementsAre(HasSubstr("'b.cu': ignored options file "
                                    "'gone': cannot be read")));
}

TEST_F(CompilationCommands, ABrokenDatabaseIsToldAndIgnored) {
  Folder.write("compile_commands.json", "{}");
  CommandOptions Options;
  Options.Sources = {Folder / "a.cu", Folder / "b.cu"};
  const SourceCommands Found = find(Options);
  EXPECT_EQ(Found.Sources.size(), 2u);
  EXPECT_THAT(Found.Warnings,
              ElementsAre(AllOf(HasSubstr("compile_commands.json"),
                                HasSubstr("it is ignored"))));
}

TEST_F(CompilationCommands, WithABuildPathABrokenDatabaseIsAnError) {
  CommandOptions Options;
  Options.BuildPath = Folder / "nothing";
  EXPECT_THAT(errorOf(Options), HasSubstr("is not a directory"));
  Options.BuildPath = Folder.Path;
  EXPECT_THAT(errorOf(Options), HasSubstr("no compile_commands.json"));
  Folder.write("compile_commands.json", "{}");
  EXPECT_THAT(errorOf(Options), HasSubstr("cannot use '"));
  Folder.write("compile_commands.json", "[]");
  EXPECT_THAT(errorOf(Options), HasSubstr("no CUDA file"));
}

TEST_F(CompilationCommands, ABuildPathAloneMeansAllItsCudaFiles) {
  Folder.write("build/compile_commands.json",
               "[" + entry("../a.cu", "nvcc -DA ../a.cu", "/build") + "," +
                   entry("../b.cpp", "c++ ../b.cpp", "/build") + "," +
                   entry("../c.cpp", "nvcc -x cu ../c.cpp", "/build") + "," +
                   // A file's command once more.
                   entry(Folder / "a.cu", "nvcc -DA -c", "/build") + "]");
  Folder.write("a.cu", "");
  Folder.write("c.cpp", "");
  CommandOptions Options;
  Options.BuildPath = Folder / "build";
  const SourceCommands Found = find(Options);
  ASSERT_EQ(Found.Sources.size(), 2u);
  EXPECT_EQ(Found.Sources[0].File, Folder / "a.cu");
  EXPECT_EQ(Found.Sources[0].AbsolutePath, Folder / "build/../a.cu");
  EXPECT_THAT(Found.Sources[0].Command, Contains("-DA"));
  EXPECT_EQ(Found.Sources[1].File, Folder / "c.cpp");
}

TEST_F(CompilationCommands, AFileGivenTwiceIsOne) {
  CommandOptions Options;
  Options.Sources = {Folder / "a.cu", Folder / "x/../a.cu", Folder / "a.cu"};
  EXPECT_EQ(find(Options).Sources.size(), 1u);
}
