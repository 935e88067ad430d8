//===- ConfigTest.cpp - What configurations say ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/Config.h"
#include "banklint/Support/Wording.h"
#include "gmock/gmock.h"

using namespace banklint;
using testing::HasSubstr;
using testing::IsEmpty;

/// The configuration, or a failure of the test.
static Config parsed(llvm::StringRef Text) {
  llvm::Expected<Config> C = parseConfig(Text, "c");
  if (C)
    return *C;
  ADD_FAILURE() << llvm::toString(C.takeError());
  return {};
}

static FileRules rules(llvm::StringRef Text, llvm::StringRef Path) {
  Config C = defaultConfig();
  Config Own = parsed(Text);
  for (PathOverride &Override : Own.Overrides)
    Override.Folder = "/p";
  C.add(Own);
  return rulesOf(C, Path);
}

TEST(Config, LayersAreAdded) {
  Config C = parsed("Checks: '-*'\nArch: sm_80\nExtraArgs: [-x]\n"
                    "Kernels: [{Name: k, BlockDims: ['32'], "
                    "Parameters: {n: 1, m: 2}}]");
  C.add(parsed("Checks: shared-*\nArch: sm_90\nExtraArgs: [-y]\n"
               "Kernels: [{Name: k, Parameters: {n: 3}}, {Name: l}]"));
  EXPECT_EQ(C.Checks, "-*,shared-*");
  EXPECT_EQ(C.Arch->Text, "sm_90");
  EXPECT_THAT(C.ExtraArgs, testing::ElementsAre("-x", "-y"));
  ASSERT_EQ(C.Kernels.size(), 2u);
  EXPECT_EQ(C.Kernels[0].BlockDims.size(), 1u);
  EXPECT_EQ(C.Kernels[0].Parameters.Values["n"], 3);
  EXPECT_EQ(C.Kernels[0].Parameters.Values["m"], 2);
}

TEST(Config, IsReadAsItIsWritten) {
  Config C = defaultConfig();
  C.add(parsed("Checks: '-shared-memory*'\nHeaderFilterRegex: '^a: b'\n"
               "Overrides: [{Path: 'a/*', Checks: '-*'}]"));
  std::string Once, Twice;
  llvm::raw_string_ostream First(Once), Second(Twice);
  writeConfig(C, First);
  writeConfig(parsed(Once), Second);
  EXPECT_EQ(Once, Twice);
  EXPECT_THAT(Once, HasSubstr("shared-bank-conflict.MinWays: '2'"));
}

TEST(Config, EachProblemHasOneLine) {
  // Found by fuzz-config: plain scalars may have several lines.
  for (const char *Text : {"m\n\n- Name: ", "Arch: \"sm\\n9\""}) {
    llvm::Expected<Config> C = parseConfig(Text, "c");
    ASSERT_FALSE(bool(C)) << Text;
    const std::string Problems = llvm::toString(C.takeError());
    llvm::SmallVector<llvm::StringRef> Lines;
    llvm::StringRef(Problems).split(Lines, '\n');
    for (llvm::StringRef Line : Lines)
      EXPECT_THAT(Line.str(),
                  testing::MatchesRegex("c:[0-9]+:[0-9]+: error: .+"));
  }
}

TEST(Config, OverridesConcernPathsBelowTheirFolder) {
  constexpr llvm::StringLiteral Text =
      "Overrides: [{Path: 'a/*', Checks: '-shared-bank*'}]";
  EXPECT_FALSE(rules(Text, "/p/a/x.cu").isEnabled("shared-bank-conflict"));
  EXPECT_FALSE(rules(Text, "/p/a/b/x.cu").isEnabled("shared-bank-conflict"));
  EXPECT_FALSE(rules(Text, "/p/c/../a/x.cu").isEnabled("shared-bank-conflict"));
  EXPECT_TRUE(rules(Text, "/p/a/x.cu").isEnabled("shared-memory-limit"));
  EXPECT_TRUE(rules(Text, "/p/b/a/x.cu").isEnabled("shared-bank-conflict"));
  EXPECT_TRUE(rules(Text, "/q/a/x.cu").isEnabled("shared-bank-conflict"));
  // Not below "/p", though it begins so.
  constexpr llvm::StringLiteral Any =
      "Overrides: [{Path: '*a/x.cu', Checks: '-shared-bank*'}]";
  EXPECT_FALSE(rules(Any, "/p/a/x.cu").isEnabled("shared-bank-conflict"));
  EXPECT_TRUE(rules(Any, "/pa/x.cu").isEnabled("shared-bank-conflict"));
}

TEST(Config, OptionsOfOverridesWin) {
  constexpr llvm::StringLiteral Text =
      "CheckOptions: {shared-bank-conflict.MinWays: 4}\n"
      "Overrides: [{Path: 'a/*',"
      " CheckOptions: {shared-bank-conflict.MinWays: 8}}]";
  auto WaysIn = [&](llvm::StringRef Path) {
    return numberOf(rules(Text, Path).Options, "shared-bank-conflict",
                    "MinWays");
  };
  EXPECT_EQ(WaysIn("/p/a/x.cu"), 8u);
  EXPECT_EQ(WaysIn("/p/b/x.cu"), 4u);
}

TEST(Config, TheCommandLinesBlocksWin) {
  Config C = parsed("BlockDims: ['64']\n"
                    "Kernels: [{Name: k, BlockDims: ['32,8', '16']}]");
  EXPECT_EQ(blocksOf(C, {}).size(), 3u);
  EXPECT_EQ(blocksOf(C, {{"k", {8, 1, 1}}}).size(), 2u);
  EXPECT_EQ(blocksOf(C, {{"", {8, 1, 1}}}).size(), 1u);
}

TEST(Config, NamesOfKernels) {
  EXPECT_EQ(plainName("k"), "k");
  EXPECT_EQ(plainName("a::b::k<ns::T, 3>"), "k");
  EXPECT_EQ(plainName("k<a::b>"), "k");
}

TEST(DidYouMean, OnlyWhatIsNear) {
  EXPECT_EQ(didYouMean("Chekcs", {"Checks", "Arch"}),
            "; did you mean 'Checks'?");
  EXPECT_EQ(didYouMean("checks", {"Checks", "Arch"}),
            "; did you mean 'Checks'?");
  EXPECT_THAT(didYouMean("Compiler", {"Checks", "Arch"}), IsEmpty());
}
