//===- RunTest.cpp - Runs and what they tell ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Run.h"
#include "../TestFolder.h"
#include "gmock/gmock.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace banklint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

namespace {
struct Told {
  ExitStatus Status;
  std::string Out;
  std::string Err;
};

class Run : public testing::Test {
protected:
  Told run(std::vector<std::string> Sources) {
    Options.Sources = std::move(Sources);
    Options.FixedCommand.emplace();
    Told Result;
    llvm::raw_string_ostream Out(Result.Out), Err(Result.Err);
    Result.Status =
        banklint::run(Options, "0", Out, Err, /*Locate=*/nullptr).Status;
    return Result;
  }

  TestFolder Folder;
  RunOptions Options;
};
} // namespace

static constexpr llvm::StringLiteral Conflict =
    "__global__ void column(float *out) {\n"
    "  __shared__ float tile[32][32];\n"
    "  tile[threadIdx.x][0] = 1;\n"
    "  __syncthreads();\n"
    "  out[threadIdx.x] = tile[threadIdx.x][0];\n"
    "}\n"
    "void launch(float *out) { column<<<1, 32>>>(out); }\n";

TEST_F(Run, UnreadableInputIsOneMessage) {
  const std::string File = Folder / "none.cu";
  Told T = run({File});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_EQ(T.Err, "banklint: error: '" + File +
                       "': cannot be read: No such file or directory\n");
  EXPECT_THAT(T.Out, IsEmpty());

  T = run({Folder.Path});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_THAT(T.Err, MatchesRegex("[^\n]*no CUDA file matches '[^\n]*'\n"));

  T = run({"/dev/zero"});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_THAT(T.Err, MatchesRegex("[^\n]*': is not a regular file\n"));

  T = run({Folder.write("a.cu", llvm::StringRef("int a;\0", 7))});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_THAT(T.Err, MatchesRegex("[^\n]*': is a binary file[^\n]*\n"));
}

TEST_F(Run, EmptyFilesAreNoFailure) {
  const Told T = run({Folder.write("a.cu", "")});
  EXPECT_EQ(T.Status, ExitClean);
  EXPECT_THAT(T.Err, HasSubstr("is empty"));
}

TEST_F(Run, TextThatIsNoCudaFails) {
  const Told T = run({Folder.write("a.cu", "Dear Sir or Madam,\n")});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_THAT(T.Err, MatchesRegex("[^\n]*': [0-9]+ parse errors?, and no "
                                  "kernel[^\n]*a.cu:1:1: [^\n]*\n"));
}

TEST_F(Run, WarningsAloneAreClean) {
  const std::string File = Folder.write("a.cu", Conflict);
  Told T = run({File});
  EXPECT_EQ(T.Status, ExitClean);
  EXPECT_THAT(T.Out, HasSubstr("a.cu:3:"));
  EXPECT_THAT(T.Err, HasSubstr("in 1 kernel"));

  Options.IsQuiet = true;
  T = run({File});
  EXPECT_THAT(T.Err, IsEmpty());

  Options.WarningsAsErrors = "shared-*";
  EXPECT_EQ(run({File}).Status, ExitFindings);
}

TEST_F(Run, AFailedFileDoesNotHideTheOthers) {
  Options.WarningsAsErrors = "*";
  const Told T = run({Folder / "none.cu", Folder.write("a.cu", Conflict)});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_THAT(T.Out, HasSubstr("a.cu:3:"));
  EXPECT_THAT(T.Err, HasSubstr("No such file"));
}

TEST_F(Run, ChecksCanBeTurnedOff) {
  Options.Checks = "-*";
  const Told T = run({Folder.write("a.cu", Conflict)});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_THAT(T.Err, HasSubstr("no checks enabled"));
}

TEST_F(Run, JsonIsAloneOnTheOutput) {
  Options.Format = OutputFormat::Json;
  const Told T = run({Folder.write("a.cu", Conflict), Folder / "none.cu"});
  EXPECT_THAT(T.Out, MatchesRegex("\\{.*\\}\n?"));
  EXPECT_THAT(T.Err, MatchesRegex("[^\n]*none.cu': [^\n]*\n"));
}

TEST_F(Run, ReportsGoToTheOutputFile) {
  Options.OutputFile = Folder / "report.txt";
  const std::string File = Folder.write("a.cu", Conflict);
  Told T = run({File});
  EXPECT_THAT(T.Out, IsEmpty());
  EXPECT_THAT(Folder.read(Options.OutputFile), HasSubstr("a.cu:3:"));

  Options.OutputFile = Folder / "missing/report.txt";
  T = run({File});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_THAT(T.Err, HasSubstr("cannot write"));
}

TEST_F(Run, OutputLinksAndPipesStayWhatTheyAre) {
  const std::string File = Folder.write("a.cu", Conflict);
  const std::string Target = Folder.write("real.txt", "");
  Options.OutputFile = Folder / "link.txt";
  ASSERT_FALSE(llvm::sys::fs::create_link(Target, Options.OutputFile));
  EXPECT_EQ(run({File}).Status, ExitClean);
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(Options.OutputFile));
  EXPECT_THAT(Folder.read(Target), HasSubstr("a.cu:3:"));

  // A pipe that is open at both ends here, so that nobody waits.
  Options.OutputFile = Folder / "pipe";
  ASSERT_EQ(mkfifo(Options.OutputFile.c_str(), 0600), 0);
  const int Pipe = open(Options.OutputFile.c_str(), O_RDWR | O_NONBLOCK);
  ASSERT_NE(Pipe, -1);
  EXPECT_EQ(run({File}).Status, ExitClean);
  char Begin[256] = {};
  EXPECT_GT(read(Pipe, Begin, sizeof(Begin) - 1), 0);
  EXPECT_THAT(Begin, HasSubstr("a.cu:3:"));
  close(Pipe);
}

TEST_F(Run, FixesAreAppliedAndHelp) {
  Options.Fix = FixMode::Automatic;
  const std::string File = Folder.write("a.cu", Conflict);
  EXPECT_THAT(run({File}).Err, HasSubstr("1 fix applied in 1 file\n"));
  EXPECT_THAT(Folder.read(File), HasSubstr("tile[32][33]"));
  const Told T = run({File});
  EXPECT_THAT(T.Err, HasSubstr("0 fixes applied in 0 files\n"));
  EXPECT_THAT(T.Out, IsEmpty());
}

TEST_F(Run, ParseErrorsElsewhereDoNotRefuseAFix) {
  Options.Fix = FixMode::Automatic;
  const std::string File =
      Folder.write("a.cu", (Conflict + "void broken() { unknown(); }\n").str());
  EXPECT_THAT(run({File}).Err, HasSubstr("1 fix applied in 1 file\n"));
  EXPECT_THAT(Folder.read(File), HasSubstr("tile[32][33]"));
}

TEST_F(Run, FilesThatOthersIncludeAndDoNotParseAreNotFixed) {
  Options.Fix = FixMode::Automatic;
  const std::string Part = Folder.write("part.cu", Conflict);
  const std::string Whole = Folder.write(
      "whole.cu", "#include \"part.cu\"\nvoid broken() { unknown(); }\n");
  const Told T = run({Part, Whole});
  EXPECT_EQ(Folder.read(Part), Conflict);
  EXPECT_THAT(T.Err, HasSubstr("have parse errors"));
}

TEST_F(Run, BlocksOfUnknownKernelsAreTold) {
  Options.Blocks = {{"colum", {32, 1, 1}}, {"column", {32, 1, 1}}};
  const Told T = run({Folder.write("a.cu", Conflict)});
  EXPECT_THAT(T.Err, HasSubstr("no kernel named 'colum'"));
  EXPECT_THAT(T.Err, HasSubstr("did you mean 'column'?"));
  EXPECT_THAT(T.Err, Not(HasSubstr("no kernel 'column'")));
}

TEST_F(Run, AToolkitMustBeOne) {
  Options.ToolkitPath = Folder.Path;
  const Told T = run({Folder.write("a.cu", Conflict)});
  EXPECT_EQ(T.Status, ExitFailure);
  EXPECT_THAT(T.Err, HasSubstr("CUDA toolkit not found"));
}
