//===- TextFormTest.cpp - Printing and parsing kernel programs ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

TEST(TextForm, SamplesPrintAsTheyStand) {
  for (llvm::StringRef Text : samples()) {
    KernelProgram Program = fromText(Text);
    EXPECT_EQ(verify(Program), std::nullopt);
    EXPECT_EQ(toText(Program), Text.str());
  }
}

TEST(TextForm, DocumentedExamplePrintsAsItStands) {
  auto Page =
      llvm::MemoryBuffer::getFile(BANKLINT_TEST_DIR "/../docs/program-form.md");
  ASSERT_TRUE(Page);
  llvm::StringRef Rest = (*Page)->getBuffer().split("```banklint\n").second;
  std::string Example = Rest.split("```").first.str();
  ASSERT_NE(Example, "");
  EXPECT_EQ(toText(fromText(Example)), Example);
}

TEST(TextForm, ReadsDeclarations) {
  KernelProgram P = fromText(samples()[0]);
  EXPECT_EQ(P.Name, "k<\"a\\b\">");
  EXPECT_EQ(P.Files, (std::vector<std::string>{"a.cu", "b.cuh"}));
  EXPECT_EQ(P.Span.Line, 12u);
  EXPECT_EQ(P.MaxThreads, 256u);
  EXPECT_EQ(P.ParseErrors, 2u);
  ASSERT_EQ(P.Parameters.size(), 3u);
  EXPECT_EQ(P.Parameters[1].Type.Bits, 0);
  ASSERT_EQ(P.Arrays.size(), 4u);
  EXPECT_EQ(P.Arrays[0].bytes(), 4u * 32 * 33);
  EXPECT_EQ(P.Arrays[1].ElementType, "unsigned long long");
  EXPECT_TRUE(P.Arrays[2].IsDynamic);
  EXPECT_EQ(P.Arrays[2].Span.File, 1u);
  ASSERT_EQ(P.Launches.size(), 3u);
  const LaunchSite &L = P.Launches[0];
  EXPECT_EQ(L.Block[1], 8u);
  EXPECT_EQ(L.Grid[1], std::nullopt);
  EXPECT_EQ(L.DynamicBytes, 1024u);
  ASSERT_EQ(L.Arguments.size(), 3u);
  EXPECT_EQ(L.Arguments[0], -5);
  EXPECT_EQ(L.Arguments[1], ArgumentValue::ofLowBits(4, 3));
  EXPECT_EQ(L.Arguments[2], -1);
  EXPECT_EQ(L.File, "main.cu");
  EXPECT_EQ(P.Launches[2].ImpossibleBlock, "2048x1x?");
}

TEST(TextForm, ReadsAccessesAndLoops) {
  KernelProgram P = fromText(samples()[2]);
  ASSERT_EQ(P.Accesses.size(), 9u);
  EXPECT_EQ(P.Accesses[0].Array, 0u);
  EXPECT_EQ(P.Accesses[0].Text, "tile[s]");
  EXPECT_EQ(P.Accesses[1].Pieces, 3u);
  EXPECT_EQ(P.Accesses[1].Bytes, 16u);
  EXPECT_EQ(P.fileOf(P.Accesses[1].Span), "b.cuh");
  EXPECT_EQ(P.Accesses[3].Op, MemoryOperation::MatrixLoad4);
  const std::vector<NumberedSide> Sides{{0, false}, {7, true}};
  EXPECT_EQ(P.Accesses[5].NeededOn, Sides);
  EXPECT_EQ(P.Accesses[5].Rules,
            RuleSet(CompilerRule::S1) | RuleSet(CompilerRule::P3));
  EXPECT_TRUE(P.Accesses[7].IsNumber);
  EXPECT_EQ(P.Body[5].Blocks[0][1].Index, 0u);
  EXPECT_EQ(P.Body[0].Index, 0u);
  EXPECT_TRUE(P.Body[0].TestFirst);
  EXPECT_FALSE(P.Body[1].TestFirst);
  EXPECT_EQ(P.Body[1].Index, ~0u);
  ASSERT_EQ(P.Body[3].Labels.size(), 2u);
  EXPECT_EQ(P.Body[3].Labels[0].Values, (std::vector<int64_t>{-1, 2}));
  EXPECT_TRUE(P.Body[3].Labels[1].IsDefault);
}

TEST(TextForm, LayoutAndCommentsDoNotMatter) {
  KernelProgram P = fromText("kernel \"k\" // the kernel\n"
                             "file \"a.cu\" file \"b.cu\" var x:i32 body{"
                             "x=1;x=(x)+(2);;barrier;x=bool(x)?x:3 }//end");
  EXPECT_EQ(toText(P), "kernel \"k\"\n"
                       "file \"a.cu\"\n"
                       "file \"b.cu\"\n"
                       "var x : i32\n"
                       "body {\n"
                       "  x = 1\n"
                       "  x = x + 2\n"
                       "  barrier\n"
                       "  x = (x != 0) ? x : 3\n"
                       "}\n");
}

TEST(TextForm, LinesOfTheSourceAreComments) {
  const std::string Text = "kernel \"k\" \"a.cu\":1:1\n"
                           "shared s : int 4 [8] align 4\n"
                           "body {\n"
                           "  store 4 &s[0] \"a.cu\":3:1\n"
                           "  store 4 &s[1] \"a.cu\":3:9\n"
                           "  barrier\n"
                           "  if (threadIdx.x < 8:u32) {\n"
                           "    store 4 &s[2] \"b.cu\":3:1\n"
                           "  }\n"
                           "  store 4 &s[3] \"a.cu\":4:1\n"
                           "}\n";
  const auto Line = [](llvm::StringRef File,
                       unsigned Line) -> std::optional<std::string> {
    if (File == "b.cu")
      return std::nullopt;
    return "  line " + std::to_string(Line) + "\r";
  };
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  printWithSource(fromText(Text), Line, OS);
  EXPECT_EQ(Printed, "kernel \"k\" \"a.cu\":1:1\n"
                     "file \"b.cu\"\n"
                     "shared s : int 4 [8] align 4\n"
                     "body {\n"
                     "  // a.cu:3: line 3\n"
                     "  store 4 &s[0] \"a.cu\":3:1\n"
                     "  store 4 &s[1] \"a.cu\":3:9\n"
                     "  barrier\n"
                     "  if (threadIdx.x < 8:u32) {\n"
                     "    // b.cu:3\n"
                     "    store 4 &s[2] \"b.cu\":3:1\n"
                     "  }\n"
                     "  // a.cu:4: line 4\n"
                     "  store 4 &s[3] \"a.cu\":4:1\n"
                     "}\n");
  EXPECT_EQ(toText(fromText(Printed)), toText(fromText(Text)));
}

TEST(TextForm, BarriersSayWhoWaits) {
  const std::string Text = "kernel \"k\"\n"
                           "body {\n"
                           "  barrier\n"
                           "  barrier(warp)\n"
                           "  barrier(lanes)\n"
                           "  fence\n"
                           "}\n";
  const KernelProgram P = fromText(Text);
  EXPECT_EQ(toText(P), Text);
  ASSERT_EQ(P.Body.size(), 4u);
  EXPECT_EQ(P.Body[0].Scope, BarrierScope::Block);
  EXPECT_EQ(P.Body[1].Scope, BarrierScope::Warp);
  EXPECT_EQ(P.Body[2].Scope, BarrierScope::Lanes);
  EXPECT_EQ(P.Body[3].Scope, BarrierScope::None);
}

TEST(TextForm, FoldsAsTheBuilderDoes) {
  KernelProgram P = fromText("kernel \"k\" var x : i32 body {"
                             " x = -(3) x = 2 * 8 x = i32(7:u8)"
                             " x = true ? x : 1 }");
  EXPECT_EQ(toText(P), "kernel \"k\"\n"
                       "var x : i32\n"
                       "body {\n"
                       "  x = -3\n"
                       "  x = 16\n"
                       "  x = 7\n"
                       "  x = x\n"
                       "}\n");
}

TEST(TextForm, NewFilesAreAdded) {
  KernelProgram P = fromText("kernel \"k\" body { barrier }");
  EXPECT_TRUE(P.Files.empty());
  P = fromText("kernel \"k\" \"a.cu\":1:2 shared t : int 4 align 4 body {"
               " load 4 &t \"b.cu\":2:3 load 4 &t \"a.cu\":4:5 }");
  EXPECT_EQ(P.Files, (std::vector<std::string>{"a.cu", "b.cu"}));
  EXPECT_EQ(P.Accesses[0].Span.File, 1u);
  EXPECT_EQ(P.Accesses[1].Span.File, 0u);
}

TEST(TextForm, ClashingNamesAreNumbered) {
  KernelProgram P;
  P.Name = "k";
  P.Parameters = {{"n", I32}};
  P.Variables = {{"n", I32}, {"n", I32}, {"return", I32}};
  ExprBuilder Builder(P);
  Stmt S;
  S.Kind = StmtKind::Assign;
  S.Index = 2;
  S.Value = Builder.binary(
      BinaryOp::Sub,
      Builder.binary(BinaryOp::Sub, Builder.parameter(0), Builder.variable(0)),
      Builder.variable(1));
  P.Body = {S};
  ASSERT_EQ(verify(P), std::nullopt);
  EXPECT_EQ(toText(P), "kernel \"k\"\n"
                       "param n#0 : i32\n"
                       "var n#1 : i32\n"
                       "var n#2 : i32\n"
                       "var \"return\" : i32\n"
                       "body {\n"
                       "  \"return\" = (n#0 - n#1) - n#2\n"
                       "}\n");
  EXPECT_EQ(toText(fromText(toText(P))), toText(P));
}

TEST(TextForm, DeepestExpressionComesBack) {
  KernelProgram P;
  P.Variables = {{"b", BoolType}};
  ExprBuilder Builder(P);
  for (bool IsPrefix : {false, true}) {
    ExprId Value = Builder.variable(0);
    for (unsigned I = 1; I != MaxExprDepth; ++I)
      Value = IsPrefix ? Builder.unary(UnaryOp::LogicalNot, Value)
                       : Builder.binary(BinaryOp::LogicalAnd,
                                        Builder.variable(0), Value);
    Stmt S;
    S.Kind = StmtKind::If;
    S.Value = Value;
    S.Blocks.resize(2);
    P.Body.push_back(S);
  }
  ASSERT_EQ(verify(P), std::nullopt);
  EXPECT_EQ(toText(fromText(toText(P))), toText(P));
}

TEST(TextForm, DeepestBlockComesBack) {
  KernelProgram P;
  for (unsigned I = 1; I != MaxBlockDepth; ++I) {
    Stmt S;
    S.Kind = StmtKind::Region;
    S.Blocks = {std::move(P.Body)};
    P.Body = {S};
  }
  ASSERT_EQ(verify(P), std::nullopt);
  EXPECT_EQ(toText(fromText(toText(P))), toText(P));
}

} // namespace
