//===- KnownNumbersTest.cpp - Expressions of known variables --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/KnownNumbers.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

class KnownNumbersTest : public testing::Test {
protected:
  KnownNumbersTest() : Builder(Program) {
    Program.Variables = {{"x", I32}, {"y", I32}, {"c", {8, false}}};
    X = Builder.variable(0);
    Y = Builder.variable(1);
  }

  std::optional<int64_t> number(ExprId Id) {
    return numberOf(Program, Id, Known);
  }
  ExprId constant(int64_t Value) { return Builder.constant(Value, I32); }

  KernelProgram Program;
  ExprBuilder Builder;
  ExprId X, Y;
  /// `x` is 7; nothing is known of `y`.
  const KnownNumbers Known = {{0, 7}, {2, 200}};
};

TEST_F(KnownNumbersTest, ArithmeticOfKnownVariables) {
  EXPECT_EQ(number(X), 7);
  EXPECT_EQ(number(Builder.binary(BinaryOp::Mul, X, constant(6))), 42);
  EXPECT_EQ(number(Builder.unary(UnaryOp::Negate, X)), -7);
  EXPECT_EQ(number(Builder.convert(Builder.variable(2), {8, true})), -56);
  EXPECT_EQ(number(Builder.binary(BinaryOp::Div, X, constant(0))),
            std::nullopt);
}

TEST_F(KnownNumbersTest, OthersAreNotKnown) {
  EXPECT_EQ(number(Y), std::nullopt);
  EXPECT_EQ(number(Builder.binary(BinaryOp::Add, X, Y)), std::nullopt);
  EXPECT_EQ(number(Builder.builtin(Builtin::ThreadIdxX)), std::nullopt);
}

TEST_F(KnownNumbersTest, OneOperandMayDecide) {
  const ExprId IsSeven = Builder.binary(BinaryOp::Equal, X, constant(7));
  const ExprId IsEight = Builder.binary(BinaryOp::Equal, X, constant(8));
  const ExprId IsOpen = Builder.binary(BinaryOp::Less, Y, X);
  EXPECT_EQ(number(Builder.binary(BinaryOp::LogicalAnd, IsOpen, IsEight)), 0);
  EXPECT_EQ(number(Builder.binary(BinaryOp::LogicalOr, IsSeven, IsOpen)), 1);
  EXPECT_EQ(number(Builder.binary(BinaryOp::LogicalAnd, IsSeven, IsOpen)),
            std::nullopt);
}

} // namespace
