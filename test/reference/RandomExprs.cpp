//===- RandomExprs.cpp - Expressions of random programs -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExprs.h"

using namespace banklint;

// The order in which C++ evaluates arguments differs between compilers, so no
// call has two arguments that draw numbers.

static IntType otherType(RandomNumbers &Random) {
  return Random.pick<IntType>({I32, I32, I32, U32, U32, U32, I64, I64, U64,
                               IntType{8, true}, IntType{8, false},
                               IntType{16, true}, IntType{16, false}});
}

ExprId RandomExprs::someConstant(IntType Type) {
  if (Type == BoolType)
    return Build.constant(Random.below(2), Type);
  if (Random.chance(4))
    return Build.constant(static_cast<int64_t>(Random.next()), Type);
  return Build.constant(
      Random.pick<int64_t>({0,  1,  1,  2,  2,  3,  4,  5,   7,   8,  15, 16,
                            17, 31, 32, 33, 48, 63, 64, 127, 128, -1, -2, -4}),
      Type);
}

ExprId RandomExprs::someVariable(IntType Type) {
  if (Readable.empty())
    return someConstant(Type);
  unsigned Index = Random.from(Readable);
  // A second try makes conversions rarer.
  if (Program.Variables[Index].Type != Type)
    Index = Random.from(Readable);
  return Build.convert(Build.variable(Index), Type);
}

ExprId RandomExprs::someParameter(IntType Type) {
  unsigned Index = Random.below(Program.Parameters.size() + 1);
  if (Index == Program.Parameters.size() ||
      Program.Parameters[Index].Type.Bits == 0)
    return someBuiltin(Type);
  return Build.convert(Build.parameter(Index), Type);
}

ExprId RandomExprs::lane(IntType Type) {
  return Build.convert(
      Build.builtin(Random.pick<Builtin>(
          {Builtin::ThreadIdxX, Builtin::ThreadIdxX, Builtin::ThreadIdxX,
           Builtin::ThreadIdxX, Builtin::ThreadIdxY, Builtin::ThreadIdxY,
           Builtin::ThreadIdxZ})),
      Type);
}

ExprId RandomExprs::someBuiltin(IntType Type) {
  if (IsClosed)
    return Build.convert(
        Build.builtin(Random.pick<Builtin>(
            {Builtin::BlockDimX, Builtin::BlockDimX, Builtin::BlockDimY})),
        Type);
  return Build.convert(
      Build.builtin(Random.pick<Builtin>(
          {Builtin::BlockIdxX, Builtin::BlockIdxX, Builtin::BlockIdxX,
           Builtin::BlockIdxY, Builtin::BlockIdxZ, Builtin::BlockDimX,
           Builtin::BlockDimX, Builtin::BlockDimX, Builtin::BlockDimY,
           Builtin::BlockDimZ, Builtin::GridDimX, Builtin::GridDimY,
           Builtin::GridDimZ})),
      Type);
}

ExprId RandomExprs::someOpaque(IntType Type, unsigned Depth) {
  if (IsClosed)
    return someConstant(Type);
  llvm::SmallVector<ExprId, 2> Operands;
  for (unsigned I = Random.below(3); I != 0; --I) {
    IntType OperandType = otherType(Random);
    Operands.push_back(integer(OperandType, Depth ? Depth - 1 : 0));
  }
  OpaqueValue Value;
  Value.Divergent = Random.chance(30);
  Value.Name = "q" + std::to_string(Program.Opaques.size());
  Value.Why = {ReasonCode::DataDependentIndex,
               "loaded from '" + Value.Name + "'"};
  return Build.opaque(std::move(Value), Type, Operands);
}

ExprId RandomExprs::leaf(IntType Type) {
  unsigned Kind = Random.below(100);
  if (Kind < 25)
    return lane(Type);
  if (Kind < 65)
    return someVariable(Type);
  if (Kind < 85)
    return someConstant(Type);
  if (Kind < 92)
    return someParameter(Type);
  if (Kind < 98)
    return someBuiltin(Type);
  return someOpaque(Type, 0);
}

/// Rarely 0.
ExprId RandomExprs::divisor(IntType Type, unsigned Depth) {
  if (Random.chance(75))
    return Build.constant(
        Random.pick<int64_t>({1, 2, 3, 4, 5, 8, 12, 16, 32, 33, 64, -1, -4}),
        Type);
  ExprId Any = integer(Type, Depth);
  return Random.chance(85)
             ? Build.binary(BinaryOp::Or, Any, Build.constant(1, Type))
             : Any;
}

ExprId RandomExprs::arithmetic(IntType Type, unsigned Depth) {
  BinaryOp Op = Random.pick<BinaryOp>(
      {BinaryOp::Add,        BinaryOp::Add,        BinaryOp::Add,
       BinaryOp::Add,        BinaryOp::Sub,        BinaryOp::Sub,
       BinaryOp::Mul,        BinaryOp::Mul,        BinaryOp::Mul,
       BinaryOp::Div,        BinaryOp::Div,        BinaryOp::Rem,
       BinaryOp::Rem,        BinaryOp::And,        BinaryOp::And,
       BinaryOp::And,        BinaryOp::Or,         BinaryOp::Xor,
       BinaryOp::Xor,        BinaryOp::ShiftLeft,  BinaryOp::ShiftLeft,
       BinaryOp::ShiftRight, BinaryOp::ShiftRight, BinaryOp::Min,
       BinaryOp::Max});
  ExprId Left = integer(Type, Depth);
  switch (Op) {
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return Build.binary(Op, Left, divisor(Type, Depth));
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    if (Random.chance(85))
      return Build.binary(Op, Left, Build.constant(Random.between(0, 6), Type));
    break;
  case BinaryOp::Mul:
  case BinaryOp::And:
    if (Random.chance(60))
      return Build.binary(Op, Left, someConstant(Type));
    break;
  default:
    // The same node twice, as `x ^ (x >> 1)` or `x + x` have it.
    if (Random.chance(5))
      return Build.binary(Op, Left, Left);
    break;
  }
  return Build.binary(Op, Left, integer(Type, Depth));
}

/// What lanes and an unknown that they share make together: `threadIdx.x % n`,
/// `(threadIdx.x + n) / 4`, `min(threadIdx.x - 1, n)`, `threadIdx.x ^ n`.
ExprId RandomExprs::mixed(IntType Type) {
  ExprId Lane = lane(Type);
  if (Random.chance(40))
    Lane = Build.binary(
        Random.pick<BinaryOp>({BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul}),
        Lane, Build.constant(Random.below(5), Type));
  ExprId Shared = someParameter(Type);
  if (Random.chance(30))
    Shared = Build.binary(
        Random.pick<BinaryOp>({BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul,
                               BinaryOp::And, BinaryOp::Or, BinaryOp::Rem}),
        Shared, Build.constant(1 + Random.below(9), Type));
  BinaryOp Op = Random.pick<BinaryOp>(
      {BinaryOp::And, BinaryOp::And, BinaryOp::Or, BinaryOp::Xor, BinaryOp::Xor,
       BinaryOp::Div, BinaryOp::Rem, BinaryOp::Min, BinaryOp::Max,
       BinaryOp::ShiftLeft, BinaryOp::ShiftRight});
  if (Random.chance(40)) {
    // The sum of both against a number.
    Lane = Build.binary(BinaryOp::Add, Lane, Shared);
    Shared = Build.constant(
        Random.pick<int64_t>({1, 2, 3, 4, 7, 8, 15, 16, 24, 31, 32, 33}), Type);
  } else if (Op == BinaryOp::Div || Op == BinaryOp::Rem) {
    Shared = Build.binary(BinaryOp::Or, Shared, Build.constant(1, Type));
  }
  bool IsOrdered = Op == BinaryOp::Div || Op == BinaryOp::Rem ||
                   Op == BinaryOp::ShiftLeft || Op == BinaryOp::ShiftRight;
  return IsOrdered || Random.chance(50) ? Build.binary(Op, Lane, Shared)
                                        : Build.binary(Op, Shared, Lane);
}

/// The number of another lane, as shuffles compute it, or now and then any.
ExprId RandomExprs::otherLane(unsigned Depth) {
  if (Random.chance(10))
    return integer(U32, Depth);
  ExprId Own = Build.binary(BinaryOp::And, lane(U32), Build.constant(31, U32));
  ExprId Number = Build.constant(
      Random.pick<int64_t>({0, 0, 1, 1, 2, 4, 8, 15, 16, 31}), U32);
  switch (Random.below(4)) {
  case 0:
    return Number;
  case 1: {
    ExprId From = Build.binary(BinaryOp::Add, Own, Number);
    ExprId Last = Build.constant(Random.pick<int64_t>({31, 31, 7}), U32);
    return Build.select(Build.binary(BinaryOp::LessEqual, From,
                                     Build.binary(BinaryOp::Or, Own, Last)),
                        From, Own);
  }
  case 2:
    return Build.select(Build.binary(BinaryOp::GreaterEqual, Own, Number),
                        Build.binary(BinaryOp::Sub, Own, Number), Own);
  default:
    return Build.binary(BinaryOp::Xor, Own, Number);
  }
}

ExprId RandomExprs::shuffled(IntType Type, unsigned Depth) {
  ExprId Value = integer(Type, Depth);
  OpaqueValue Unknown;
  Unknown.Name = "w" + std::to_string(Program.Opaques.size());
  Unknown.Why = {ReasonCode::CrossLane, "shuffled as '" + Unknown.Name + "'"};
  return Build.shuffle(std::move(Unknown), Value, otherLane(Depth));
}

ExprId RandomExprs::integer(IntType Type, unsigned Depth) {
  if (Type == BoolType)
    return condition(Depth);
  if (Depth != 0 && Random.chance(MaxShuffles == 0 ? 0 : 4)) {
    --MaxShuffles;
    return shuffled(Type, Depth - 1);
  }
  if (Random.chance(6))
    return mixed(Type);
  if (Depth == 0 || Random.chance(15))
    return leaf(Type);
  unsigned Kind = Random.below(100);
  if (Kind < 68)
    return arithmetic(Type, Depth - 1);
  if (Kind < 76) {
    ExprId Operand = integer(Type, Depth - 1);
    return Build.unary(
        Random.pick<UnaryOp>({UnaryOp::Negate, UnaryOp::Negate, UnaryOp::Not,
                              UnaryOp::Abs, UnaryOp::PopCount,
                              UnaryOp::CountLeadingZeros, UnaryOp::ReverseBits,
                              UnaryOp::FindFirstSet}),
        Operand);
  }
  if (Kind < 84) {
    ExprId Condition = condition(Depth - 1);
    ExprId Then = integer(Type, Depth - 1);
    return Build.select(Condition, Then, integer(Type, Depth - 1));
  }
  if (Kind < 93) {
    IntType From = otherType(Random);
    return Build.convert(integer(From, Depth - 1), Type);
  }
  if (Kind < 96)
    return Build.convert(condition(Depth - 1), Type);
  return someOpaque(Type, Depth - 1);
}

ExprId RandomExprs::comparison(unsigned Depth) {
  BinaryOp Op = Random.pick<BinaryOp>(
      {BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::Less, BinaryOp::LessEqual,
       BinaryOp::Greater, BinaryOp::GreaterEqual});
  IntType Type = otherType(Random);
  ExprId Left = integer(Type, Depth);
  return Build.binary(Op, Left, integer(Type, Depth));
}

/// `threadIdx.x < 16`, `(threadIdx.x & 3) == 1`.
ExprId RandomExprs::laneTest() {
  ExprId Lane = lane(U32);
  if (Random.chance(50)) {
    BinaryOp Op =
        Random.pick<BinaryOp>({BinaryOp::Less, BinaryOp::Less,
                               BinaryOp::GreaterEqual, BinaryOp::Equal});
    return Build.binary(Op, Lane, Build.constant(Random.below(34), U32));
  }
  unsigned Mask = Random.pick<unsigned>({1, 1, 2, 3, 7, 16});
  ExprId Masked = Build.binary(BinaryOp::And, Lane, Build.constant(Mask, U32));
  BinaryOp Op = Random.pick<BinaryOp>({BinaryOp::Equal, BinaryOp::NotEqual});
  unsigned Number = Random.chance(60) ? 0 : Random.below(Mask + 1);
  return Build.binary(Op, Masked, Build.constant(Number, U32));
}

ExprId RandomExprs::condition(unsigned Depth) {
  // What shuffles must not take for the lanes that are there.
  if (MaxShuffles != 0 && !IsClosed && Random.chance(15)) {
    OpaqueValue Value;
    Value.Divergent = true;
    return Build.opaque(std::move(Value), BoolType, {});
  }
  unsigned Kind = Random.below(100);
  if (Kind < 30)
    return laneTest();
  if (Kind < 40) {
    BinaryOp Op = Random.pick<BinaryOp>({BinaryOp::Less, BinaryOp::Equal});
    ExprId Parameter = someParameter(I32);
    return Build.binary(Op, Parameter, someConstant(I32));
  }
  if (Kind < 48)
    return Build.convert(someVariable(I32), BoolType);
  if (Kind < 51)
    return someOpaque(BoolType, Depth);
  if (Depth == 0 || Kind < 80)
    return comparison(Depth);
  ExprId First = condition(Depth - 1);
  if (Kind < 86)
    return Build.unary(UnaryOp::LogicalNot, First);
  BinaryOp Op =
      Kind < 89
          ? Random.pick<BinaryOp>({BinaryOp::And, BinaryOp::Or, BinaryOp::Xor,
                                   BinaryOp::Equal, BinaryOp::NotEqual})
          : Random.pick<BinaryOp>({BinaryOp::LogicalAnd, BinaryOp::LogicalOr});
  return Build.binary(Op, First, condition(Depth - 1));
}

ExprId RandomExprs::smallCount(IntType Type, unsigned Limit) {
  switch (Random.below(6)) {
  case 0:
    return Build.convert(Build.binary(BinaryOp::Rem, integer(U32, 2),
                                      Build.constant(Limit + 1, U32)),
                         Type);
  case 1:
    return Build.convert(Build.binary(BinaryOp::Min, someParameter(I32),
                                      Build.constant(Limit, I32)),
                         Type);
  case 2:
    return Build.convert(
        Build.binary(BinaryOp::Rem, lane(U32), Build.constant(Limit + 1, U32)),
        Type);
  default:
    return Build.constant(Random.below(Limit + 1), Type);
  }
}

/// A number from 0 to \p Count - 1, or one time in ten any number, which often
/// is the only way for it to keep a symbol.
ExprId RandomExprs::index(IntType Type, uint64_t Count) {
  if (Random.chance(10))
    return integer(Type, 2);
  ExprId Any = Random.chance(40) ? lane(Type) : integer(Type, 2);
  if ((Count & (Count - 1)) == 0 && Random.chance(50))
    return Build.binary(BinaryOp::And, Any, Build.constant(Count - 1, Type));
  if (Random.chance(15))
    return Build.binary(
        BinaryOp::Max, Build.constant(0, Type),
        Build.binary(BinaryOp::Min, Any, Build.constant(Count - 1, Type)));
  IntType Unsigned{Type.Bits, false};
  return Build.convert(Build.binary(BinaryOp::Rem, Build.convert(Any, Unsigned),
                                    Build.constant(Count, Unsigned)),
                       Type);
}

/// As the front end writes subscripts: an i64, mostly converted from 32 bits.
ExprId RandomExprs::subscript(uint64_t Count) {
  if (Count > 1 && Random.chance(25)) {
    // A uniform part plus a part of each lane: `base + threadIdx.x`.
    IntType Type = Random.pick<IntType>({I32, U32, I64});
    ExprId Uniform =
        Random.chance(50) ? someParameter(Type) : someVariable(Type);
    ExprId Sum = Build.binary(BinaryOp::Add, Uniform, index(Type, Count / 2));
    return Build.convert(Sum, I64);
  }
  return Build.convert(index(Random.pick<IntType>({I32, U32, I64}), Count),
                       I64);
}

RandomAddress RandomExprs::subscripted(unsigned Array) {
  const SharedArray A = Program.Arrays[Array];
  llvm::SmallVector<ExprId, 3> Subscripts;
  for (size_t I = 0; I + 1 < A.Extents.size(); ++I)
    Subscripts.push_back(subscript(A.Extents[I].Elements));
  // The dynamic array's first extent is unknown; any small number will do.
  uint64_t Row = A.Extents.empty() ? 0 : A.Extents.back().Elements;
  if (Row == 0)
    Row = 64;
  unsigned Bytes = 1u << Random.below(5);
  while (Bytes > A.ElementBytes &&
         (Row * A.ElementBytes % Bytes != 0 || Bytes % A.ElementBytes != 0 ||
          Bytes > A.Alignment))
    Bytes /= 2;
  while (Bytes < A.ElementBytes && A.ElementBytes % Bytes != 0)
    Bytes /= 2;
  Bytes = std::min(Bytes, A.Alignment);
  ExprId Inner = Build.constant(0, I64);
  if (!A.Extents.empty()) {
    unsigned Group = std::max(1u, Bytes / A.ElementBytes);
    ExprId Last = subscript(Row / Group);
    Subscripts.push_back(
        Build.binary(BinaryOp::Mul, Last, Build.constant(Group, I64)));
  }
  if (Bytes < A.ElementBytes)
    Inner =
        Random.chance(70)
            ? Build.constant(Bytes * Random.below(A.ElementBytes / Bytes), I64)
            : Build.binary(BinaryOp::Mul, index(I64, A.ElementBytes / Bytes),
                           Build.constant(Bytes, I64));
  return {Build.address(Array, Subscripts, Inner), Bytes, Array};
}

ExprId RandomExprs::pointerInto(unsigned Array) {
  uint64_t Words = std::max<uint64_t>(1, Program.Arrays[Array].bytes() / 4);
  ExprId Inner =
      Build.binary(BinaryOp::Mul, subscript(Words), Build.constant(4, I64));
  return Build.address(Array, {}, Inner);
}

/// The array as bytes, through a pointer.
RandomAddress RandomExprs::flat(unsigned Array) {
  const unsigned Alignment = Program.Arrays[Array].Alignment;
  unsigned Bytes = std::min(1u << Random.below(5), Alignment);
  uint64_t Count = Program.Arrays[Array].bytes();
  Count = std::max<uint64_t>(1, (Count ? Count : 256) / Bytes);
  ExprId Inner =
      Build.binary(BinaryOp::Mul, subscript(Count), Build.constant(Bytes, I64));
  if (Random.chance(50))
    return {Build.address(Array, {}, Inner), Bytes, Array};
  ExprId Start = Build.address(Array, {}, Build.constant(0, I64));
  return {Build.binary(BinaryOp::Add, Start, Build.convert(Inner, U64)), Bytes,
          Array};
}

RandomAddress RandomExprs::address() {
  unsigned Array = Random.below(Program.Arrays.size());
  unsigned Kind = Random.below(100);
  if (Kind < 66)
    return subscripted(Array);
  if (Kind < 80)
    return flat(Array);
  if (Kind < 92 && !Pointers.empty()) {
    auto [Variable, Pointee] = Random.from(Pointers);
    ExprId Offset =
        Build.binary(BinaryOp::Mul, index(U64, 8), Build.constant(4, U64));
    ExprId Sum = Build.binary(BinaryOp::Add, Build.variable(Variable), Offset);
    return {Sum, Random.pick<unsigned>({1, 2, 4}), Pointee};
  }
  if (Kind < 98) {
    RandomAddress A = subscripted(Array);
    RandomAddress B = subscripted(Random.below(Program.Arrays.size()));
    return {Build.select(condition(1), A.Address, B.Address),
            std::min(A.Bytes, B.Bytes), std::nullopt};
  }
  return {someOpaque(U64, 1), 4, std::nullopt};
}
