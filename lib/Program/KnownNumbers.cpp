//===- KnownNumbers.cpp - Expressions of known variables ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/KnownNumbers.h"

using namespace banklint;

std::optional<int64_t> banklint::numberOf(const KernelProgram &Program,
                                          ExprId Id,
                                          const KnownNumbers &Known) {
  const Expr &E = Program.expr(Id);
  const auto Operand = [&](unsigned Number) {
    return numberOf(Program, E.Operands[Number], Known);
  };
  switch (E.Kind) {
  case ExprKind::Constant:
    return E.Value;
  case ExprKind::Variable: {
    const auto Found = Known.find(E.Index);
    return Found == Known.end() ? std::nullopt : std::optional(Found->second);
  }
  case ExprKind::Convert: {
    const std::optional<int64_t> Value = Operand(0);
    return Value ? std::optional(canonical(*Value, E.Type)) : std::nullopt;
  }
  case ExprKind::Unary: {
    const std::optional<int64_t> Value = Operand(0);
    return Value ? std::optional(evaluate(E.Unary, *Value,
                                          Program.expr(E.Operands[0]).Type))
                 : std::nullopt;
  }
  case ExprKind::Binary: {
    const std::optional<int64_t> Left = Operand(0), Right = Operand(1);
    // One side may decide.
    for (const std::optional<int64_t> &Side : {Left, Right})
      if (Side && (E.Binary == BinaryOp::LogicalAnd  ? *Side == 0
                   : E.Binary == BinaryOp::LogicalOr ? *Side != 0
                                                     : false))
        return *Side != 0;
    return Left && Right ? evaluate(E.Binary, *Left, *Right,
                                    Program.expr(E.Operands[0]).Type)
                         : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}
