//===- SettingsTest.cpp - What the user of an editor sets -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Settings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::lsp;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

static Settings read(llvm::StringRef Text, std::vector<std::string> &Problems) {
  return parseSettings(llvm::cantFail(llvm::json::parse(Text)), Problems);
}

TEST(Settings, Defaults) {
  std::vector<std::string> Problems;
  const Settings S = parseSettings(nullptr, Problems);
  EXPECT_THAT(Problems, IsEmpty());
  EXPECT_EQ(S.DiagnosticsDelay.count(), 0);
  EXPECT_EQ(S.MaxDiagnostics, 500u);
  EXPECT_EQ(S.InlayHints, HintMode::Conflicts);
  EXPECT_TRUE(S.CodeLens);
}

TEST(Settings, All) {
  std::vector<std::string> Problems;
  const Settings S = read(
      R"({"arch": "sm_80", "blockDims": ["32,8", "k=64"],
          "compilationDatabase": "build", "cudaPath": "/cuda", "checks": "-*", "cudaHeaders": "builtin",
          "configFile": "c", "baseline": "b", "extraArgs": ["-DX"],
          "timeLimit": 3, "hardTimeLimit": 4, "diagnosticsDelay": 50,
          "maxDiagnostics": 6, "memoryLimit": 0, "inlayHints": "all",
          "codeLens": false, "path": "ignored", "arch": null})",
      Problems);
  EXPECT_THAT(Problems, IsEmpty());
  EXPECT_EQ(S.Run.Blocks.size(), 2u);
  EXPECT_EQ(S.Run.BuildPath, "build");
  EXPECT_EQ(S.Run.ToolkitPath, "/cuda");
  EXPECT_EQ(S.Run.Checks, "-*");
  EXPECT_EQ(S.Run.Headers, CudaHeaders::Builtin);
  EXPECT_EQ(S.Run.Config.File, "c");
  EXPECT_EQ(S.Run.Filter.Baseline, "b");
  EXPECT_THAT(S.Run.ExtraArgs, ElementsAre("-DX"));
  EXPECT_EQ(S.Run.TimeLimit.count(), 3);
  EXPECT_EQ(S.HardTimeLimit.count(), 4);
  EXPECT_EQ(S.DiagnosticsDelay.count(), 50);
  EXPECT_EQ(S.MaxDiagnostics, 6u);
  EXPECT_EQ(S.MemoryLimit, 0u);
  EXPECT_EQ(S.InlayHints, HintMode::All);
  EXPECT_FALSE(S.CodeLens);
}

TEST(Settings, MistakesKeepTheDefault) {
  for (llvm::StringRef Bad :
       {R"({"arch": "sm_1"})", R"({"arch": 3})", R"({"blockDims": ["x"]})",
        R"({"blockDims": "32"})", R"({"timeLimit": -1})",
        R"({"maxDiagnostics": "many"})", R"({"inlayHints": "some"})",
        R"({"codeLens": 1})", R"({"extraArgs": [1]})", R"({"nosuch": 1})"}) {
    std::vector<std::string> Problems;
    const Settings S = read(Bad, Problems);
    const llvm::StringRef Name = Bad.drop_front(2).split('"').first;
    EXPECT_THAT(Problems, ElementsAre(HasSubstr("'" + Name.str() + "'")));
    EXPECT_EQ(S.Run.Arch, nullptr);
    EXPECT_EQ(S.MaxDiagnostics, 500u);
  }
  std::vector<std::string> Problems;
  read("3", Problems);
  EXPECT_THAT(Problems, ElementsAre("the settings are not an object"));
}
