//===- PreamblesTest.cpp - Answers with and without preambles -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With preambles, all that is said of a text must be the same to the byte.
//
//===----------------------------------------------------------------------===//

#include "../TestFolder.h"
#include "banklint/Lsp/DocumentAnalysis.h"
#include "banklint/Parse/Preamble.h"
#include "clang/Basic/LangOptions.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::lsp;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr llvm::StringLiteral Kernel = R"(
__global__ void column(float *out) {
  __shared__ float tile[32][WIDTH];
  tile[threadIdx.x][0] = std::numeric_limits<float>::max();
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x];
}
void run(float *out) { column<<<1, std::min(32, 64)>>>(out); }
)";

class PreamblesOf : public testing::Test {
protected:
  PreamblesOf() {
    Folder.write("system/width.h", "#pragma once\n#define WIDTH 32\n");
    Folder.write("own/own.h", "#define OWN 1\n");
    Folder.write("compile_flags.txt", "-isystem\nsystem\n-Iown\n");
  }

  AnalysisInput input(llvm::StringRef Includes, llvm::StringRef Text = Kernel) {
    AnalysisInput Input;
    Input.Path = Folder / "a.cu";
    Input.Texts[Input.Path] = (Includes + Text).str();
    return Input;
  }
  static std::string said(DocumentAnalysis &Document, AnalysisInput Input) {
    const FactTexts Texts = textsOf(Document.analyze(std::move(Input)));
    return Texts.Head + "\n" + Texts.Diagnostics + "\n" + Texts.Details;
  }
  /// Makes what the last analysis wanted: whether it will be loaded, and of how
  /// many includes; nothing if none was wanted.
  static std::optional<bool> prepare(DocumentAnalysis &Document) {
    std::optional<PreambleSource> Wanted = Document.preambles().takeWanted();
    if (!Wanted)
      return std::nullopt;
    Preamble Made = makePreamble(*Wanted);
    const bool IsOne = !Made.Contents.empty();
    Document.preambles().add(std::move(Made));
    return IsOne;
  }
  void expectSame(DocumentAnalysis &Document, const AnalysisInput &Input) {
    DocumentAnalysis Fresh;
    EXPECT_EQ(said(Document, Input), said(Fresh, Input));
  }

  const TestFolder Folder;
};

std::vector<std::string> includesOf(llvm::StringRef Text) {
  clang::LangOptions Language;
  Language.CPlusPlus = Language.LineComment = true;
  return leadingIncludes(Text, Language);
}

} // namespace

TEST(LeadingIncludes, EndAtAnythingElse) {
  EXPECT_THAT(
      includesOf("// a\n#include <a>\n\n/* b */ # include \"b.h\" // c\n"
                 "#define X\n#include <c>\n"),
      ElementsAre("#include <a>", "#include \"b.h\""));
  for (llvm::StringRef Text :
       {"", "int x;\n#include <a>\n", "#include X\n#include <a>\n",
        "#include <a\n#include <b>\n", "#include\n<a>\n", "#pragma once\n",
        "#include_next <a>\n", "#", "#include <"})
    EXPECT_THAT(includesOf(Text), IsEmpty()) << Text.str();
  EXPECT_THAT(includesOf("#include <a>\n#include \"b\n"),
              ElementsAre("#include <a>"));
}

TEST_F(PreamblesOf, HeadersOfTheSystemAreLoaded) {
  const AnalysisInput Input =
      input("#include <algorithm>\n#include <limits>\n#include <width.h>\n");
  DocumentAnalysis Document;
  said(Document, Input);
  EXPECT_EQ(prepare(Document), true);
  expectSame(Document, Input);
  EXPECT_EQ(prepare(Document), std::nullopt);
}

TEST_F(PreamblesOf, OtherHeadersAndWhatFollowsThemAreParsed) {
  const AnalysisInput Input =
      input("#include <limits>\n#include \"own.h\"\n#include <algorithm>\n"
            "#include <width.h>\n");
  DocumentAnalysis Document;
  said(Document, Input);
  EXPECT_EQ(prepare(Document), true);
  expectSame(Document, Input);
  Folder.write("own/own.h", "#define WIDTH 33\n");
  expectSame(Document, Input);
  EXPECT_EQ(prepare(Document), std::nullopt);
}

TEST_F(PreamblesOf, HeadersThatMayNotBeReadTwiceHaveNone) {
  Folder.write("system/width.h", "enum { WIDTH = 32 };\n");
  const AnalysisInput Input =
      input("#include <width.h>\n#include <limits>\n#include <algorithm>\n");
  DocumentAnalysis Document;
  said(Document, Input);
  EXPECT_EQ(prepare(Document), false);
  expectSame(Document, Input);
  EXPECT_EQ(prepare(Document), std::nullopt);
}

TEST_F(PreamblesOf, AChangedHeaderOrCommandMakesAnotherOne) {
  const AnalysisInput Input =
      input("#include <width.h>\n#include <limits>\n#include <algorithm>\n");
  DocumentAnalysis Document;
  said(Document, Input);
  EXPECT_EQ(prepare(Document), true);
  Folder.write("system/width.h", "#pragma once\n#define WIDTH 33 \n");
  expectSame(Document, Input);
  EXPECT_EQ(prepare(Document), true);
  // A file that is found before another one.
  Folder.write("own/width.h", "#pragma once\n#define WIDTH 34\n");
  expectSame(Document, Input);
  EXPECT_EQ(prepare(Document), true);
  Folder.write("compile_flags.txt", "-isystem\nsystem\n");
  expectSame(Document, Input);
  EXPECT_EQ(prepare(Document), true);
  expectSame(Document, Input);
}

TEST_F(PreamblesOf, MissingHeadersAndBrokenTextsAreSaidEachTime) {
  DocumentAnalysis Document;
  for (llvm::StringRef Includes :
       {"#include <missing.h>\n#include <limits>\n#include <width.h>\n",
        "#include <limits>\n#include <width.h>\n#include \"missing.h\"\n",
        "#include <limits>\n#include <width.h>\nint f( {\n",
        "#include <limits>\n#include <width.h>\n"
        "__device__ int f() { return missing(1) + MISSING; }\n"}) {
    const AnalysisInput Input = input(Includes);
    said(Document, Input);
    prepare(Document);
    expectSame(Document, Input);
  }
}

// Locations in the file that includes the headers are looked up, too.
TEST_F(PreamblesOf, HeadersWithMacrosThatOthersUse) {
  Folder.write("system/width.h", "#pragma once\n#define WIDTH WIDTH_OF(32)\n"
                                 "#define WIDTH_OF(N) N\n"
                                 "inline __device__ int width() {\n"
                                 "  return WIDTH; }\n");
  const AnalysisInput Input =
      input("#include <width.h>\n#include <limits>\n#include <algorithm>\n"
            "static_assert(WIDTH == 33);\n"
            "__device__ int f(int i) { return width(); }\n"
            "__device__ int f(int i) { return width() + 1; }\n");
  DocumentAnalysis Document;
  said(Document, Input);
  EXPECT_EQ(prepare(Document), true);
  expectSame(Document, Input);
}
