//===- KnownResultsTest.cpp - What executions came to before --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/KnownResults.h"
#include "banklint/Program/TextForm.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

KernelProgram programOf(const std::string &Body) {
  return llvm::cantFail(parseProgram(
      "kernel \"k\" shared a : float 4 [64] align 4 body {" + Body + "}"));
}

/// Asks in turn; each answer that is not known is a new number.
struct Asker {
  KnownResults Known;
  InterpreterBudget Budget;
  KernelProgram Program = programOf("load 4 &a[0]");
  LaunchConfig Launch;
  LayoutChange Change;
  uint64_t Number = 0;
  const char *What = "f";
  int Owners[2] = {};
  const void *Owner = &Owners[0];
  WorkLimit *Together = nullptr;
  uint64_t Work = 0;
  int LastAnswer = 0;

  int ask() {
    KnownResults::Question Asked(Known, What, Owner, Budget);
    Asked.add(Program).add(Launch).add(Change).add(Number);
    return Known.ask(Asked, Together, [this] {
      for (uint64_t I = 0; I != Work; ++I)
        Together->spend();
      return ++LastAnswer;
    });
  }
};

TEST(KnownResults, AnEqualQuestionHasTheKnownAnswer) {
  Asker A;
  EXPECT_EQ(A.ask(), 1);
  EXPECT_EQ(A.ask(), 1);
  A.Program = programOf("load 4 &a[0] \"other.cu\":7:3");
  EXPECT_EQ(A.ask(), 1);
  EXPECT_EQ(A.Known.taken(), 2u);
}

TEST(KnownResults, EveryPartOfAQuestionCounts) {
  using Change = void (*)(Asker &);
  int Expected = 1;
  Asker A;
  EXPECT_EQ(A.ask(), Expected);
  for (Change Make :
       {Change([](Asker &A) { A.What = "g"; }),
        Change([](Asker &A) { A.Owner = &A.Owners[1]; }),
        Change([](Asker &A) { --A.Budget.Statements; }),
        Change([](Asker &A) { --A.Budget.LoopRounds; }),
        Change([](Asker &A) { --A.Budget.SliceFrom; }),
        Change([](Asker &A) { A.Budget.SkipsRepeats = false; }),
        Change([](Asker &A) { A.Program = programOf("load 4 &a[1]"); }),
        Change([](Asker &A) { A.Launch.Block.Y = 2; }),
        Change([](Asker &A) { A.Launch.Grid = Dim3(); }),
        Change([](Asker &A) { A.Launch.Blocks = BlockRange(); }),
        Change(
            [](Asker &A) { A.Launch.Blocks = BlockRange{Dim3(), {2, 1, 1}}; }),
        Change([](Asker &A) { A.Launch.Warp = 0; }),
        Change([](Asker &A) { A.Launch.Arguments.emplace_back(); }),
        Change([](Asker &A) { A.Launch.Arguments[0] = 0; }),
        Change([](Asker &A) { A.Launch.Arguments[0] = 1; }),
        Change([](Asker &A) { A.Change = LayoutChange::padding(1, 1); }),
        Change([](Asker &A) { A.Change.Permutation.emplace(); }),
        Change([](Asker &A) { A.Change.Permutation->RowExtent = 1; }),
        Change([](Asker &A) { A.Change.Permutation->RowShift = 1; }),
        Change([](Asker &A) { A.Change.Permutation->Mask = 1; }),
        Change([](Asker &A) { A.Change.Permutation->ColumnShift = 1; }),
        Change([](Asker &A) { A.Change.Spread.emplace(); }),
        Change([](Asker &A) { A.Change.Spread->Every = 2; }),
        Change([](Asker &A) { A.Change.Spread->Extra = 1; }),
        Change([](Asker &A) { A.Change.Spread->Size = 1; }),
        Change([](Asker &A) { A.Change.PieceBytes = 4; }),
        Change([](Asker &A) { A.Number = 1; })}) {
    Make(A);
    EXPECT_EQ(A.ask(), ++Expected);
    EXPECT_EQ(A.ask(), Expected);
  }
}

TEST(KnownResults, TakingAResultSpendsWhatFindingItDid) {
  Asker A;
  WorkLimit First(100);
  A.Together = &First;
  A.Work = 60;
  EXPECT_EQ(A.ask(), 1);
  EXPECT_EQ(First.left(), 40u);
  WorkLimit Second(100);
  A.Together = &Second;
  EXPECT_EQ(A.ask(), 1);
  EXPECT_EQ(Second.left(), 40u);
  // As much is not left, so that it is found again, up to the limit.
  EXPECT_EQ(A.ask(), 2);
  EXPECT_TRUE(Second.isReached());
  // What the limit has cut is not kept.
  WorkLimit Third(100);
  A.Together = &Third;
  EXPECT_EQ(A.ask(), 1);
}

TEST(KnownResults, WhatNobodyAsksForIsForgotten) {
  Asker A;
  A.Known.beginAnalysis();
  EXPECT_EQ(A.ask(), 1);
  for (unsigned I = 0; I != 10; ++I)
    A.Known.beginAnalysis();
  EXPECT_EQ(A.ask(), 1);
  for (unsigned I = 0; I != 10; ++I)
    A.Known.beginAnalysis();
  EXPECT_EQ(A.ask(), 1);
  for (unsigned I = 0; I != 100; ++I)
    A.Known.beginAnalysis();
  EXPECT_EQ(A.ask(), 2);
}

} // namespace
