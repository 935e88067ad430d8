//===- KnownResultsTest.cpp - Answers with and without reuse --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Documents that are edited are analyzed by one DocumentAnalysis all the time,
// and each text by a new one as well, which knows nothing. What both say must
// be the same to the byte. BANKLINT_EDITS is the number of edits in each file.
//
//===----------------------------------------------------------------------===//

#include "../TestFolder.h"
#include "banklint/Lsp/DocumentAnalysis.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace banklint;
using namespace banklint::lsp;

static AnalysisInput inputOf(const TestFolder &Folder,
                             const std::string &Text) {
  AnalysisInput Input;
  Input.Path = Folder / "a.cu";
  Input.Texts[Input.Path] = Text;
  Input.IsQuick = true;
  return Input;
}

static std::string sayingsOf(DocumentAnalysis &Document,
                             const AnalysisInput &Input) {
  const FactTexts Texts = textsOf(Document.analyze(Input));
  return Texts.Head + "\n" + Texts.Diagnostics + "\n" + Texts.Details;
}

static unsigned wantedEdits() {
  const char *Text = std::getenv("BANKLINT_EDITS");
  unsigned Count = 12;
  if (Text)
    llvm::StringRef(Text).getAsInteger(10, Count);
  return Count;
}

namespace {

/// Edits of a text that leave it as somebody who types does, now and then.
class Typist {
public:
  explicit Typist(unsigned Seed) : Random(Seed) {}

  std::string edit(std::string Text) {
    switch (below(6)) {
    case 0: // Everything below moves.
      return Text.insert(lineStart(Text), "// a note\n");
    case 1: // A part of a line moves.
      return Text.insert(lineStart(Text), "  ");
    case 2: {
      const size_t Start = lineStart(Text);
      return Text.erase(Start, Text.find('\n', Start) + 1 - Start);
    }
    case 3: { // Another extent, block, stride or line of an annotation.
      const size_t At = Text.find_first_of("0123456789", below(Text.size()));
      if (At != std::string::npos)
        Text[At] = char('0' + below(10));
      return Text;
    }
    case 4: // It does not parse.
      return Text.insert(lineStart(Text), "if (threadIdx.x < ");
    default: // A line twice, such as an access or a declaration.
      const size_t Start = lineStart(Text);
      return Text.insert(
          Start, Text.substr(Start, Text.find('\n', Start) + 1 - Start));
    }
  }

private:
  size_t below(size_t Limit) { return Random() % std::max<size_t>(1, Limit); }
  size_t lineStart(const std::string &Text) {
    const size_t End = Text.rfind('\n', below(Text.size()));
    return End == std::string::npos ? 0 : End + 1;
  }

  std::mt19937 Random;
};

class KnownResultsOf : public testing::TestWithParam<const char *> {};

TEST_P(KnownResultsOf, AreThoseOfAFreshAnalysis) {
  const TestFolder Folder;
  const std::string Original = TestFolder::read(
      std::string(BANKLINT_TRUTH_KERNELS) + "/" + GetParam() + ".cu");
  ASSERT_TRUE(llvm::StringRef(Original).contains("__global__"));
  DocumentAnalysis Kept;
  Typist T(llvm::StringRef(GetParam()).size());
  std::string Text = Original;
  for (unsigned I = 0; I != wantedEdits(); ++I) {
    const AnalysisInput Input = inputOf(Folder, Text);
    DocumentAnalysis Fresh;
    ASSERT_EQ(sayingsOf(Kept, Input), sayingsOf(Fresh, Input)) << Text;
    // Broken text hides what comes next: it is repaired, as by undoing.
    Text = T.edit(I % 3 == 2 ? Original : Text);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, KnownResultsOf,
                         testing::Values("transpose", "tree_reduction",
                                         "matmul_tiled", "conv3x3", "aos_soa",
                                         "template_pad", "fft_float2",
                                         "strided_1d", "used_members"));

} // namespace

TEST(KnownResults, AreTakenWhereKernelsMove) {
  const TestFolder Folder;
  const std::string Text =
      TestFolder::read(std::string(BANKLINT_TRUTH_KERNELS) + "/transpose.cu");
  DocumentAnalysis Document;
  Document.analyze(inputOf(Folder, Text));
  const uint64_t Before = Document.resultsTaken();
  Document.analyze(inputOf(Folder, "// a note\n" + Text));
  EXPECT_GT(Document.resultsTaken(), Before);
}
