//===- BlockRelationsTest.cpp - What follows from a block -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/BlockRelations.h"
#include "banklint/Program/Expr.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

using Operand = BlockFormula::Operand;

constexpr Operand X = {Operand::Extent, 0};
constexpr Operand Y = {Operand::Extent, 1};
constexpr Operand Z = {Operand::Extent, 2};

Operand number(int64_t Value) { return {Operand::Number, Value}; }

BlockFormula formula(BinaryOp Op, IntType Type, Operand Left, Operand Right) {
  return {{{Op, Type, Left, Right}}, {Operand::Step, 0}};
}

/// \p Op of two numbers, in any block.
std::optional<int64_t> result(BinaryOp Op, IntType Type, int64_t Left,
                              int64_t Right) {
  return formula(Op, Type, number(Left), number(Right)).evaluate({32, 1, 1});
}

TEST(BlockFormula, OperandsAreNumbersExtentsAndSteps) {
  const Dim3 Block{32, 8, 2};
  EXPECT_EQ((BlockFormula{{}, number(-7)}.evaluate(Block)), -7);
  EXPECT_EQ((BlockFormula{{}, X}.evaluate(Block)), 32);
  EXPECT_EQ((BlockFormula{{}, Y}.evaluate(Block)), 8);
  EXPECT_EQ((BlockFormula{{}, Z}.evaluate(Block)), 2);
  const BlockFormula Steps = {{{BinaryOp::Sub, I32, X, number(1)},
                               {BinaryOp::Mul, I32, {Operand::Step, 0}, Y}},
                              {Operand::Step, 1}};
  EXPECT_EQ(Steps.evaluate(Block), 31 * 8);
}

TEST(BlockFormula, DivisionByZeroHasNoResult) {
  for (BinaryOp Op : {BinaryOp::Div, BinaryOp::Rem}) {
    EXPECT_EQ(result(Op, I32, 5, 0), std::nullopt);
    EXPECT_EQ(result(Op, U64, 5, 0), std::nullopt);
  }
  // Also in a step that the result does not need.
  const BlockFormula Unused = {{{BinaryOp::Div, I32, X, number(0)}}, X};
  EXPECT_EQ(Unused.evaluate({32, 1, 1}), std::nullopt);
}

TEST(BlockFormula, TheLeastNumberByMinusOneWraps) {
  EXPECT_EQ(result(BinaryOp::Div, I32, INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(result(BinaryOp::Rem, I32, INT32_MIN, -1), 0);
  EXPECT_EQ(result(BinaryOp::Div, I64, INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(result(BinaryOp::Rem, I64, INT64_MIN, -1), 0);
}

TEST(BlockFormula, ResultsAreThoseOfTheType) {
  EXPECT_EQ(result(BinaryOp::Mul, I32, 1 << 16, 1 << 16), 0);
  EXPECT_EQ(result(BinaryOp::Mul, I64, 1 << 16, 1 << 16), int64_t(1) << 32);
  EXPECT_EQ(result(BinaryOp::Add, I64, INT64_MAX, 1), INT64_MIN);
  EXPECT_EQ(result(BinaryOp::Sub, U32, 0, 1), UINT32_MAX);
}

TEST(BlockFormula, ShiftsOfAnyCountHaveAResult) {
  for (BinaryOp Op : {BinaryOp::ShiftLeft, BinaryOp::ShiftRight})
    for (IntType Type : {I32, U32, I64, U64})
      for (int64_t Count : {int64_t(0), int64_t(31), int64_t(32), int64_t(63),
                            int64_t(64), int64_t(-1), INT64_MAX, INT64_MIN})
        EXPECT_EQ(result(Op, Type, 1, Count), evaluate(Op, 1, Count, Type));
  EXPECT_EQ(result(BinaryOp::ShiftLeft, I32, 1, 31), INT32_MIN);
  EXPECT_EQ(result(BinaryOp::ShiftRight, I32, -8, 2), -2);
}

TEST(BlockCondition, HoldsFromLeastToMost) {
  BlockCondition Condition = {{{}, X}, 12, 13};
  EXPECT_FALSE(Condition.holds({11, 1, 1}));
  EXPECT_TRUE(Condition.holds({12, 1, 1}));
  EXPECT_TRUE(Condition.holds({13, 1, 1}));
  EXPECT_FALSE(Condition.holds({14, 1, 1}));
}

TEST(BlockCondition, MayExcludeZero) {
  BlockCondition Condition = {formula(BinaryOp::Rem, U32, X, number(3))};
  EXPECT_TRUE(Condition.holds({9, 1, 1}));
  Condition.IsNotZero = true;
  EXPECT_FALSE(Condition.holds({9, 1, 1}));
  EXPECT_TRUE(Condition.holds({10, 1, 1}));
}

TEST(BlockCondition, WhatIsNotDefinedDoesNotHold) {
  const BlockCondition Condition = {
      {{{BinaryOp::Sub, I32, X, number(8)},
        {BinaryOp::Div, I32, number(100), {Operand::Step, 0}}},
       {Operand::Step, 1}}};
  EXPECT_TRUE(Condition.holds({9, 1, 1}));
  EXPECT_FALSE(Condition.holds({8, 1, 1}));
}

TEST(BlockRelations, FitComputesTheExtentsThatFollow) {
  BlockRelations Relations;
  Relations.Extents = {{1, formula(BinaryOp::Div, I32, number(256), X)}};
  EXPECT_EQ(Relations.fit({32, 1, 1}), (Dim3{32, 8, 1}));
  EXPECT_TRUE(Relations.allow({32, 8, 1}));
  EXPECT_FALSE(Relations.allow({32, 4, 1}));
  // No extent is 0.
  EXPECT_EQ(Relations.fit({512, 1, 1}), std::nullopt);
  EXPECT_EQ(Relations.fit({0, 1, 1}), std::nullopt);
  Relations.Conditions = {{{{}, Y}, 1, 4}};
  EXPECT_EQ(Relations.fit({32, 1, 1}), std::nullopt);
  EXPECT_EQ(Relations.fit({64, 1, 1}), (Dim3{64, 4, 1}));
}

TEST(BlockRelations, ExtentsThatAreTooLargeDoNotFit) {
  BlockRelations Relations;
  Relations.Extents = {{0, formula(BinaryOp::ShiftLeft, I64, Y, number(31))}};
  EXPECT_EQ(Relations.fit({1, 1, 1}), std::nullopt);
  Relations.Extents = {{0, formula(BinaryOp::Sub, I32, Y, number(9))}};
  EXPECT_EQ(Relations.fit({1, 8, 1}), std::nullopt);
  EXPECT_EQ(Relations.fit({1, 41, 1}), (Dim3{32, 41, 1}));
}

} // namespace
