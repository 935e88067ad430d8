//===- AddressForms.cpp - Addresses a constant apart ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/AddressForms.h"
#include "banklint/Interpreter/Layout.h"

using namespace banklint;

/// Nodes of one address that are looked at; more are taken for one value.
constexpr unsigned MaxSteps = 256;

static int64_t product(int64_t A, int64_t B) {
  return uint64_t(A) * uint64_t(B);
}

/// Adds what an operator does to bits if that is a sum in this copy. Returns
/// false if it is not.
bool AddressForms::addBitwise(Walk &W, const Expr &E, int64_t Factor) {
  for (unsigned Side : {0, 1}) {
    const std::optional<int64_t> Value = W.Here.valueOf(E.Operands[1 - Side]);
    if (!Value)
      continue;
    const ExprId Other = E.Operands[Side];
    const bool IsDisjoint = *Value >= 0 && W.ZeroBitsOf(Other) < 63 &&
                            *Value < int64_t(1) << W.ZeroBitsOf(Other);
    if (E.Binary == BinaryOp::And && *Value == 0)
      return true;
    if (E.Binary == BinaryOp::And ? *Value != -1 : !IsDisjoint)
      continue;
    add(W, Other, Factor);
    return true;
  }
  return false;
}

/// Adds what an operator does to numbers if that is a sum in this copy. Returns
/// false if it is not.
bool AddressForms::addBinary(Walk &W, const Expr &E, int64_t Factor) {
  const std::optional<int64_t> Right = W.Here.valueOf(E.Operands[1]);
  switch (E.Binary) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    add(W, E.Operands[0], Factor);
    add(W, E.Operands[1], E.Binary == BinaryOp::Add ? Factor : -Factor);
    return true;
  case BinaryOp::Mul: {
    const std::optional<int64_t> Left = W.Here.valueOf(E.Operands[0]);
    if (!Left && !Right)
      return false;
    add(W, E.Operands[Left ? 1 : 0], product(Factor, Left ? *Left : *Right));
    return true;
  }
  case BinaryOp::ShiftLeft:
    if (!Right || *Right < 0 || *Right >= 32)
      return false;
    add(W, E.Operands[0], product(Factor, int64_t(1) << *Right));
    return true;
  case BinaryOp::ShiftRight:
  case BinaryOp::Div:
    if (Right != (E.Binary == BinaryOp::Div ? 1 : 0))
      return false;
    add(W, E.Operands[0], Factor);
    return true;
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return addBitwise(W, E, Factor);
  default:
    return false;
  }
}

void AddressForms::add(Walk &W, ExprId Id, int64_t Factor) {
  const Expr &E = Program.expr(Id);
  if (++W.Steps < MaxSteps) {
    if (Factor == 0 || W.Here.isConstant(Id))
      return;
    if (E.Kind == ExprKind::Address) {
      const ArrayLayout Elements =
          layoutOf(Program.Arrays[E.Index], changeOf(Layout, E.Index));
      for (size_t I = 0; I + 1 < E.Operands.size(); ++I)
        add(W, E.Operands[I], product(Factor, Elements.Strides[I]));
      return add(W, E.Operands.back(), Factor);
    }
    if (E.Kind == ExprKind::Unary && E.Unary == UnaryOp::Negate)
      return add(W, E.Operands[0], -Factor);
    // If 32 bits wrapped, the low bits of aligned pairs would still be known.
    if (E.Kind == ExprKind::Convert &&
        Program.expr(E.Operands[0]).Type.Bits >= 32 && E.Type.Bits >= 32)
      return add(W, E.Operands[0], Factor);
    if (E.Kind == ExprKind::Binary && addBinary(W, E, Factor))
      return;
    if (const std::optional<ExprId> Value = W.Here.followed(Id))
      return add(W, *Value, Factor);
  }
  addRest(W, Id);
  int64_t &Sum = W.Terms[Numbers.numberOf(Id)];
  Sum = uint64_t(Sum) + uint64_t(Factor);
  if (Sum == 0)
    W.Terms.erase(Numbers.numberOf(Id));
}

/// Enters what the term \p Id depends on beside its operators: the values of
/// constants, and which of several values a variable has.
void AddressForms::addRest(Walk &W, ExprId Id) {
  const Expr &E = Program.expr(Id);
  if (++W.Steps >= 2 * MaxSteps) {
    W.Rest.push_back(++Unique);
    return;
  }
  if (E.Kind == ExprKind::Variable) {
    if (W.Here.isConstant(Id)) {
      const std::optional<int64_t> Value = W.Here.valueOf(Id);
      W.Rest.push_back(Value ? uint64_t(*Value) : ++Unique);
    } else if (const std::optional<ExprId> Value = W.Here.followed(Id)) {
      addRest(W, *Value);
    } else {
      W.Rest.push_back(W.Here.versionOf(E.Index));
    }
  }
  for (ExprId Operand : E.Operands)
    addRest(W, Operand);
}

AddressForms::Form AddressForms::formOf(unsigned Access, const CodeCopy &Here,
                                        llvm::ArrayRef<uint64_t> Rounds,
                                        ZeroBits ZeroBitsOf) {
  Walk W{Here, ZeroBitsOf, {}, Rounds.vec()};
  add(W, Program.Accesses[Access].Address, 1);
  const unsigned Next = Forms.size();
  const auto &[Sum, Number] =
      *Forms.try_emplace({std::move(W.Terms), std::move(W.Rest)}, Next).first;
  return {Number, Sum.first};
}
