//===- Expr.cpp - Operators of the program form -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

namespace {

template <typename T> struct Word {
  T Value;
  llvm::StringLiteral Text;
};

constexpr Word<Builtin> Builtins[] = {
    {Builtin::ThreadIdxX, "threadIdx.x"}, {Builtin::ThreadIdxY, "threadIdx.y"},
    {Builtin::ThreadIdxZ, "threadIdx.z"}, {Builtin::BlockIdxX, "blockIdx.x"},
    {Builtin::BlockIdxY, "blockIdx.y"},   {Builtin::BlockIdxZ, "blockIdx.z"},
    {Builtin::BlockDimX, "blockDim.x"},   {Builtin::BlockDimY, "blockDim.y"},
    {Builtin::BlockDimZ, "blockDim.z"},   {Builtin::GridDimX, "gridDim.x"},
    {Builtin::GridDimY, "gridDim.y"},     {Builtin::GridDimZ, "gridDim.z"}};

constexpr Word<UnaryOp> UnaryOps[] = {
    {UnaryOp::Negate, "-"},         {UnaryOp::Not, "~"},
    {UnaryOp::LogicalNot, "!"},     {UnaryOp::Abs, "abs"},
    {UnaryOp::PopCount, "popc"},    {UnaryOp::CountLeadingZeros, "clz"},
    {UnaryOp::ReverseBits, "brev"}, {UnaryOp::FindFirstSet, "ffs"}};

constexpr Word<BinaryOp> BinaryOps[] = {
    {BinaryOp::Add, "+"},         {BinaryOp::Sub, "-"},
    {BinaryOp::Mul, "*"},         {BinaryOp::Div, "/"},
    {BinaryOp::Rem, "%"},         {BinaryOp::And, "&"},
    {BinaryOp::Or, "|"},          {BinaryOp::Xor, "^"},
    {BinaryOp::ShiftLeft, "<<"},  {BinaryOp::ShiftRight, ">>"},
    {BinaryOp::Min, "min"},       {BinaryOp::Max, "max"},
    {BinaryOp::Equal, "=="},      {BinaryOp::NotEqual, "!="},
    {BinaryOp::Less, "<"},        {BinaryOp::LessEqual, "<="},
    {BinaryOp::Greater, ">"},     {BinaryOp::GreaterEqual, ">="},
    {BinaryOp::LogicalAnd, "&&"}, {BinaryOp::LogicalOr, "||"}};

template <typename T, size_t N>
llvm::StringRef textOf(const Word<T> (&Words)[N], T Value) {
  for (const Word<T> &W : Words)
    if (W.Value == Value)
      return W.Text;
  llvm_unreachable("every enumerator has a word");
}

template <typename T, size_t N>
std::optional<T> valueOf(const Word<T> (&Words)[N], llvm::StringRef Text) {
  for (const Word<T> &W : Words)
    if (W.Text == Text)
      return W.Value;
  return std::nullopt;
}

/// The operand's bits, with zeros above the type's width.
uint64_t bitsOf(int64_t Value, IntType Type) {
  return static_cast<uint64_t>(canonical(Value, {Type.Bits, false}));
}

bool isLess(int64_t Left, int64_t Right, IntType Type) {
  if (Type.Signed)
    return Left < Right;
  return static_cast<uint64_t>(Left) < static_cast<uint64_t>(Right);
}

std::optional<int64_t> divide(bool WantRemainder, int64_t Left, int64_t Right,
                              IntType Type) {
  if (Right == 0)
    return std::nullopt;
  if (!Type.Signed) {
    uint64_t L = static_cast<uint64_t>(Left), R = static_cast<uint64_t>(Right);
    return static_cast<int64_t>(WantRemainder ? L % R : L / R);
  }
  // The machine's own division would trap on the smallest number.
  if (Right == -1)
    return WantRemainder ? 0 : evaluate(UnaryOp::Negate, Left, Type);
  return WantRemainder ? Left % Right : Left / Right;
}

int64_t shift(BinaryOp Op, int64_t Left, int64_t Right, IntType Type) {
  // As unsigned, a negative count is a huge one.
  bool IsWide = static_cast<uint64_t>(Right) >= Type.Bits;
  if (Op == BinaryOp::ShiftLeft)
    return IsWide ? 0
                  : canonical(static_cast<int64_t>(static_cast<uint64_t>(Left)
                                                   << Right),
                              Type);
  if (!Type.Signed)
    return IsWide ? 0
                  : static_cast<int64_t>(static_cast<uint64_t>(Left) >> Right);
  // ~(~x >> n) is the arithmetic shift of a negative x without relying on
  // what the host does with negative numbers.
  uint64_t Flip = Left < 0 ? ~uint64_t(0) : 0;
  uint64_t Magnitude = static_cast<uint64_t>(Left) ^ Flip;
  return static_cast<int64_t>((IsWide ? 0 : Magnitude >> Right) ^ Flip);
}

int64_t reverse(uint64_t Bits, unsigned Width) {
  return static_cast<int64_t>(llvm::reverseBits(Bits) >> (64 - Width));
}

} // namespace

BinaryOp banklint::mirrored(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Less:
    return BinaryOp::Greater;
  case BinaryOp::LessEqual:
    return BinaryOp::GreaterEqual;
  case BinaryOp::Greater:
    return BinaryOp::Less;
  case BinaryOp::GreaterEqual:
    return BinaryOp::LessEqual;
  default:
    return Op;
  }
}

bool banklint::isComparison(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
  case BinaryOp::Less:
  case BinaryOp::LessEqual:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEqual:
    return true;
  default:
    return false;
  }
}

llvm::StringRef banklint::spelling(Builtin B) { return textOf(Builtins, B); }
llvm::StringRef banklint::spelling(UnaryOp Op) { return textOf(UnaryOps, Op); }
llvm::StringRef banklint::spelling(BinaryOp Op) {
  return textOf(BinaryOps, Op);
}

std::optional<Builtin> banklint::parseBuiltin(llvm::StringRef Text) {
  return valueOf(Builtins, Text);
}
std::optional<UnaryOp> banklint::parseUnaryOp(llvm::StringRef Text) {
  return valueOf(UnaryOps, Text);
}
std::optional<BinaryOp> banklint::parseBinaryOp(llvm::StringRef Text) {
  return valueOf(BinaryOps, Text);
}

int64_t banklint::evaluate(UnaryOp Op, int64_t Operand, IntType Type) {
  uint64_t Bits = bitsOf(Operand, Type);
  switch (Op) {
  case UnaryOp::Negate:
    return canonical(static_cast<int64_t>(0 - Bits), Type);
  case UnaryOp::Not:
    return canonical(static_cast<int64_t>(~Bits), Type);
  case UnaryOp::LogicalNot:
    return Operand == 0;
  case UnaryOp::Abs:
    return Operand < 0 && Type.Signed ? evaluate(UnaryOp::Negate, Operand, Type)
                                      : Operand;
  case UnaryOp::PopCount:
    return llvm::popcount(Bits);
  case UnaryOp::CountLeadingZeros:
    return llvm::countl_zero(Bits) - (64 - Type.Bits);
  case UnaryOp::ReverseBits:
    return canonical(reverse(Bits, Type.Bits), Type);
  case UnaryOp::FindFirstSet:
    return Bits == 0 ? 0 : llvm::countr_zero(Bits) + 1;
  }
  llvm_unreachable("covered switch");
}

std::optional<int64_t> banklint::evaluate(BinaryOp Op, int64_t Left,
                                          int64_t Right, IntType Type) {
  uint64_t L = static_cast<uint64_t>(Left), R = static_cast<uint64_t>(Right);
  auto Wrap = [Type](uint64_t Bits) {
    return canonical(static_cast<int64_t>(Bits), Type);
  };
  switch (Op) {
  case BinaryOp::Add:
    return Wrap(L + R);
  case BinaryOp::Sub:
    return Wrap(L - R);
  case BinaryOp::Mul:
    return Wrap(L * R);
  case BinaryOp::Div:
    return divide(/*WantRemainder=*/false, Left, Right, Type);
  case BinaryOp::Rem:
    return divide(/*WantRemainder=*/true, Left, Right, Type);
  case BinaryOp::And:
    return Wrap(L & R);
  case BinaryOp::Or:
    return Wrap(L | R);
  case BinaryOp::Xor:
    return Wrap(L ^ R);
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    return shift(Op, Left, Right, Type);
  case BinaryOp::Min:
    return isLess(Right, Left, Type) ? Right : Left;
  case BinaryOp::Max:
    return isLess(Left, Right, Type) ? Right : Left;
  case BinaryOp::Equal:
    return Left == Right;
  case BinaryOp::NotEqual:
    return Left != Right;
  case BinaryOp::Less:
    return isLess(Left, Right, Type);
  case BinaryOp::LessEqual:
    return !isLess(Right, Left, Type);
  case BinaryOp::Greater:
    return isLess(Right, Left, Type);
  case BinaryOp::GreaterEqual:
    return !isLess(Left, Right, Type);
  case BinaryOp::LogicalAnd:
    return Left != 0 && Right != 0;
  case BinaryOp::LogicalOr:
    return Left != 0 || Right != 0;
  }
  llvm_unreachable("covered switch");
}
