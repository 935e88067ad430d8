//===- ExprBuilderTest.cpp - What the builder folds, and what it keeps ----===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/KernelProgram.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

class ExprBuilderTest : public testing::Test {
protected:
  ExprBuilderTest() : Builder(Program) {
    Program.Variables = {{"x", I32}, {"b", BoolType}};
    Program.Parameters = {{"n", U32}};
    SharedArray Tile;
    Tile.Name = "tile";
    Tile.ElementBytes = Tile.Alignment = 4;
    Tile.Extents = {{32, {}, ""}, {33, {}, ""}};
    Program.Arrays = {Tile};
  }

  ExprId number(int64_t Value) { return Builder.constant(Value, I32); }
  const Expr &expr(ExprId Id) { return Program.expr(Id); }
  void TearDown() override { EXPECT_EQ(verify(Program), std::nullopt); }

  KernelProgram Program;
  ExprBuilder Builder;
};

TEST_F(ExprBuilderTest, ConstantsAreCanonical) {
  EXPECT_EQ(Builder.constantValue(Builder.constant(300, {8, false})), 44);
  EXPECT_EQ(Builder.constantValue(Builder.constant(255, {8, true})), -1);
  EXPECT_EQ(Builder.constantValue(Builder.variable(0)), std::nullopt);
}

TEST_F(ExprBuilderTest, LeavesHaveTheirTypes) {
  EXPECT_EQ(Builder.typeOf(Builder.variable(1)), BoolType);
  EXPECT_EQ(Builder.typeOf(Builder.parameter(0)), U32);
  EXPECT_EQ(Builder.typeOf(Builder.builtin(Builtin::BlockIdxY)), U32);
}

TEST_F(ExprBuilderTest, FoldsOperatorsOnConstants) {
  ExprId Sum = Builder.binary(BinaryOp::Add, number(INT32_MAX), number(1));
  EXPECT_EQ(Builder.constantValue(Sum), INT32_MIN);
  ExprId Less = Builder.binary(BinaryOp::Less, number(1), number(2));
  EXPECT_EQ(Builder.constantValue(Less), 1);
  EXPECT_EQ(Builder.typeOf(Less), BoolType);
  EXPECT_EQ(Builder.constantValue(Builder.unary(UnaryOp::Not, number(0))), -1);
  ExprId IsZero = Builder.unary(UnaryOp::LogicalNot, number(0));
  EXPECT_EQ(Builder.constantValue(IsZero), 1);
  EXPECT_EQ(Builder.typeOf(IsZero), BoolType);
}

TEST_F(ExprBuilderTest, KeepsUndefinedDivisions) {
  ExprId Quotient = Builder.binary(BinaryOp::Div, number(1), number(0));
  EXPECT_EQ(expr(Quotient).Kind, ExprKind::Binary);
  EXPECT_EQ(Builder.constantValue(Quotient), std::nullopt);
}

TEST_F(ExprBuilderTest, KeepsOperatorsOnOthers) {
  ExprId X = Builder.variable(0);
  ExprId Sum = Builder.binary(BinaryOp::Add, X, number(0));
  EXPECT_EQ(expr(Sum).Kind, ExprKind::Binary);
  EXPECT_EQ(Builder.typeOf(Sum), I32);
  EXPECT_EQ(expr(Sum).Depth, 2u);
  ExprId Test = Builder.binary(BinaryOp::Equal, Sum, X);
  EXPECT_EQ(Builder.typeOf(Test), BoolType);
  EXPECT_EQ(expr(Test).Depth, 3u);
  ExprId Negation = Builder.unary(UnaryOp::LogicalNot, X);
  EXPECT_EQ(expr(Negation).Kind, ExprKind::Unary);
  EXPECT_EQ(Builder.typeOf(Negation), BoolType);
}

TEST_F(ExprBuilderTest, Conversions) {
  ExprId X = Builder.variable(0);
  EXPECT_EQ(Builder.convert(X, I32), X);
  EXPECT_EQ(expr(Builder.convert(X, U64)).Kind, ExprKind::Convert);
  ExprId Minus = Builder.convert(number(-1), {8, false});
  EXPECT_EQ(Builder.constantValue(Minus), 255);
}

TEST_F(ExprBuilderTest, ConversionToBoolAsksForZero) {
  EXPECT_EQ(Builder.constantValue(Builder.convert(number(2), BoolType)), 1);
  EXPECT_EQ(Builder.constantValue(Builder.convert(number(0), BoolType)), 0);
  ExprId Test = Builder.convert(Builder.variable(0), BoolType);
  EXPECT_EQ(expr(Test).Kind, ExprKind::Binary);
  EXPECT_EQ(expr(Test).Binary, BinaryOp::NotEqual);
}

TEST_F(ExprBuilderTest, SelectsByConstants) {
  ExprId X = Builder.variable(0), One = number(1);
  EXPECT_EQ(Builder.select(Builder.constant(1, BoolType), X, One), X);
  EXPECT_EQ(Builder.select(Builder.constant(0, BoolType), X, One), One);
  ExprId Kept = Builder.select(Builder.variable(1), X, One);
  EXPECT_EQ(expr(Kept).Kind, ExprKind::Select);
  EXPECT_EQ(Builder.typeOf(Kept), I32);
}

TEST_F(ExprBuilderTest, SelectsTheLesserOrGreater) {
  ExprId X = Builder.variable(0), Five = number(5);
  auto Choose = [&](BinaryOp Op, ExprId Left, ExprId Right, ExprId Then,
                    ExprId Else) {
    return Builder.select(Builder.binary(Op, Left, Right), Then, Else);
  };
  // Equal nodes need not be one node.
  ExprId Again = Builder.variable(0);
  for (BinaryOp Op : {BinaryOp::Less, BinaryOp::LessEqual}) {
    EXPECT_EQ(expr(Choose(Op, X, Five, Again, Five)).Binary, BinaryOp::Min);
    EXPECT_EQ(expr(Choose(Op, X, Five, Five, Again)).Binary, BinaryOp::Max);
  }
  for (BinaryOp Op : {BinaryOp::Greater, BinaryOp::GreaterEqual}) {
    EXPECT_EQ(expr(Choose(Op, X, Five, Again, Five)).Binary, BinaryOp::Max);
    EXPECT_EQ(expr(Choose(Op, X, Five, Five, Again)).Binary, BinaryOp::Min);
  }
  auto IsKept = [&](ExprId Id) { return expr(Id).Kind == ExprKind::Select; };
  EXPECT_TRUE(IsKept(Choose(BinaryOp::Equal, X, Five, X, Five)));
  EXPECT_TRUE(IsKept(Choose(BinaryOp::Less, X, Five, X, number(6))));
  ExprId Unknown =
      Builder.opaque({{ReasonCode::UnknownCall, "'f'"}, "m", false}, I32, {});
  EXPECT_TRUE(IsKept(Choose(BinaryOp::Less, X, Unknown, X, Unknown)));
}

TEST_F(ExprBuilderTest, AddressesAndOpaques) {
  ExprId Place =
      Builder.address(0, {Builder.variable(0)}, Builder.constant(8, I64));
  EXPECT_EQ(Builder.typeOf(Place), U64);
  EXPECT_EQ(expr(Place).Operands.size(), 2u);
  ExprId Loaded = Builder.opaque({{ReasonCode::UnknownCall, "'f'"}, "m", false},
                                 I32, Place);
  EXPECT_EQ(Builder.typeOf(Loaded), I32);
  EXPECT_EQ(Program.Opaques[expr(Loaded).Index].Name, "m");
}

TEST_F(ExprBuilderTest, TooDeepBecomesOpaque) {
  ExprId Sum = Builder.variable(0);
  for (unsigned I = 1; I != MaxExprDepth; ++I)
    Sum = Builder.unary(UnaryOp::Not, Sum);
  EXPECT_EQ(expr(Sum).Depth, MaxExprDepth);
  EXPECT_TRUE(Program.Opaques.empty());

  ExprId Lost = Builder.convert(Sum, U64);
  ASSERT_EQ(expr(Lost).Kind, ExprKind::Opaque);
  EXPECT_EQ(Builder.typeOf(Lost), U64);
  const OpaqueValue &Value = Program.Opaques[expr(Lost).Index];
  EXPECT_TRUE(Value.Divergent);
  EXPECT_EQ(Value.Why.str(), "budget: computed by an expression of more than "
                             "256 nested operators");
}

} // namespace
