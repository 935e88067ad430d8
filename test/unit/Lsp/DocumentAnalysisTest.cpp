//===- DocumentAnalysisTest.cpp - One document analyzed for an editor -----===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/DocumentAnalysis.h"
#include "../TestFolder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::lsp;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

static constexpr llvm::StringLiteral Column = R"(
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][0] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x];
}
void run(float *out) { column<<<1, 32>>>(out); }
)";

static AnalysisInput inputOf(const TestFolder &Folder, std::string Text) {
  AnalysisInput Input;
  Input.Path = Folder / "a.cu";
  Input.Texts[Input.Path] = std::move(Text);
  return Input;
}

TEST(DocumentAnalysis, ATextThatIsNotOnTheDisk) {
  const TestFolder Folder;
  DocumentAnalysis Document;
  const Facts Said = Document.analyze(inputOf(Folder, Column.str()));
  EXPECT_TRUE(Said.IsAnalyzed) << Said.Problem;
  ASSERT_EQ(Said.Diagnostics.size(), 1u);
  EXPECT_THAT(Said.FilesRead, testing::Contains(Folder / "a.cu"));
  ASSERT_EQ(Said.Hints.size(), 2u);
  EXPECT_EQ(Said.Hints[0].Label, "32-way");
  EXPECT_TRUE(Said.Hints[0].IsNotable);
  EXPECT_EQ(Said.Hints[1].Label, "no conflict");
  EXPECT_FALSE(Said.Hints[1].IsNotable);
  EXPECT_FALSE(Document.isWasted());
}

TEST(DocumentAnalysis, ALowerBoundIsNotUnknown) {
  const TestFolder Folder;
  DocumentAnalysis Document;
  const Facts Said = Document.analyze(
      inputOf(Folder, "__global__ void k(double x) {\n"
                      "  __shared__ double sum;\n  atomicAdd(&sum, x);\n}\n"
                      "void run() { k<<<1, 256>>>(1.0); }\n"));
  ASSERT_EQ(Said.Hints.size(), 1u);
  EXPECT_EQ(Said.Hints[0].Label, "at least 64 wavefronts");
  EXPECT_TRUE(Said.Hints[0].IsNotable);
  EXPECT_THAT(Said.Hovers.front().Markdown,
              HasSubstr("**at least 64 wavefronts instead of 4** "
                        "(unknown-cost"));
}

TEST(DocumentAnalysis, AgainWithAnotherText) {
  const TestFolder Folder;
  DocumentAnalysis Document;
  Document.analyze(inputOf(Folder, Column.str()));
  const Facts Said = Document.analyze(
      inputOf(Folder, "// banklint: block=1\n" + Column.str()));
  EXPECT_THAT(Said.Diagnostics, IsEmpty());
  EXPECT_THAT(Said.Hovers.front().Markdown, HasSubstr("annotation"));
}

TEST(DocumentAnalysis, AHeaderThatIsOpen) {
  const TestFolder Folder;
  AnalysisInput Input =
      inputOf(Folder, "#include \"width.h\"\n__global__ void k(float *out) {\n"
                      "  __shared__ float t[32][W];\n  t[threadIdx.x][0] = 1;\n"
                      "  __syncthreads();\n  out[0] = t[0][0];\n}\n"
                      "void run(float *out) { k<<<1, 32>>>(out); }\n");
  DocumentAnalysis Document;
  Input.Texts[Folder / "width.h"] = "#define W 32\n";
  EXPECT_EQ(Document.analyze(Input).Diagnostics.size(), 1u);
  Input.Texts[Folder / "width.h"] = "#define W 33\n";
  EXPECT_EQ(Document.analyze(Input).Diagnostics.size(), 0u);
}

TEST(DocumentAnalysis, AChangedConfigurationCountsAndABrokenOneDoesNot) {
  const TestFolder Folder;
  DocumentAnalysis Document;
  EXPECT_EQ(Document.analyze(inputOf(Folder, Column.str())).Diagnostics.size(),
            1u);
  Folder.write(".banklint", "Checks: -shared-bank-conflict\n");
  EXPECT_EQ(Document.analyze(inputOf(Folder, Column.str())).Diagnostics.size(),
            0u);
  Folder.write(".banklint", "Checks: [\n");
  const Facts Said = Document.analyze(inputOf(Folder, Column.str()));
  EXPECT_EQ(Said.Diagnostics.size(), 0u);
  EXPECT_THAT(Said.Warnings,
              ElementsAre(HasSubstr("last configuration that was valid")));
}

TEST(DocumentAnalysis, AConfigurationThatNeverWasValid) {
  const TestFolder Folder;
  Folder.write(".banklint", "Checks: [\n");
  DocumentAnalysis Document;
  const Facts Said = Document.analyze(inputOf(Folder, Column.str()));
  EXPECT_FALSE(Said.IsAnalyzed);
  EXPECT_THAT(Said.Problem, HasSubstr(".banklint"));
  Folder.write(".banklint", "Checks: '*'\n");
  EXPECT_TRUE(Document.analyze(inputOf(Folder, Column.str())).IsAnalyzed);
}

TEST(DocumentAnalysis, InputsSurviveTheWayBetweenProcesses) {
  AnalysisInput Sent;
  Sent.Path = "/a.cu";
  Sent.Texts = {{"/a.cu", "text\n"}, {"/b.h", ""}};
  Sent.Settings = llvm::json::Object{{"arch", "sm_90"}};
  Sent.Encoding = PositionEncoding::Utf8;
  Sent.IsQuick = true;
  Sent.DocumentationUrl = "https://example.invalid/";
  AnalysisInput Read;
  llvm::json::Path::Root Root;
  ASSERT_TRUE(fromJSON(toJSON(Sent), Read, Root));
  EXPECT_EQ(toJSON(Read), toJSON(Sent));
}

TEST(DocumentAnalysis, WhatTheClientDoesNotKnowIsLeftOut) {
  const TestFolder Folder;
  AnalysisInput Input = inputOf(Folder, Column.str());
  Input.DocumentationUrl = "https://example.invalid/docs/";
  const auto Count = [&] {
    DocumentAnalysis Document;
    return Document.analyze(Input).Diagnostics[0].getAsObject()->size();
  };
  const size_t All = Count();
  Input.HasData = false;
  EXPECT_EQ(Count(), All - 1);
  Input.HasRelated = Input.HasCodeDescription = false;
  EXPECT_EQ(Count(), All - 3);
}

TEST(DocumentAnalysis, LinksToPages) {
  const TestFolder Folder;
  AnalysisInput Input = inputOf(Folder, Column.str());
  Input.DocumentationUrl = "https://example.invalid/docs/";
  DocumentAnalysis Document;
  const Facts Said = Document.analyze(Input);
  ASSERT_EQ(Said.Diagnostics.size(), 1u);
  EXPECT_EQ(Said.Diagnostics[0]
                .getAsObject()
                ->getObject("codeDescription")
                ->getString("href"),
            "https://example.invalid/docs/checks/shared-bank-conflict.md");
}
