//===- ReferenceArithmetic.cpp - Operators on plain C++ types -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceArithmetic.h"
#include "llvm/Support/ErrorHandling.h"
#include <limits>
#include <type_traits>

using namespace banklint;

namespace {

/// Calls \p F with a null pointer to the C++ type that \p Type stands for.
template <class Function> auto withPlainType(IntType Type, Function F) {
  switch (Type.Bits) {
  case 1:
    return F(static_cast<bool *>(nullptr));
  case 8:
    return Type.Signed ? F(static_cast<int8_t *>(nullptr))
                       : F(static_cast<uint8_t *>(nullptr));
  case 16:
    return Type.Signed ? F(static_cast<int16_t *>(nullptr))
                       : F(static_cast<uint16_t *>(nullptr));
  case 32:
    return Type.Signed ? F(static_cast<int32_t *>(nullptr))
                       : F(static_cast<uint32_t *>(nullptr));
  case 64:
    return Type.Signed ? F(static_cast<int64_t *>(nullptr))
                       : F(static_cast<uint64_t *>(nullptr));
  default:
    llvm_unreachable("no such integer type");
  }
}

/// Number of bits of the type's value.
template <class T> constexpr unsigned width() {
  return std::is_same_v<T, bool> ? 1 : sizeof(T) * 8;
}

/// The low bits of a sum, product and the like. A bool is a 1-bit number here,
/// not a comparison.
template <class T> T cut(uint64_t Bits) {
  if constexpr (std::is_same_v<T, bool>)
    return Bits & 1;
  else
    return static_cast<T>(Bits);
}

template <class T> unsigned bit(T Value, unsigned Index) {
  return (static_cast<uint64_t>(Value) >> Index) & 1;
}

template <class T> uint64_t unaryOn(UnaryOp Op, T Value) {
  const unsigned Width = width<T>();
  switch (Op) {
  case UnaryOp::Negate:
    return 0 - static_cast<uint64_t>(Value);
  case UnaryOp::Not:
    return ~static_cast<uint64_t>(Value);
  case UnaryOp::LogicalNot:
    return !Value;
  case UnaryOp::Abs:
    return Value < T(0) ? 0 - static_cast<uint64_t>(Value) : Value;
  case UnaryOp::PopCount: {
    unsigned Count = 0;
    for (unsigned I = 0; I < Width; ++I)
      Count += bit(Value, I);
    return Count;
  }
  case UnaryOp::CountLeadingZeros: {
    unsigned Count = 0;
    while (Count < Width && !bit(Value, Width - 1 - Count))
      ++Count;
    return Count;
  }
  case UnaryOp::ReverseBits: {
    uint64_t Reversed = 0;
    for (unsigned I = 0; I < Width; ++I)
      Reversed = Reversed * 2 + bit(Value, I);
    return Reversed;
  }
  case UnaryOp::FindFirstSet:
    for (unsigned I = 0; I < Width; ++I)
      if (bit(Value, I))
        return I + 1;
    return 0;
  }
  llvm_unreachable("no such operator");
}

/// A count that is negative or too large shifts everything out.
template <class T> T shiftLeft(T Left, T Right) {
  for (unsigned Steps = 0; Right < T(0) || T(Steps) < Right; ++Steps) {
    if (Steps == width<T>())
      return 0;
    Left = cut<T>(static_cast<uint64_t>(Left) * 2);
  }
  return Left;
}

template <class T> T shiftRight(T Left, T Right) {
  const bool IsNegative = Left < T(0);
  for (unsigned Steps = 0; Right < T(0) || T(Steps) < Right; ++Steps) {
    if (Steps == width<T>())
      return IsNegative ? T(-1) : T(0);
    // Rounds towards minus infinity, which is what an arithmetic shift does.
    Left = IsNegative ? T((Left + 1) / 2 - 1) : T(Left / 2);
  }
  return Left;
}

template <class T> std::optional<T> divide(T Left, T Right) {
  if (Right == T(0))
    return std::nullopt;
  if (std::is_signed_v<T> && Right == T(-1))
    return cut<T>(0 - static_cast<uint64_t>(Left));
  return T(Left / Right);
}

template <class T> std::optional<T> remainder(T Left, T Right) {
  std::optional<T> Quotient = divide(Left, Right);
  if (!Quotient)
    return std::nullopt;
  return cut<T>(static_cast<uint64_t>(Left) - static_cast<uint64_t>(*Quotient) *
                                                  static_cast<uint64_t>(Right));
}

template <class T> std::optional<T> arithmetic(BinaryOp Op, T Left, T Right) {
  const uint64_t L = static_cast<uint64_t>(Left);
  const uint64_t R = static_cast<uint64_t>(Right);
  switch (Op) {
  case BinaryOp::Add:
    return cut<T>(L + R);
  case BinaryOp::Sub:
    return cut<T>(L - R);
  case BinaryOp::Mul:
    return cut<T>(L * R);
  case BinaryOp::Div:
    return divide(Left, Right);
  case BinaryOp::Rem:
    return remainder(Left, Right);
  case BinaryOp::And:
    return cut<T>(L & R);
  case BinaryOp::Or:
    return cut<T>(L | R);
  case BinaryOp::Xor:
    return cut<T>(L ^ R);
  case BinaryOp::ShiftLeft:
    return shiftLeft(Left, Right);
  case BinaryOp::ShiftRight:
    return shiftRight(Left, Right);
  case BinaryOp::Min:
    return Left < Right ? Left : Right;
  case BinaryOp::Max:
    return Left < Right ? Right : Left;
  default:
    llvm_unreachable("not an arithmetic operator");
  }
}

/// The truth of a comparison or logical operator; nothing for the others.
template <class T> std::optional<bool> truth(BinaryOp Op, T Left, T Right) {
  switch (Op) {
  case BinaryOp::Equal:
    return Left == Right;
  case BinaryOp::NotEqual:
    return Left != Right;
  case BinaryOp::Less:
    return Left < Right;
  case BinaryOp::LessEqual:
    return Left <= Right;
  case BinaryOp::Greater:
    return Left > Right;
  case BinaryOp::GreaterEqual:
    return Left >= Right;
  case BinaryOp::LogicalAnd:
    return Left && Right;
  case BinaryOp::LogicalOr:
    return Left || Right;
  default:
    return std::nullopt;
  }
}

} // namespace

int64_t banklint::referenceConvert(int64_t Operand, IntType Type) {
  return withPlainType(Type, [&](auto *Null) -> int64_t {
    using T = std::remove_pointer_t<decltype(Null)>;
    return static_cast<int64_t>(static_cast<T>(Operand));
  });
}

int64_t banklint::referenceUnary(UnaryOp Op, int64_t Operand, IntType Type) {
  return withPlainType(Type, [&](auto *Null) -> int64_t {
    using T = std::remove_pointer_t<decltype(Null)>;
    return static_cast<int64_t>(cut<T>(unaryOn<T>(Op, T(Operand))));
  });
}

std::optional<int64_t> banklint::referenceBinary(BinaryOp Op, int64_t Left,
                                                 int64_t Right, IntType Type) {
  return withPlainType(Type, [&](auto *Null) -> std::optional<int64_t> {
    using T = std::remove_pointer_t<decltype(Null)>;
    if (std::optional<bool> Truth = truth<T>(Op, T(Left), T(Right)))
      return *Truth;
    std::optional<T> Result = arithmetic<T>(Op, T(Left), T(Right));
    if (!Result)
      return std::nullopt;
    return static_cast<int64_t>(*Result);
  });
}

/// Wide enough for every exact result that is asked for.
__extension__ using Wide = __int128;

static bool fitsWide(Wide Value, IntType Type) {
  if (!Type.Signed && Type.Bits < 32)
    return true;
  const Wide Limit = Wide(1) << (Type.Bits - (Type.Signed ? 1 : 0));
  return (Type.Signed ? -Limit : 0) <= Value && Value < Limit;
}

/// The number that the canonical \p Value stands for.
static Wide wide(int64_t Value, IntType Type) {
  return Type.Signed ? Wide(Value) : Wide(static_cast<uint64_t>(Value));
}

bool banklint::referenceWraps(UnaryOp Op, int64_t Operand, IntType Type) {
  const bool Negates =
      Op == UnaryOp::Negate || (Op == UnaryOp::Abs && Operand < 0);
  return Negates && !fitsWide(-wide(Operand, Type), Type);
}

bool banklint::referenceWraps(BinaryOp Op, int64_t Left, int64_t Right,
                              IntType Type) {
  const Wide L = wide(Left, Type), R = wide(Right, Type);
  switch (Op) {
  case BinaryOp::Add:
    return !fitsWide(L + R, Type);
  case BinaryOp::Sub:
    return !fitsWide(L - R, Type);
  case BinaryOp::Mul: {
    Wide Product;
    return __builtin_mul_overflow(L, R, &Product) || !fitsWide(Product, Type);
  }
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return Type.Signed && R == -1 && !fitsWide(-L, Type);
  case BinaryOp::ShiftLeft:
    if (R < 0 || R >= Type.Bits)
      return true;
    return !fitsWide(L * (Wide(1) << R), Type);
  case BinaryOp::ShiftRight:
    return R < 0 || R >= Type.Bits;
  default:
    return false;
  }
}

bool banklint::referenceConvertWraps(int64_t Operand, IntType From,
                                     IntType To) {
  return From.Bits >= 32 && To.Bits >= 32 && !fitsWide(wide(Operand, From), To);
}
