//===- FewRounds.cpp - Loops that the compiler knows to be short ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc makes one of four rounds of a loop whose rounds it can't limit, and does
// what is left over first, round by round: lanes that do fewer than four are in
// step. A loop that has less than four for whatever threads, as one from
// `ty % 5` to 5 by 2, is left to ptxas, which may put those of different lanes
// together in another way.
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/CompileTime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace banklint;

namespace {

/// Looks for what limits numbers whatever threads there are.
class NumberLimits {
public:
  /// \p Counter is the variable that the loop counts with.
  NumberLimits(const KernelProgram &Program, const AssignedValues &Values,
               unsigned Counter)
      : Program(Program), Values(Values), Counter(Counter) {}

  /// False if \p Id, or what it is made of, may be any number.
  bool mayBeLimited(ExprId Id);
  /// True if the loop that has the test \p Id may do few rounds only.
  bool mayLimitRounds(ExprId Id);

private:
  bool isOfThread(ExprId Id) const;
  bool mayBeValueLimited(unsigned Variable);
  bool isPartLimited(const Expr &E);

  const KernelProgram &Program;
  const AssignedValues &Values;
  const unsigned Counter;
  /// What is looked at is where the counter starts: that it is not negative
  /// limits the rounds.
  bool IsStart = false;
  /// Variables that were looked at: the steps of a counter limit nothing.
  llvm::SmallSet<unsigned, 8> Seen;
};

} // namespace

/// True if \p Id follows from threadIdx and constants.
bool NumberLimits::isOfThread(ExprId Id) const {
  bool Result = true;
  Values.forEachNode(Id, [&](ExprId Node) {
    const ExprKind Kind = Program.expr(Node).Kind;
    Result &= Kind != ExprKind::Parameter && Kind != ExprKind::Opaque &&
              Kind != ExprKind::Shuffle;
  });
  return Result;
}

bool NumberLimits::mayBeValueLimited(unsigned Variable) {
  const bool IsCounter = Variable == Counter;
  if ((IsCounter && !Program.Variables[Variable].Type.Signed) ||
      !Seen.insert(Variable).second)
    return true;
  const bool Outer = std::exchange(IsStart, IsStart || IsCounter);
  const bool Result = llvm::all_of(Values.of(Variable), [this](ExprId Value) {
    return mayBeLimited(Value);
  });
  IsStart = Outer;
  return Result;
}

/// True if \p E, a quotient, may be limited.
bool NumberLimits::isPartLimited(const Expr &E) {
  constexpr int64_t LargeShift = 24;
  const Expr &By = Program.expr(E.Operands[1]);
  const bool IsSmall =
      By.Kind == ExprKind::Constant &&
      By.Value >=
          (E.Binary == BinaryOp::Div ? int64_t(1) << LargeShift : LargeShift);
  return IsSmall || mayBeLimited(E.Operands[0]) ||
         (IsStart && (!E.Type.Signed || isOfThread(E.Operands[0])));
}

bool NumberLimits::mayBeLimited(ExprId Id) {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Constant:
    return true;
  case ExprKind::Parameter:
  case ExprKind::Builtin:
  case ExprKind::Opaque:
  case ExprKind::Shuffle:
  case ExprKind::Address:
    return false;
  case ExprKind::Variable:
    return mayBeValueLimited(E.Index);
  case ExprKind::Select:
    return mayBeLimited(E.Operands[1]) || mayBeLimited(E.Operands[2]);
  case ExprKind::Unary:
  case ExprKind::Convert:
    return mayBeLimited(E.Operands[0]);
  case ExprKind::Binary:
    break;
  }
  switch (E.Binary) {
  case BinaryOp::Rem:
    return mayBeLimited(E.Operands[1]);
  case BinaryOp::And:
  case BinaryOp::Min:
  case BinaryOp::Max:
    return mayBeLimited(E.Operands[0]) || mayBeLimited(E.Operands[1]);
  case BinaryOp::Div:
  case BinaryOp::ShiftRight:
    return isPartLimited(E);
  default:
    return isComparison(E.Binary) ||
           llvm::all_of(E.Operands, [this](ExprId Operand) {
             return mayBeLimited(Operand);
           });
  }
}

bool NumberLimits::mayLimitRounds(ExprId Id) {
  const Expr &E = Program.expr(Id);
  if (E.Kind != ExprKind::Binary)
    return mayBeLimited(Id);
  if (E.Binary == BinaryOp::LogicalAnd)
    return llvm::any_of(E.Operands,
                        [this](ExprId Side) { return mayLimitRounds(Side); });
  return llvm::all_of(E.Operands,
                      [this](ExprId Side) { return mayBeLimited(Side); });
}

bool CompileTimeView::mayKnowFewRounds(const Stmt &Loop) {
  auto [It, IsNew] = FewRounds.try_emplace(&Loop, true);
  if (IsNew && Loop.Value.isValid())
    It->second =
        NumberLimits(Program, Values, Loop.Index).mayLimitRounds(Loop.Value);
  return It->second;
}
