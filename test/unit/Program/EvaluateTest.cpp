//===- EvaluateTest.cpp - Operators against wide arithmetic ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Expr.h"
#include "gtest/gtest.h"
#include <random>

using namespace banklint;

namespace {

using Wide = __int128;

constexpr IntType Types[] = {BoolType,    {8, true},   {8, false},
                             {16, true},  {16, false}, {32, true},
                             {32, false}, {64, true},  {64, false}};

constexpr UnaryOp UnaryOps[] = {
    UnaryOp::Negate,      UnaryOp::Not,         UnaryOp::LogicalNot,
    UnaryOp::Abs,         UnaryOp::PopCount,    UnaryOp::CountLeadingZeros,
    UnaryOp::ReverseBits, UnaryOp::FindFirstSet};

constexpr BinaryOp BinaryOps[] = {
    BinaryOp::Add,        BinaryOp::Sub,      BinaryOp::Mul,
    BinaryOp::Div,        BinaryOp::Rem,      BinaryOp::And,
    BinaryOp::Or,         BinaryOp::Xor,      BinaryOp::ShiftLeft,
    BinaryOp::ShiftRight, BinaryOp::Min,      BinaryOp::Max,
    BinaryOp::Equal,      BinaryOp::NotEqual, BinaryOp::Less,
    BinaryOp::LessEqual,  BinaryOp::Greater,  BinaryOp::GreaterEqual,
    BinaryOp::LogicalAnd, BinaryOp::LogicalOr};

/// The number that a canonical value stands for.
Wide numberOf(int64_t Value, IntType Type) {
  return Type.Signed ? Wide(Value) : Wide(static_cast<uint64_t>(Value));
}

/// The canonical value that is congruent to \p Number modulo 2^bits: found by
/// remainders only, without bit operations.
int64_t wrapped(Wide Number, IntType Type) {
  Wide Modulus = Wide(1) << Type.Bits;
  Wide Rest = Number % Modulus;
  if (Rest < 0)
    Rest += Modulus;
  if (Type.Signed && Rest >= Modulus / 2)
    Rest -= Modulus;
  return static_cast<int64_t>(Rest);
}

bool bitOf(int64_t Value, unsigned Bit) {
  return (static_cast<uint64_t>(Value) >> Bit) & 1;
}

template <typename F> int64_t byBit(IntType Type, F BitAt) {
  uint64_t Result = 0;
  for (unsigned I = 0; I != Type.Bits; ++I)
    Result |= uint64_t(BitAt(I)) << I;
  return wrapped(Result, Type);
}

int64_t referenceUnary(UnaryOp Op, int64_t Value, IntType Type) {
  Wide Number = numberOf(Value, Type);
  unsigned Count = 0;
  switch (Op) {
  case UnaryOp::Negate:
    return wrapped(-Number, Type);
  case UnaryOp::Not:
    return wrapped(-Number - 1, Type);
  case UnaryOp::LogicalNot:
    return Number == 0 ? 1 : 0;
  case UnaryOp::Abs:
    return wrapped(Number < 0 ? -Number : Number, Type);
  case UnaryOp::PopCount:
    for (unsigned I = 0; I != Type.Bits; ++I)
      Count += bitOf(Value, I);
    return Count;
  case UnaryOp::CountLeadingZeros:
    while (Count != Type.Bits && !bitOf(Value, Type.Bits - 1 - Count))
      ++Count;
    return Count;
  case UnaryOp::ReverseBits:
    return byBit(Type,
                 [&](unsigned I) { return bitOf(Value, Type.Bits - 1 - I); });
  case UnaryOp::FindFirstSet:
    for (unsigned I = 0; I != Type.Bits; ++I)
      if (bitOf(Value, I))
        return I + 1;
    return 0;
  }
  return -1;
}

int64_t referenceShift(BinaryOp Op, Wide L, Wide Count, IntType Type) {
  bool IsWide = Count < 0 || Count >= Type.Bits;
  if (Op == BinaryOp::ShiftLeft) {
    // Doubling step by step, as 2^63 times a 64-bit number has too many bits.
    int64_t Result = IsWide ? 0 : wrapped(L, Type);
    for (Wide I = 0; !IsWide && I != Count; ++I)
      Result = wrapped(numberOf(Result, Type) * 2, Type);
    return Result;
  }
  if (IsWide)
    return L < 0 ? -1 : 0;
  Wide Divisor = Wide(1) << static_cast<int>(Count);
  Wide Floor = L / Divisor - (L % Divisor < 0 ? 1 : 0);
  return wrapped(Floor, Type);
}

int64_t referenceProduct(Wide L, Wide R, IntType Type) {
  // The unsigned product of two 64-bit numbers fits in 128 bits.
  bool IsNegative = (L < 0) != (R < 0);
  unsigned __int128 Product = static_cast<unsigned __int128>(L < 0 ? -L : L) *
                              static_cast<unsigned __int128>(R < 0 ? -R : R);
  Wide Rest = static_cast<Wide>(Product % (Wide(1) << Type.Bits));
  return wrapped(IsNegative ? -Rest : Rest, Type);
}

std::optional<int64_t> referenceBinary(BinaryOp Op, int64_t Left, int64_t Right,
                                       IntType Type) {
  Wide L = numberOf(Left, Type), R = numberOf(Right, Type);
  switch (Op) {
  case BinaryOp::Add:
    return wrapped(L + R, Type);
  case BinaryOp::Sub:
    return wrapped(L - R, Type);
  case BinaryOp::Mul:
    return referenceProduct(L, R, Type);
  case BinaryOp::Div:
    return R == 0 ? std::nullopt : std::optional(wrapped(L / R, Type));
  case BinaryOp::Rem:
    return R == 0 ? std::nullopt : std::optional(wrapped(L % R, Type));
  case BinaryOp::And:
    return byBit(Type,
                 [&](unsigned I) { return bitOf(Left, I) && bitOf(Right, I); });
  case BinaryOp::Or:
    return byBit(Type,
                 [&](unsigned I) { return bitOf(Left, I) || bitOf(Right, I); });
  case BinaryOp::Xor:
    return byBit(Type,
                 [&](unsigned I) { return bitOf(Left, I) != bitOf(Right, I); });
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    return referenceShift(Op, L, R, Type);
  case BinaryOp::Min:
    return L < R ? Left : Right;
  case BinaryOp::Max:
    return L < R ? Right : Left;
  case BinaryOp::Equal:
    return L == R;
  case BinaryOp::NotEqual:
    return L != R;
  case BinaryOp::Less:
    return L < R;
  case BinaryOp::LessEqual:
    return L <= R;
  case BinaryOp::Greater:
    return L > R;
  case BinaryOp::GreaterEqual:
    return L >= R;
  case BinaryOp::LogicalAnd:
    return L != 0 && R != 0;
  case BinaryOp::LogicalOr:
    return L != 0 || R != 0;
  }
  return std::nullopt;
}

/// Plain comparisons, since an EXPECT for each of millions would be slow.
void compareUnary(int64_t Value, IntType Type) {
  for (UnaryOp Op : UnaryOps) {
    int64_t Got = evaluate(Op, Value, Type);
    int64_t Want = referenceUnary(Op, Value, Type);
    if (Got != Want)
      ADD_FAILURE() << spelling(Op).str() << " of " << Value << " as "
                    << spelling(Type) << " is " << Got << ", not " << Want;
  }
}

void compareBinary(int64_t Left, int64_t Right, IntType Type) {
  for (BinaryOp Op : BinaryOps) {
    std::optional<int64_t> Got = evaluate(Op, Left, Right, Type);
    std::optional<int64_t> Want = referenceBinary(Op, Left, Right, Type);
    if (Got != Want)
      ADD_FAILURE() << Left << ' ' << spelling(Op).str() << ' ' << Right
                    << " as " << spelling(Type) << " is "
                    << (Got ? std::to_string(*Got) : "undefined") << ", not "
                    << (Want ? std::to_string(*Want) : "undefined");
  }
}

void compareAll(IntType Type) {
  int64_t Count = int64_t(1) << Type.Bits;
  for (int64_t I = 0; I != Count; ++I) {
    compareUnary(wrapped(I, Type), Type);
    for (int64_t J = 0; J != Count; ++J)
      compareBinary(wrapped(I, Type), wrapped(J, Type), Type);
  }
}

/// The borders of each width, and random numbers of every magnitude.
std::vector<int64_t> sampleOf(IntType Type) {
  std::vector<int64_t> Result;
  for (unsigned Bit = 0; Bit != Type.Bits; ++Bit)
    for (int Offset : {-1, 0, 1})
      for (int Sign : {-1, 1})
        Result.push_back(wrapped(Sign * ((Wide(1) << Bit) + Offset), Type));
  std::mt19937_64 Random(Type.Bits * 2 + Type.Signed);
  for (int I = 0; I != 60; ++I)
    Result.push_back(wrapped(Random() >> (Random() % 64), Type));
  return Result;
}

TEST(Evaluate, BoolExhaustive) { compareAll(BoolType); }
TEST(Evaluate, Signed8Exhaustive) { compareAll({8, true}); }
TEST(Evaluate, Unsigned8Exhaustive) { compareAll({8, false}); }

TEST(Evaluate, WiderTypesSampled) {
  for (IntType Type :
       {IntType{16, true}, IntType{16, false}, I32, U32, I64, U64}) {
    std::vector<int64_t> Sample = sampleOf(Type);
    for (int64_t Left : Sample) {
      compareUnary(Left, Type);
      for (int64_t Right : Sample)
        compareBinary(Left, Right, Type);
    }
  }
}

TEST(Evaluate, KnownResults) {
  int64_t Lowest32 = INT32_MIN, Lowest64 = INT64_MIN;
  EXPECT_EQ(evaluate(BinaryOp::Div, Lowest32, -1, I32), Lowest32);
  EXPECT_EQ(evaluate(BinaryOp::Rem, Lowest32, -1, I32), 0);
  EXPECT_EQ(evaluate(BinaryOp::Div, Lowest64, -1, I64), Lowest64);
  EXPECT_EQ(evaluate(BinaryOp::Rem, Lowest64, -1, I64), 0);
  EXPECT_EQ(evaluate(BinaryOp::Div, -7, 2, I32), -3);
  EXPECT_EQ(evaluate(BinaryOp::Rem, -7, 2, I32), -1);
  EXPECT_EQ(evaluate(BinaryOp::Div, 1, 0, I32), std::nullopt);
  EXPECT_EQ(evaluate(BinaryOp::Rem, 1, 0, U64), std::nullopt);
  EXPECT_EQ(evaluate(BinaryOp::Add, INT32_MAX, 1, I32), Lowest32);
  EXPECT_EQ(evaluate(BinaryOp::Sub, 0, 1, U32), 0xffffffff);
  EXPECT_EQ(evaluate(BinaryOp::ShiftLeft, 1, 31, I32), Lowest32);
  EXPECT_EQ(evaluate(BinaryOp::ShiftLeft, 1, 32, I32), 0);
  EXPECT_EQ(evaluate(BinaryOp::ShiftRight, -8, 1, I32), -4);
  EXPECT_EQ(evaluate(BinaryOp::ShiftRight, -8, -1, I32), -1);
  EXPECT_EQ(evaluate(BinaryOp::ShiftRight, -1, 64, U64), 0);
  EXPECT_EQ(evaluate(BinaryOp::Less, -1, 0, U64), 0);
  EXPECT_EQ(evaluate(UnaryOp::Abs, Lowest32, I32), Lowest32);
  EXPECT_EQ(evaluate(UnaryOp::PopCount, -1, I32), 32);
  EXPECT_EQ(evaluate(UnaryOp::CountLeadingZeros, 1, U32), 31);
  EXPECT_EQ(evaluate(UnaryOp::ReverseBits, 1, I32), Lowest32);
  EXPECT_EQ(evaluate(UnaryOp::FindFirstSet, 0, I32), 0);
}

TEST(Canonical, CutsAndExtends) {
  std::mt19937_64 Random(7);
  for (IntType Type : Types)
    for (int I = 0; I != 200; ++I) {
      int64_t Value = static_cast<int64_t>(Random() >> (Random() % 64));
      Value = I % 2 ? Value : -Value;
      EXPECT_EQ(canonical(Value, Type), wrapped(Value, Type))
          << Value << " as " << spelling(Type);
    }
  EXPECT_EQ(canonical(0x1ff, {8, true}), -1);
  EXPECT_EQ(canonical(0x1ff, {8, false}), 255);
  EXPECT_EQ(canonical(2, BoolType), 0);
  EXPECT_EQ(canonical(-1, U64), -1);
}

TEST(Spellings, RoundTrip) {
  for (UnaryOp Op : UnaryOps)
    EXPECT_EQ(parseUnaryOp(spelling(Op)), Op);
  for (BinaryOp Op : BinaryOps)
    EXPECT_EQ(parseBinaryOp(spelling(Op)), Op);
  for (int I = 0; I <= static_cast<int>(Builtin::GridDimZ); ++I) {
    Builtin B = static_cast<Builtin>(I);
    EXPECT_EQ(parseBuiltin(spelling(B)), B);
  }
  EXPECT_EQ(spelling(Builtin::BlockDimY), "blockDim.y");
  EXPECT_EQ(parseUnaryOp("+"), std::nullopt);
  EXPECT_EQ(parseBinaryOp("**"), std::nullopt);
  EXPECT_EQ(parseBuiltin("threadIdx"), std::nullopt);
}

} // namespace
