//===- OptionsTest.cpp - Values of options and globs ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/Options.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Run/Run.h"
#include "gmock/gmock.h"

using namespace banklint;
using testing::HasSubstr;

template <typename T> static std::string errorOf(llvm::Expected<T> Value) {
  return Value ? "no error" : llvm::toString(Value.takeError());
}

/// "kernel 32x8x1", or the error.
static std::string block(llvm::StringRef Text) {
  llvm::Expected<BlockOption> Option = parseBlockOption(Text);
  if (!Option)
    return llvm::toString(Option.takeError());
  return Option->Kernel + " " + toString(Option->Block);
}

TEST(BlockOptions, OneToThreeExtents) {
  EXPECT_EQ(block("32"), " 32x1x1");
  EXPECT_EQ(block("32,8"), " 32x8x1");
  EXPECT_EQ(block("32,8,4"), " 32x8x4");
  EXPECT_EQ(block("1024"), " 1024x1x1");
  EXPECT_EQ(block("1,1024"), " 1x1024x1");
  EXPECT_EQ(block("16,1,64"), " 16x1x64");
  EXPECT_EQ(block("reduce_2=256"), "reduce_2 256x1x1");
}

TEST(BlockOptions, MalformedOnesSayWhatIsExpected) {
  for (const char *Text :
       {"", ",", "32x8", "-1", "+1", "32,", ",32", "32,,8", "1,2,3,4", "32.0",
        " 32", "0x20", "99999999999999999999", "k=", "k=32x8", "k=a"})
    EXPECT_THAT(block(Text), HasSubstr("comma-separated numbers")) << Text;
  EXPECT_THAT(block("32x8"), HasSubstr("'32x8'"));
  EXPECT_THAT(block("k=32x8"), HasSubstr("'32x8'"));
}

TEST(BlockOptions, LimitsOfABlock) {
  for (const char *Text : {"0", "0,1,1", "1,0", "k=1,1,0"})
    EXPECT_THAT(block(Text), HasSubstr("has an extent of 0")) << Text;
  EXPECT_THAT(block("2000"), HasSubstr("has 2000 threads"));
  EXPECT_THAT(block("32,33"), HasSubstr("has 1056 threads"));
  EXPECT_THAT(block("1025"), HasSubstr("the limit is 1024"));
  EXPECT_THAT(block("1,1,65"), HasSubstr("an extent of 65 in z"));
  // The product of these overflows 32 bits.
  EXPECT_THAT(block("65536,65536,1"), HasSubstr("4294967296 threads"));
}

TEST(BlockOptions, KernelsAreNamedByTheirIdentifier) {
  for (const char *Text :
       {"=32", "a b=32", "n::k=32", "k<3>=32", "3k=32", "a=b=32"})
    EXPECT_THAT(block(Text), HasSubstr("invalid kernel name")) << Text;
}

TEST(OptionValues, OtherNamesAreListed) {
  EXPECT_THAT(
      errorOf(parseOutputFormat("xml")),
      AllOf(HasSubstr("'xml'"), HasSubstr("text, brief, accesses, json, sarif, "
                                          "github, gitlab, or auto")));
  EXPECT_THAT(errorOf(parseCudaHeaders("auto")),
              AllOf(HasSubstr("'auto'"), HasSubstr("builtin or toolkit")));
  EXPECT_THAT(
      errorOf(parseArchitecture("sm_35")),
      AllOf(HasSubstr("'sm_35'"), HasSubstr("sm_50, "), HasSubstr(", sm_90")));
  EXPECT_EQ((*parseArchitecture("sm_90a"))->Name, "sm_90");
}

TEST(CheckGlobs, TheLastMatchWins) {
  EXPECT_TRUE(isSelected("*", "a-b"));
  EXPECT_TRUE(isSelected("a-b", "a-b"));
  EXPECT_TRUE(isSelected("a*", "a-b"));
  EXPECT_TRUE(isSelected("*b", "a-b"));
  EXPECT_TRUE(isSelected("*-*", "a-b"));
  EXPECT_TRUE(isSelected("-*,a*", "a-b"));
  EXPECT_TRUE(isSelected(" -* \n a-b ", "a-b"));
  EXPECT_TRUE(isSelected("a**b", "a-b"));
  // llvm::GlobPattern's, unlike clang-tidy's.
  EXPECT_TRUE(isSelected("a?b", "a-b"));
  EXPECT_FALSE(isSelected("a[", "a["));
  EXPECT_FALSE(isSelected("", "a-b"));
  EXPECT_FALSE(isSelected(",", "a-b"));
  EXPECT_FALSE(isSelected("a", "a-b"));
  EXPECT_FALSE(isSelected("b", "a-b"));
  EXPECT_FALSE(isSelected("*a", "a-b"));
  EXPECT_FALSE(isSelected("a-b*b", "a-b"));
  EXPECT_FALSE(isSelected("*,-a*", "a-b"));
  EXPECT_FALSE(isSelected("a.b", "a-b"));
}

static Report reportOf(FileStatus Status, std::optional<Severity> Level) {
  Report R;
  R.Files.emplace_back().Status = FileStatus::Analyzed;
  R.Files.emplace_back().Status = Status;
  if (Level)
    R.Findings.emplace_back().Level = *Level;
  return R;
}

TEST(ExitStatus, TheStrongestWins) {
  const auto Of = [](FileStatus Status, std::optional<Severity> Level) {
    return exitStatus(reportOf(Status, Level));
  };
  EXPECT_EQ(Of(FileStatus::Analyzed, {}), ExitClean);
  EXPECT_EQ(Of(FileStatus::NoSharedMemory, {}), ExitClean);
  EXPECT_EQ(Of(FileStatus::Analyzed, Severity::Warning), ExitClean);
  EXPECT_EQ(Of(FileStatus::Analyzed, Severity::Error), ExitFindings);
  EXPECT_EQ(Of(FileStatus::Failed, {}), ExitFailure);
  EXPECT_EQ(Of(FileStatus::Failed, Severity::Error), ExitFailure);
}
