//===- ExprBuilder.cpp - Adds expressions to a kernel program -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace banklint;

ExprId ExprBuilder::add(Expr Node) {
  unsigned Depth = 0;
  for (ExprId Operand : Node.Operands)
    Depth = std::max(Depth, Program.expr(Operand).Depth);
  if (Depth >= MaxExprDepth)
    return opaque({{ReasonCode::Budget, "computed by an expression of more "
                                        "than " +
                                            std::to_string(MaxExprDepth) +
                                            " nested operators"},
                   /*Name=*/"",
                   /*Divergent=*/true},
                  Node.Type);
  Node.Depth = Depth + 1;
  ExprId Id{static_cast<uint32_t>(Program.Exprs.size())};
  Program.Exprs.push_back(std::move(Node));
  return Id;
}

std::optional<int64_t> ExprBuilder::constantValue(ExprId Id) const {
  const Expr &Node = Program.expr(Id);
  if (Node.Kind != ExprKind::Constant)
    return std::nullopt;
  return Node.Value;
}

ExprId ExprBuilder::constant(int64_t Value, IntType Type) {
  Expr Node;
  Node.Kind = ExprKind::Constant;
  Node.Type = Type;
  Node.Value = canonical(Value, Type);
  return add(std::move(Node));
}

ExprId ExprBuilder::variable(unsigned Index) {
  Expr Node;
  Node.Kind = ExprKind::Variable;
  Node.Type = Program.Variables[Index].Type;
  Node.Index = Index;
  return add(std::move(Node));
}

ExprId ExprBuilder::parameter(unsigned Index) {
  assert(Program.Parameters[Index].Type.Bits != 0 && "not an integer");
  Expr Node;
  Node.Kind = ExprKind::Parameter;
  Node.Type = Program.Parameters[Index].Type;
  Node.Index = Index;
  return add(std::move(Node));
}

ExprId ExprBuilder::builtin(Builtin Special) {
  Expr Node;
  Node.Kind = ExprKind::Builtin;
  Node.Type = U32;
  Node.Special = Special;
  return add(std::move(Node));
}

ExprId ExprBuilder::unary(UnaryOp Op, ExprId Operand) {
  IntType Type = typeOf(Operand);
  IntType Result = Op == UnaryOp::LogicalNot ? BoolType : Type;
  if (std::optional<int64_t> Value = constantValue(Operand))
    return constant(evaluate(Op, *Value, Type), Result);
  Expr Node;
  Node.Kind = ExprKind::Unary;
  Node.Type = Result;
  Node.Unary = Op;
  Node.Operands = {Operand};
  return add(std::move(Node));
}

ExprId ExprBuilder::binary(BinaryOp Op, ExprId Left, ExprId Right) {
  IntType Type = typeOf(Left);
  assert(Type == typeOf(Right) && "operands of one type");
  bool IsLogical = Op == BinaryOp::LogicalAnd || Op == BinaryOp::LogicalOr;
  assert((!IsLogical || Type == BoolType) && "logical operators take bools");
  IntType Result = IsLogical || isComparison(Op) ? BoolType : Type;
  std::optional<int64_t> L = constantValue(Left), R = constantValue(Right);
  if (L && R)
    if (std::optional<int64_t> Value = evaluate(Op, *L, *R, Type))
      return constant(*Value, Result);
  Expr Node;
  Node.Kind = ExprKind::Binary;
  Node.Type = Result;
  Node.Binary = Op;
  Node.Operands = {Left, Right};
  return add(std::move(Node));
}

ExprId ExprBuilder::convert(ExprId Operand, IntType Type) {
  IntType From = typeOf(Operand);
  if (From == Type)
    return Operand;
  // C++ asks whether the number is zero and does not cut it to its lowest bit.
  if (Type == BoolType)
    return binary(BinaryOp::NotEqual, Operand, constant(0, From));
  if (std::optional<int64_t> Value = constantValue(Operand))
    return constant(*Value, Type);
  Expr Node;
  Node.Kind = ExprKind::Convert;
  Node.Type = Type;
  Node.Operands = {Operand};
  return add(std::move(Node));
}

/// True if both surely have the same value: the same operators on the same
/// variables and constants.
static bool isSameValue(const KernelProgram &Program, ExprId A, ExprId B) {
  const Expr &Left = Program.expr(A), &Right = Program.expr(B);
  if (Left.Kind != Right.Kind || Left.Type != Right.Type ||
      Left.Index != Right.Index || Left.Value != Right.Value ||
      Left.Special != Right.Special || Left.Kind == ExprKind::Opaque ||
      Left.Kind == ExprKind::Shuffle ||
      Left.Operands.size() != Right.Operands.size())
    return false;
  if ((Left.Kind == ExprKind::Unary && Left.Unary != Right.Unary) ||
      (Left.Kind == ExprKind::Binary && Left.Binary != Right.Binary))
    return false;
  // Long ones are not worth the time.
  constexpr unsigned MaxDepth = 4;
  if (Left.Depth > MaxDepth)
    return false;
  for (auto [LeftPart, RightPart] : llvm::zip(Left.Operands, Right.Operands))
    if (!isSameValue(Program, LeftPart, RightPart))
      return false;
  return true;
}

/// The operator that `a < b ? a : b` and its like stand for.
static std::optional<BinaryOp> extremumOf(const KernelProgram &Program,
                                          const Expr &Condition, ExprId Then,
                                          ExprId Else) {
  bool IsLess = Condition.Binary == BinaryOp::Less ||
                Condition.Binary == BinaryOp::LessEqual;
  bool IsGreater = Condition.Binary == BinaryOp::Greater ||
                   Condition.Binary == BinaryOp::GreaterEqual;
  if (Condition.Kind != ExprKind::Binary || (!IsLess && !IsGreater))
    return std::nullopt;
  auto Compares = [&](ExprId Left, ExprId Right) {
    return isSameValue(Program, Condition.Operands[0], Left) &&
           isSameValue(Program, Condition.Operands[1], Right);
  };
  if (Compares(Then, Else))
    return IsLess ? BinaryOp::Min : BinaryOp::Max;
  if (Compares(Else, Then))
    return IsLess ? BinaryOp::Max : BinaryOp::Min;
  return std::nullopt;
}

std::optional<ExprId> ExprBuilder::extremum(ExprId Condition, ExprId Then,
                                            ExprId Else) {
  if (std::optional<BinaryOp> Op =
          extremumOf(Program, Program.expr(Condition), Then, Else))
    return binary(*Op, Then, Else);
  return std::nullopt;
}

ExprId ExprBuilder::select(ExprId Condition, ExprId Then, ExprId Else) {
  assert(typeOf(Condition) == BoolType && "a condition is a bool");
  assert(typeOf(Then) == typeOf(Else) && "arms of one type");
  if (std::optional<int64_t> Value = constantValue(Condition))
    return *Value ? Then : Else;
  if (std::optional<ExprId> Extremum = extremum(Condition, Then, Else))
    return *Extremum;
  Expr Node;
  Node.Kind = ExprKind::Select;
  Node.Type = typeOf(Then);
  Node.Operands = {Condition, Then, Else};
  return add(std::move(Node));
}

ExprId ExprBuilder::address(unsigned Array, llvm::ArrayRef<ExprId> Subscripts,
                            ExprId InnerBytes) {
  assert(Subscripts.size() <= Program.Arrays[Array].Extents.size() &&
         "more subscripts than extents");
  assert(typeOf(InnerBytes) == I64 && "inner bytes are an i64");
  Expr Node;
  Node.Kind = ExprKind::Address;
  Node.Type = U64;
  Node.Index = Array;
  Node.Operands.append(Subscripts.begin(), Subscripts.end());
  Node.Operands.push_back(InnerBytes);
  return add(std::move(Node));
}

ExprId ExprBuilder::shuffle(OpaqueValue Unknown, ExprId Value, ExprId Source) {
  assert(typeOf(Source) == U32 && "a lane's number is a u32");
  Expr Node;
  Node.Kind = ExprKind::Shuffle;
  Node.Type = typeOf(Value);
  Node.Index = static_cast<unsigned>(Program.Opaques.size());
  Node.Operands = {Value, Source};
  Program.Opaques.push_back(std::move(Unknown));
  return add(std::move(Node));
}

ExprId ExprBuilder::opaque(OpaqueValue Value, IntType Type,
                           llvm::ArrayRef<ExprId> Operands) {
  Expr Node;
  Node.Kind = ExprKind::Opaque;
  Node.Type = Type;
  Node.Index = static_cast<unsigned>(Program.Opaques.size());
  Node.Operands.append(Operands.begin(), Operands.end());
  Program.Opaques.push_back(std::move(Value));
  return add(std::move(Node));
}
