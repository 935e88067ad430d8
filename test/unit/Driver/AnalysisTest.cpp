//===- AnalysisTest.cpp - The seam of analysis and surfaces ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Analysis.h"
#include "../MemoryFiles.h"
#include "../TestFolder.h"
#include "banklint/Program/Equality.h"
#include "gmock/gmock.h"
#include <thread>

using namespace banklint;
using test::inMemory;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::SizeIs;

static constexpr llvm::StringLiteral Includes =
    "#include \"tile.cuh\"\n"
    "void launch(float *out) { column<<<1, 32>>>(out); }\n";
static constexpr llvm::StringLiteral Conflict =
    "__global__ void column(float *out) {\n"
    "  __shared__ float tile[32][32];\n"
    "  tile[threadIdx.x][0] = 1;\n"
    "  __syncthreads();\n"
    "  out[threadIdx.x] = tile[threadIdx.x][0];\n"
    "}\n";
static constexpr llvm::StringLiteral NoConflict =
    "__global__ void column(float *out) {\n"
    "  __shared__ float tile[32];\n"
    "  tile[threadIdx.x] = 1;\n"
    "  __syncthreads();\n"
    "  out[threadIdx.x] = tile[threadIdx.x];\n"
    "}\n";

namespace {

RunOptions optionsFor(std::vector<std::string> Sources) {
  RunOptions Options;
  Options.Sources = std::move(Sources);
  Options.FixedCommand.emplace();
  return Options;
}

/// What a surface shows of the findings of \p A.
std::vector<std::string> shown(const Analysis &A) {
  std::vector<std::string> Texts;
  for (const Finding &F : A.Result.Findings) {
    Texts.push_back((F.At.File + ":" + llvm::Twine(F.At.Span.Line) + ":" +
                     llvm::Twine(F.At.Span.Column) + ": " + F.Message)
                        .str());
    for (const Note &N : F.Notes)
      Texts.push_back(N.At.File + ": " + N.Message);
  }
  return Texts;
}

} // namespace

TEST(Analysis, ABufferNeedsNoFile) {
  const std::string Source = "/nowhere/at/all/a.cu";
  const std::string Text = (Conflict + Includes.split('\n').second).str();
  const Analysis A = analyze(optionsFor({Source}), inMemory({{Source, Text}}));
  EXPECT_THAT(A.Messages, IsEmpty());
  EXPECT_TRUE(A.IsChecked);
  ASSERT_THAT(A.Result.Files, SizeIs(1));
  EXPECT_EQ(A.Result.Files[0].Status, FileStatus::Analyzed);
  EXPECT_THAT(shown(A), Contains(HasSubstr(Source + ":3:")));
  ASSERT_THAT(A.Units, SizeIs(1));
  EXPECT_THAT(A.Units[0].Read, Contains(Source));
  EXPECT_EQ(A.Sources.line(Source, 2), "  __shared__ float tile[32][32];");
}

TEST(Analysis, BuffersHideFiles) {
  TestFolder Folder;
  const std::string Source = Folder.write("a.cu", Includes);
  const std::string Header = Folder.write("tile.cuh", NoConflict);
  const RunOptions Options = optionsFor({Source});
  EXPECT_THAT(shown(analyze(Options, nullptr)), IsEmpty());
  const Analysis A = analyze(Options, inMemory({{Header, Conflict}}));
  EXPECT_THAT(shown(A), Contains(HasSubstr(Header + ":3:")));
  EXPECT_THAT(A.Units[0].Read, IsSupersetOf({Source, Header}));
  EXPECT_EQ(A.Sources.find(Header)->Text, Conflict);
}

TEST(Analysis, BuffersAndFilesAreAnalyzedAlike) {
  TestFolder Folder;
  const std::string Source = Folder / "a.cu", Header = Folder / "tile.cuh";
  const RunOptions Options = optionsFor({Source});
  const Analysis InMemory =
      analyze(Options, inMemory({{Source, Includes}, {Header, Conflict}}));
  Folder.write("a.cu", Includes);
  Folder.write("tile.cuh", Conflict);
  const Analysis OnDisk = analyze(Options, nullptr);
  EXPECT_THAT(shown(OnDisk), Not(IsEmpty()));
  EXPECT_EQ(shown(InMemory), shown(OnDisk));
  EXPECT_EQ(InMemory.Units[0].Read, OnDisk.Units[0].Read);
  ASSERT_THAT(InMemory.Result.Kernels, SizeIs(1));
  ASSERT_THAT(OnDisk.Result.Kernels, SizeIs(1));
  EXPECT_TRUE(InMemory.Result.Kernels[0].Program ==
              OnDisk.Result.Kernels[0].Program);
  EXPECT_EQ(InMemory.Result.Findings[0].Fingerprint,
            OnDisk.Result.Findings[0].Fingerprint);
}

TEST(Analysis, MissingHeadersAndFailuresAreInTheResult) {
  const std::string Source = "/nowhere/a.cu";
  const std::string Text =
      ("#include \"other.h\"\n" + Conflict + "int Broken = unknown;\n").str();
  const Analysis A = analyze(optionsFor({Source, "/nowhere/b.cu"}),
                             inMemory({{Source, Text}}));
  ASSERT_THAT(A.Result.Files, SizeIs(2));
  EXPECT_THAT(A.Result.Files[0].MissingHeaders, ElementsAre("other.h"));
  EXPECT_EQ(A.Result.Files[0].ParseErrors, 1u);
  EXPECT_TRUE(A.Fixes.PartlyParsed.contains(Source));
  EXPECT_EQ(A.Result.Files[1].Status, FileStatus::Failed);
  EXPECT_THAT(A.Result.Files[1].FailureReason, HasSubstr("cannot be read"));
  EXPECT_THAT(A.Units[1].Read, ElementsAre("/nowhere/b.cu"));
}

TEST(Analysis, MistakesInOptionsAreMessages) {
  RunOptions Options = optionsFor({"/nowhere/a.cu"});
  Options.Config.Text = "Nonsense: 1\n";
  const Analysis A = analyze(Options, nullptr);
  EXPECT_FALSE(A.IsChecked);
  ASSERT_THAT(A.Messages, SizeIs(1));
  EXPECT_EQ(A.Messages[0].Kind, MessageKind::Error);
  EXPECT_THAT(A.Messages[0].Text, HasSubstr("Nonsense"));
}

TEST(Analysis, AHeadersKernelIsJudgedOnce) {
  const std::string A = "/nowhere/a.cu", B = "/nowhere/b.cu";
  const Analysis Both =
      analyze(optionsFor({A, B}),
              inMemory({{A, "#include \"tile.cuh\"\n"},
                        {B, "#define OTHER\n#include \"tile.cuh\"\n"},
                        {"/nowhere/tile.cuh", Conflict}}));
  EXPECT_THAT(Both.Result.Kernels, SizeIs(1));
  EXPECT_THAT(Both.Units, SizeIs(2));
  for (const UnitFacts &Files : Both.Units)
    EXPECT_THAT(Files.Shown, Contains("/nowhere/tile.cuh"));
}

TEST(Analysis, AHeaderDependsOnTheFileThatWasToIncludeIt) {
  TestFolder Folder;
  const std::string Header = Folder.write("tile.cuh", Conflict);
  // With "#ifdef", only the text says that the header is included.
  const std::string Source =
      Folder.write("a.cu", "#ifdef NEVER\n#include \"tile.cuh\"\n#endif\n");
  Folder.write("compile_commands.json",
               "[{\"directory\": \"" + Folder.Path +
                   "\", \"file\": \"a.cu\", \"command\": \"nvcc a.cu\"}]");
  RunOptions Options;
  Options.Sources = {Header};
  const Analysis A = analyze(Options, nullptr);
  EXPECT_THAT(shown(A), Not(IsEmpty()));
  ASSERT_THAT(A.Units, SizeIs(1));
  EXPECT_THAT(A.Units[0].Read, IsSupersetOf({Source, Header}));
}

TEST(Analysis, AKernelAtItsLimitLeavesTheOthersTheirResults) {
  const std::string Source = "/nowhere/a.cu";
  const std::string Text =
      (Conflict + Includes.split('\n').second +
       "__global__ void longer() {\n"
       "  __shared__ int s[1024];\n"
       "  for (unsigned i = 0, x = 1; i < 10000; ++i, x = x * 75 % 65537)\n"
       "    s[x % 1024] = i;\n"
       "}\n"
       "void launchLonger() { longer<<<1, 32>>>(); longer<<<2, 64>>>(); }\n")
          .str();
  RunOptions Options = optionsFor({Source});
  Options.Budget.KernelStatements = 1000;
  const Analysis A = analyze(Options, inMemory({{Source, Text}}));
  EXPECT_THAT(A.Messages, IsEmpty());
  EXPECT_EQ(A.Result.Files[0].Status, FileStatus::Analyzed);
  ASSERT_THAT(A.Result.Kernels, SizeIs(2));
  for (const Verdict &V : A.Result.Kernels[0].Launches[0].Verdicts)
    EXPECT_EQ(V.Result, Certainty::Exact);
  ASSERT_THAT(A.Result.Kernels[1].Launches, SizeIs(2));
  for (const LaunchReport &Launch : A.Result.Kernels[1].Launches) {
    ASSERT_THAT(Launch.Verdicts, SizeIs(1));
    ASSERT_TRUE(Launch.Verdicts[0].Why);
    EXPECT_EQ(Launch.Verdicts[0].Why->Code, ReasonCode::Budget);
  }
}

TEST(Analysis, UnitsMayBeAnalyzedAtTheSameTime) {
  const std::string A = "/nowhere/a.cu", B = "/nowhere/b.cu";
  MessageLog Log;
  llvm::Expected<AnalysisRequest> Request = prepare(
      optionsFor({A, B}),
      inMemory(
          {{A, Includes}, {B, NoConflict}, {"/nowhere/tile.cuh", Conflict}}),
      Log);
  ASSERT_TRUE(bool(Request));
  const Analysis InTurn = analyze(*Request, Log);

  std::vector<UnitResult> Results(2);
  std::vector<std::thread> Threads;
  for (size_t I : {0, 1})
    Threads.emplace_back([&, I] {
      Results[I] =
          runUnit(analyzeUnit, Request->Units[I], std::chrono::seconds(0));
    });
  for (std::thread &Each : Threads)
    Each.join();
  const Analysis AtOnce =
      finish(*Request,
             check(*Request, combine(*Request, std::move(Results)), Log), Log);
  EXPECT_THAT(shown(AtOnce), Not(IsEmpty()));
  EXPECT_EQ(shown(AtOnce), shown(InTurn));
}

TEST(Analysis, ExtraArgumentsSurroundTheCommand) {
  RunOptions Options = optionsFor({"/nowhere/a.cu"});
  Options.FixedCommand = {{"-DCOMMAND"}};
  Options.ExtraArgs = {"-DLAST"};
  Options.ExtraArgsBefore = {"-DFIRST"};
  Options.Config.Text = "{ExtraArgs: [-DOWN], ExtraArgsBefore: [-DBEFORE]}";
  MessageLog Log;
  llvm::Expected<AnalysisRequest> Request = prepare(Options, nullptr, Log);
  ASSERT_TRUE(bool(Request));
  ASSERT_THAT(Request->Units, SizeIs(1));
  EXPECT_THAT(
      Request->Units[0].Source.Command,
      ElementsAre("-DBEFORE", "-DFIRST", "-DCOMMAND", "-DOWN", "-DLAST"));
}
