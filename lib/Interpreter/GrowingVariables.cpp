//===- GrowingVariables.cpp - Variables that loops multiply ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (int d = 1; d < n; d *= 2)` has no rounds with a negative d, whatever n
// is: signed products do not wrap in C++. With `d <<= 1`, which may wrap, d
// would be less than n from then on, and the loop would not end.
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "banklint/Program/KernelProgram.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

unsigned banklint::setsIn(const Stmt &Loop, unsigned Variable) {
  unsigned Count = 0;
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&](const Stmt &S) {
      Count += S.Kind == StmtKind::Assign && S.Index == Variable;
    });
  return Count;
}

static bool isVariable(const Expr &E, unsigned Variable) {
  return E.Kind == ExprKind::Variable && E.Index == Variable;
}

/// What \p Value multiplies \p Variable by.
static std::optional<int64_t> factorOf(const KernelProgram &Program,
                                       const Expr &Value, unsigned Variable) {
  if (Value.Kind != ExprKind::Binary ||
      !isVariable(Program.expr(Value.Operands[0]), Variable))
    return std::nullopt;
  const Expr &Right = Program.expr(Value.Operands[1]);
  if (Value.Binary == BinaryOp::Add && isVariable(Right, Variable))
    return 2;
  // So that products are within 64 bits.
  constexpr int64_t MaxFactor = 1 << 20;
  if (Right.Kind != ExprKind::Constant || Right.Value < 1)
    return std::nullopt;
  if (Value.Binary == BinaryOp::Mul && 2 <= Right.Value &&
      Right.Value <= MaxFactor)
    return Right.Value;
  if (Value.Binary == BinaryOp::ShiftLeft && Right.Value <= 20)
    return int64_t(1) << Right.Value;
  return std::nullopt;
}

std::optional<GrowingVariable>
banklint::growingVariable(const KernelProgram &Program, const Stmt &Loop,
                          unsigned Variable) {
  const IntType Type = Program.Variables[Variable].Type;
  if (Type.Bits != 32 || setsIn(Loop, Variable) != 1 ||
      !applies(Mechanism::GrowingVariables))
    return std::nullopt;
  std::optional<GrowingVariable> Result;
  const auto Find = [&](const Stmt &S) {
    if (S.Kind != StmtKind::Assign || S.Index != Variable)
      return;
    // `d *= 2u` of an int is a product of unsigned numbers.
    const Expr &Value = Program.expr(S.Value);
    if (const auto Factor = factorOf(Program, Value, Variable))
      Result = {Variable, *Factor, Type,
                !Type.Signed || Value.Binary == BinaryOp::ShiftLeft};
  };
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, Find);
  return Result;
}

/// True if \p Value is the same in all rounds of \p Loop.
static bool isKept(const KernelProgram &Program, const Stmt &Loop,
                   ExprId Value) {
  const Expr &E = Program.expr(Value);
  switch (E.Kind) {
  case ExprKind::Constant:
  case ExprKind::Parameter:
  case ExprKind::Builtin:
    return true;
  case ExprKind::Variable:
    return setsIn(Loop, E.Index) == 0;
  case ExprKind::Convert:
  case ExprKind::Unary:
  case ExprKind::Binary:
    return llvm::all_of(E.Operands, [&](ExprId Operand) {
      return isKept(Program, Loop, Operand);
    });
  default:
    return false;
  }
}

static bool hasJumps(const Stmt &Loop) {
  bool Result = false;
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&Result](const Stmt &S) {
      Result |= S.Kind == StmtKind::Break || S.Kind == StmtKind::Return;
    });
  return Result;
}

/// \p Number, of the variable that \p Id converts, as \p Id has it.
static int64_t converted(const KernelProgram &Program, ExprId Id,
                         int64_t Number) {
  const Expr &E = Program.expr(Id);
  return E.Kind == ExprKind::Convert
             ? canonical(converted(Program, E.Operands[0], Number), E.Type)
             : Number;
}

bool banklint::isEndlessOnceWrapped(const KernelProgram &Program,
                                    const Stmt &Loop,
                                    const GrowingVariable &Variable,
                                    int64_t Old, int64_t New) {
  if (!Loop.Value.isValid() || hasJumps(Loop))
    return false;
  const Expr &Test = Program.expr(Loop.Value);
  if (Test.Kind != ExprKind::Binary)
    return false;
  const bool IsLess =
      Test.Binary == BinaryOp::Less || Test.Binary == BinaryOp::LessEqual;
  if (!IsLess && Test.Binary != BinaryOp::Greater &&
      Test.Binary != BinaryOp::GreaterEqual)
    return false;
  const ExprId Tested = Test.Operands[IsLess ? 0 : 1];
  if (!isVariable(withoutConversions(Program, Tested), Variable.Index) ||
      !isKept(Program, Loop, Test.Operands[IsLess ? 1 : 0]))
    return false;
  // The limit is greater than 0, since what passed the test was.
  const bool IsSigned = Program.expr(Tested).Type.Signed;
  const int64_t Before = converted(Program, Tested, Old);
  if (Before == 0 || (IsSigned && Before < 0))
    return false;
  // 0 stays 0. A sign alone stays so, or becomes 0.
  const bool IsSignAlone = New == canonical(int64_t(1) << 31, I32);
  return New == 0 ||
         (IsSignAlone && IsSigned && converted(Program, Tested, New) < 0);
}
