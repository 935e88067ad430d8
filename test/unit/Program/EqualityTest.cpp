//===- EqualityTest.cpp - When two programs are the same ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Equality.h"
#include "Samples.h"
#include "gtest/gtest.h"

using namespace banklint;

TEST(Equality, TheSameTextIsTheSameProgram) {
  const llvm::ArrayRef<llvm::StringLiteral> Texts = test::samples();
  for (size_t I = 0; I != Texts.size(); ++I)
    for (size_t J = 0; J != Texts.size(); ++J)
      EXPECT_EQ(test::fromText(Texts[I]) == test::fromText(Texts[J]), I == J)
          << Texts[I].str() << "\n"
          << Texts[J].str();
}

static constexpr llvm::StringLiteral Small = R"text(kernel "k" "a.cu":1:1
param n : i32
shared tile : float 4 [32][33] align 4 "a.cu":2:3
launch block 32,8,1 grid 4,?,1 args 5 "a.cu":60:5
var i : i32
body {
  i = 5
  if (i == n) {
    load 4 &tile[i64(i)][i64(n)] array tile "a.cu":5:7
  }
}
)text";

namespace {
struct Change {
  const char *What;
  void (*Make)(KernelProgram &);
};
} // namespace

static constexpr Change Changes[] = {
    {"name", [](KernelProgram &P) { P.Name = "other"; }},
    {"file", [](KernelProgram &P) { P.Files.back() += "h"; }},
    {"place", [](KernelProgram &P) { ++P.Span.Line; }},
    {"parameter", [](KernelProgram &P) { P.Parameters[0].Type = U32; }},
    {"variable", [](KernelProgram &P) { P.Variables[0].Name = "j"; }},
    {"extent", [](KernelProgram &P) { ++P.Arrays[0].Extents[1].Elements; }},
    {"extent's text",
     [](KernelProgram &P) { P.Arrays[0].Extents[1].Text = "N"; }},
    {"layout use",
     [](KernelProgram &P) { P.Arrays[0].LayoutUses.emplace_back(); }},
    {"mentions", [](KernelProgram &P) { P.Arrays[0].Mentions.emplace(); }},
    {"array's place", [](KernelProgram &P) { ++P.Arrays[0].Span.Offset; }},
    {"access's width", [](KernelProgram &P) { P.Accesses[0].Bytes = 8; }},
    {"access's text", [](KernelProgram &P) { P.Accesses[0].Text = "x"; }},
    {"access's calls", [](KernelProgram &P) { P.Accesses[0].Calls.resize(1); }},
    {"spelled", [](KernelProgram &P) { P.Accesses[0].Spelled.emplace(); }},
    {"opaque", [](KernelProgram &P) { P.Opaques.emplace_back(); }},
    {"constant", [](KernelProgram &P) { ++P.Exprs[0].Value; }},
    {"statement's kind",
     [](KernelProgram &P) { P.Body[0].Kind = StmtKind::Barrier; }},
    {"inner block", [](KernelProgram &P) { P.Body[1].Blocks[0].clear(); }},
    {"launch's block", [](KernelProgram &P) { P.Launches[0].Block[1] = 4; }},
    {"launch's argument",
     [](KernelProgram &P) { P.Launches[0].Arguments[0].reset(); }},
    {"launch's place", [](KernelProgram &P) { ++P.Launches[0].Span.Line; }},
    {"bound", [](KernelProgram &P) { P.MaxThreads = 64; }},
    {"block attribute", [](KernelProgram &P) { P.FixedBlock.emplace(); }},
    {"parse errors", [](KernelProgram &P) { ++P.ParseErrors; }},
};

TEST(Equality, EveryMemberCounts) {
  for (const Change &Each : Changes) {
    KernelProgram Changed = test::fromText(Small);
    Each.Make(Changed);
    EXPECT_FALSE(Changed == test::fromText(Small)) << Each.What;
  }
}
