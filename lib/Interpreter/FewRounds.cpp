//===- FewRounds.cpp - Loops that the compiler knows to be short ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule L6. nvcc makes one of four rounds of a loop whose rounds it can't limit,
// and does what is left over first, round by round: lanes that do fewer than
// four are in step. A loop that has less than four for whatever threads, as one
// from `ty % 5` to 5 by 2, is left to ptxas, which may put those of different
// lanes together in another way. Numbers that both the start and the end have
// may be none of the difference between them: the loop from ty to `ty + 1 + (ty
// & 1)` is short, too.
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/CompileTime.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace banklint;

namespace {

/// Looks for what limits numbers whatever threads there are.
class NumberLimits {
public:
  NumberLimits(const KernelProgram &Program, const AssignedValues &Values,
               const Stmt &Loop);

  /// False if \p Id, or what it is made of, may be any number.
  bool mayBeLimited(ExprId Id);
  /// True if the loop that has the test \p Id may do few rounds only.
  bool mayLimitRounds(ExprId Id);

private:
  /// What is no operator, variable or constant; equal for equal numbers.
  using Source = std::pair<ExprKind, unsigned>;

  std::optional<Source> sourceOf(ExprId Id) const;
  bool isStart(ExprId Value) const;
  llvm::SmallSet<Source, 8> sourcesOf(llvm::ArrayRef<ExprId> Ids) const;
  bool isOfThread(ExprId Id) const;
  bool mayBeValueLimited(unsigned Variable);
  bool isPartLimited(const Expr &E);

  const KernelProgram &Program;
  const AssignedValues &Values;
  /// The variable that the loop counts with.
  const unsigned Counter;
  /// What both the start and the end of the loop are made of.
  llvm::SmallSet<Source, 8> Common;
  /// What is looked at is where the counter starts: that it is not negative
  /// limits the rounds.
  bool IsStart = false;
  /// Variables that were looked at: the steps of a counter limit nothing.
  llvm::SmallSet<unsigned, 8> Seen;
};

} // namespace

NumberLimits::NumberLimits(const KernelProgram &Program,
                           const AssignedValues &Values, const Stmt &Loop)
    : Program(Program), Values(Values), Counter(Loop.Index) {
  if (Counter >= Values.size())
    return;
  llvm::SmallVector<ExprId> Starts;
  llvm::copy_if(Values.of(Counter), std::back_inserter(Starts),
                [this](ExprId Value) { return isStart(Value); });
  const llvm::SmallSet<Source, 8> OfEnd = sourcesOf(Loop.Value);
  for (const Source &Each : sourcesOf(Starts))
    if (OfEnd.contains(Each))
      Common.insert(Each);
}

std::optional<NumberLimits::Source> NumberLimits::sourceOf(ExprId Id) const {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Builtin:
    return Source(E.Kind, unsigned(E.Special));
  case ExprKind::Parameter:
    return Source(E.Kind, E.Index);
  case ExprKind::Opaque:
  case ExprKind::Shuffle:
  case ExprKind::Address:
    return Source(E.Kind, Id.Index);
  default:
    return std::nullopt;
  }
}

/// True if \p Value, of the counter, is none that a round computes from another
/// one.
bool NumberLimits::isStart(ExprId Value) const {
  bool Result = true;
  Values.forEachNode(Value, [&](ExprId Node) {
    const Expr &E = Program.expr(Node);
    Result &= E.Kind != ExprKind::Variable || E.Index != Counter;
  });
  return Result;
}

/// What \p Ids are made of, but for what the counter is.
llvm::SmallSet<NumberLimits::Source, 8>
NumberLimits::sourcesOf(llvm::ArrayRef<ExprId> Ids) const {
  llvm::SmallSet<Source, 8> Result;
  llvm::DenseSet<unsigned> Known;
  llvm::SmallVector<ExprId, 16> Left(Ids);
  while (!Left.empty()) {
    const ExprId Id = Left.pop_back_val();
    if (!Id.isValid() || !Known.insert(Id.Index).second)
      continue;
    const Expr &E = Program.expr(Id);
    if (const std::optional<Source> Each = sourceOf(Id))
      Result.insert(*Each);
    llvm::append_range(Left, E.Operands);
    if (E.Kind == ExprKind::Variable && E.Index != Counter)
      llvm::append_range(Left, Values.of(E.Index));
  }
  return Result;
}

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
    return Common.contains(*sourceOf(Id));
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
        NumberLimits(Program, Values, Loop).mayLimitRounds(Loop.Value) ||
        !applies(Mechanism::FewIterations);
  return It->second;
}
