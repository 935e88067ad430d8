//===- ReferenceArithmeticTest.cpp - Two meanings of each operator --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceArithmetic.h"
#include "gtest/gtest.h"
#include <limits>
#include <vector>

using namespace banklint;

namespace {

constexpr IntType I8{8, true}, U8{8, false}, I16{16, true}, U16{16, false};
constexpr BinaryOp LastBinary = BinaryOp::LogicalOr;
constexpr UnaryOp LastUnary = UnaryOp::FindFirstSet;
constexpr int64_t Least32 = std::numeric_limits<int32_t>::min();
constexpr int64_t Least64 = std::numeric_limits<int64_t>::min();

bool takes(BinaryOp Op, IntType Type) {
  bool IsLogical = Op == BinaryOp::LogicalAnd || Op == BinaryOp::LogicalOr;
  return !IsLogical || Type == BoolType;
}

void compareOn(const std::vector<int64_t> &Values, IntType Type) {
  for (int Op = 0; Op <= int(LastUnary); ++Op)
    for (int64_t Value : Values)
      ASSERT_EQ(referenceUnary(UnaryOp(Op), Value, Type),
                evaluate(UnaryOp(Op), Value, Type))
          << spelling(UnaryOp(Op)).str() << ' ' << Value << ':'
          << spelling(Type);
  for (int Op = 0; Op <= int(LastBinary); ++Op) {
    if (!takes(BinaryOp(Op), Type))
      continue;
    for (int64_t Left : Values)
      for (int64_t Right : Values)
        ASSERT_EQ(referenceBinary(BinaryOp(Op), Left, Right, Type),
                  evaluate(BinaryOp(Op), Left, Right, Type))
            << Left << ' ' << spelling(BinaryOp(Op)).str() << ' ' << Right
            << ':' << spelling(Type);
  }
}

/// Numbers around powers of two, where carries, signs and widths change.
std::vector<int64_t> corners(IntType Type) {
  std::vector<int64_t> Values;
  for (unsigned Bit = 0; Bit < Type.Bits; ++Bit)
    for (int64_t Near : {-1, 0, 1})
      for (uint64_t Sign : {0, -1}) {
        uint64_t Number = (uint64_t(1) << Bit) + Near;
        Values.push_back(canonical((Number ^ Sign) - Sign, Type));
      }
  for (int64_t Number : {3, 5, 7, 10, 12, 100, 12345})
    Values.push_back(canonical(Number, Type));
  return Values;
}

TEST(ReferenceArithmetic, AgreesWithEvaluateOnAllBytes) {
  std::vector<int64_t> Signed, Unsigned;
  for (int64_t I = 0; I < 256; ++I) {
    Unsigned.push_back(I);
    Signed.push_back(I - 128);
  }
  compareOn(Signed, I8);
  compareOn(Unsigned, U8);
  compareOn({0, 1}, BoolType);
}

TEST(ReferenceArithmetic, AgreesWithEvaluateOnCorners) {
  for (IntType Type : {I16, U16, I32, U32, I64, U64})
    compareOn(corners(Type), Type);
}

TEST(ReferenceArithmetic, AgreesWithCanonicalOnConversions) {
  for (IntType From : {I32, U32, I64, U64})
    for (IntType To : {I8, U8, I16, U16, I32, U32, I64, U64})
      for (int64_t Value : corners(From))
        ASSERT_EQ(referenceConvert(Value, To), canonical(Value, To));
  EXPECT_EQ(referenceConvert(256, BoolType), 1);
  EXPECT_EQ(referenceConvert(0, BoolType), 0);
}

TEST(ReferenceArithmetic, HandComputed) {
  EXPECT_EQ(referenceBinary(BinaryOp::Div, -7, 2, I32), -3);
  EXPECT_EQ(referenceBinary(BinaryOp::Rem, -7, 2, I32), -1);
  EXPECT_EQ(referenceBinary(BinaryOp::Div, 7, 0, I32), std::nullopt);
  EXPECT_EQ(referenceBinary(BinaryOp::Div, Least32, -1, I32), Least32);
  EXPECT_EQ(referenceBinary(BinaryOp::Rem, Least64, -1, I64), 0);
  EXPECT_EQ(referenceBinary(BinaryOp::Sub, 0, 1, U32), 0xffffffff);
  EXPECT_EQ(referenceBinary(BinaryOp::Mul, 65535, 65535, U16), 1);
  EXPECT_EQ(referenceBinary(BinaryOp::ShiftRight, -5, 1, I32), -3);
  EXPECT_EQ(referenceBinary(BinaryOp::ShiftRight, -5, 99, I32), -1);
  EXPECT_EQ(referenceBinary(BinaryOp::ShiftLeft, 1, 32, U32), 0);
  EXPECT_EQ(referenceBinary(BinaryOp::Less, -1, 1, U64), 0);
  EXPECT_EQ(referenceUnary(UnaryOp::CountLeadingZeros, 1, I32), 31);
  EXPECT_EQ(referenceUnary(UnaryOp::PopCount, -1, I16), 16);
  EXPECT_EQ(referenceUnary(UnaryOp::ReverseBits, 1, U8), 128);
  EXPECT_EQ(referenceUnary(UnaryOp::FindFirstSet, 8, U32), 4);
  EXPECT_EQ(referenceUnary(UnaryOp::FindFirstSet, 0, U32), 0);
  EXPECT_EQ(referenceUnary(UnaryOp::Abs, Least32, I32), Least32);
}

TEST(ReferenceArithmetic, Wraps) {
  EXPECT_TRUE(referenceWraps(BinaryOp::Add, 0x7fffffff, 1, I32));
  EXPECT_FALSE(referenceWraps(BinaryOp::Add, 0x7fffffff, 1, U32));
  EXPECT_FALSE(referenceWraps(BinaryOp::Add, 0x7fffffff, 1, I64));
  EXPECT_TRUE(referenceWraps(BinaryOp::Sub, 0, 1, U32));
  EXPECT_FALSE(referenceWraps(BinaryOp::Sub, 0, 1, U16));
  EXPECT_TRUE(referenceWraps(BinaryOp::Mul, -1, -1, U64));
  EXPECT_FALSE(referenceWraps(BinaryOp::Mul, -1, -1, I64));
  EXPECT_TRUE(referenceWraps(BinaryOp::ShiftLeft, 3, 31, U32));
  EXPECT_FALSE(referenceWraps(BinaryOp::ShiftLeft, 1, 31, U32));
  EXPECT_TRUE(referenceWraps(BinaryOp::ShiftLeft, 1, 31, I32));
  EXPECT_TRUE(referenceWraps(BinaryOp::Div, Least64, -1, I64));
  EXPECT_TRUE(referenceWraps(UnaryOp::Negate, 1, U32));
  EXPECT_TRUE(referenceWraps(UnaryOp::Abs, Least32, I32));
  EXPECT_FALSE(referenceWraps(UnaryOp::Abs, -1, I32));
  EXPECT_TRUE(referenceConvertWraps(-1, I32, U64));
  EXPECT_FALSE(referenceConvertWraps(-1, I32, I64));
  EXPECT_FALSE(referenceConvertWraps(0xffffffff, U32, I64));
  EXPECT_TRUE(referenceConvertWraps(0xffffffff, U32, I32));
}

} // namespace
