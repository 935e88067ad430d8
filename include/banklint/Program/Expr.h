//===- Expr.h - Integer expressions of a kernel program ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Typed, side-effect-free integer expressions with C++'s meaning: operands of a
// binary operator have the same type (conversions are explicit nodes), signed
// arithmetic wraps as the GPU's does, division truncates towards zero. Shifts
// by the width or more give 0 (arithmetic right shift: the sign), as the GPU
// does them. Nodes live in their program's arena and are named by ExprId.
//
// Pointers into shared memory are u64 values: an Address node makes one out of
// an array and subscripts, ordinary arithmetic moves it by bytes. Other
// pointers are Opaque.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_EXPR_H
#define BANKLINT_PROGRAM_EXPR_H

#include "banklint/Program/Types.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// Names a node of a program's arena; the default one names none.
struct ExprId {
  uint32_t Index = ~0u;

  bool isValid() const { return Index != ~0u; }
  friend bool operator==(ExprId A, ExprId B) { return A.Index == B.Index; }
};

enum class ExprKind {
  /// Value, canonical in Type.
  Constant,
  /// The variable number Index.
  Variable,
  /// The kernel parameter number Index; the same for all threads of a launch.
  Parameter,
  /// A u32 of the execution model, see Builtin.
  Builtin,
  /// Unary operator on Operands[0], with its type unless the operator says
  /// else.
  Unary,
  /// Binary operator on Operands[0] and Operands[1].
  Binary,
  /// Operands[0] converted to Type, another type than its own. Never to bool,
  /// which is a comparison with 0.
  Convert,
  /// Operands[0] ? Operands[1] : Operands[2], nothing else evaluated.
  Select,
  /// The u64 address of a place in shared memory: array number Index, one
  /// subscript each leading extent (in elements of that extent, slowest first),
  /// and the last operand, an i64 of bytes inside of the place so named. Fewer
  /// subscripts than extents name the start of a sub-array.
  Address,
  /// A value that is not known: opaque number Index. If it is not divergent, it
  /// is the same for all lanes for which all Operands are.
  Opaque,
  /// What Operands[0] is in the lane of the warp that Operands[1], a u32, is
  /// the number of. From a lane that does not evaluate it together with this
  /// one comes any number, divergent or not: opaque number Index.
  Shuffle,
};

enum class Builtin {
  ThreadIdxX,
  ThreadIdxY,
  ThreadIdxZ,
  BlockIdxX,
  BlockIdxY,
  BlockIdxZ,
  BlockDimX,
  BlockDimY,
  BlockDimZ,
  GridDimX,
  GridDimY,
  GridDimZ,
};

enum class UnaryOp {
  Negate,
  /// Bitwise complement.
  Not,
  /// 1 if zero, else 0; the type is bool.
  LogicalNot,
  Abs,
  /// Bits set, leading zeros, bit reversal, 1 + index of the lowest set bit.
  PopCount,
  CountLeadingZeros,
  ReverseBits,
  FindFirstSet,
};

/// Comparisons give bool. LogicalAnd and LogicalOr take bools; since
/// expressions have no effects, nothing is lost by evaluating both sides. A
/// negative shift count is like one of the width or more.
enum class BinaryOp {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Min,
  Max,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  LogicalAnd,
  LogicalOr,
};

bool isComparison(BinaryOp Op);
/// The comparison with its sides swapped.
BinaryOp mirrored(BinaryOp Op);

/// The text form's words: "threadIdx.x", "popc", "+", "min", ...
llvm::StringRef spelling(Builtin B);
llvm::StringRef spelling(UnaryOp Op);
llvm::StringRef spelling(BinaryOp Op);
std::optional<Builtin> parseBuiltin(llvm::StringRef Text);
std::optional<UnaryOp> parseUnaryOp(llvm::StringRef Text);
std::optional<BinaryOp> parseBinaryOp(llvm::StringRef Text);

/// \p Op on canonical operands of \p Type; the result is canonical in the
/// result type (bool for LogicalNot).
int64_t evaluate(UnaryOp Op, int64_t Operand, IntType Type);
/// \p Op on canonical operands of \p Type; the result is canonical in \p Type,
/// or 0/1 for comparisons and logical operators. Nothing for a division by
/// zero, whose result is not defined.
std::optional<int64_t> evaluate(BinaryOp Op, int64_t Left, int64_t Right,
                                IntType Type);

/// The deepest nesting of an expression. Bounds the recursion of everything
/// that walks expressions; hand-written kernels stay far below.
constexpr unsigned MaxExprDepth = 256;

/// One node. Which fields mean something depends on Kind.
struct Expr {
  ExprKind Kind = ExprKind::Constant;
  IntType Type;
  UnaryOp Unary = UnaryOp::Negate;
  BinaryOp Binary = BinaryOp::Add;
  Builtin Special = Builtin::ThreadIdxX;
  int64_t Value = 0;
  unsigned Index = 0;
  /// 1 plus the greatest depth of an operand.
  unsigned Depth = 1;
  /// Each comes before this node in the arena.
  llvm::SmallVector<ExprId, 3> Operands;
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_EXPR_H
