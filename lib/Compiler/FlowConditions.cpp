//===- FlowConditions.cpp - What conditions are made of -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowConditions.h"
#include "llvm/ADT/DenseSet.h"

using namespace banklint;

FlowConditions::FlowConditions(const KernelProgram &Program,
                               const AssignedValues &Assigned)
    : Program(Program), Assigned(Assigned), Differs(Program.Exprs.size()),
      VariableDiffers(Program.Variables.size()) {
  // What branches on variables that differ guards others.
  do
    Assigned.spread([this](const Expr &E) { return differs(E); }, Differs,
                    VariableDiffers);
  while (noteGuarded(Program.Body, /*Is=*/false));
}

/// True if \p E by itself differs between lanes.
bool FlowConditions::differs(const Expr &E) const {
  switch (E.Kind) {
  case ExprKind::Variable:
    return VariableDiffers[E.Index];
  case ExprKind::Builtin:
    return E.Special == Builtin::ThreadIdxX ||
           E.Special == Builtin::ThreadIdxY || E.Special == Builtin::ThreadIdxZ;
  case ExprKind::Opaque:
    return Program.Opaques[E.Index].Divergent;
  case ExprKind::Shuffle:
    return true;
  default:
    return false;
  }
}

/// True if lanes may leave \p S one by one, where it jumps.
bool FlowConditions::mayPart(const Stmt &S, bool IsInBranch) const {
  switch (S.Kind) {
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return:
    return IsInBranch;
  default:
    break;
  }
  const bool IsBranch = S.Value.isValid() && Differs[S.Value.Index];
  return llvm::any_of(S.Blocks, [&](const Block &B) {
    return llvm::any_of(B, [&](const Stmt &Inner) {
      return mayPart(Inner, IsInBranch || IsBranch);
    });
  });
}

/// Finds the variables that are set more than once, and in \p B where perhaps
/// only some lanes come if \p Is: in branches, behind jumps, and in loops that
/// lanes leave one by one. Returns true if there are new ones.
bool FlowConditions::noteGuarded(const Block &B, bool Is) {
  bool IsChanged = false;
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Assign && Is && !VariableDiffers[S.Index] &&
        Assigned.of(S.Index).size() > 1)
      IsChanged = VariableDiffers[S.Index] = true;
    const bool Parts = !Is && !S.Blocks.empty() && mayPart(S, false);
    const bool IsBranch =
        S.Kind == StmtKind::If || S.Kind == StmtKind::Switch ||
        (S.Kind == StmtKind::Loop && (Parts || Differs[S.Value.Index]));
    for (const Block &Inner : S.Blocks)
      IsChanged |= noteGuarded(Inner, Is || IsBranch);
    Is |= Parts;
  }
  return IsChanged;
}

bool FlowConditions::isUniform(ExprId Condition, const Values &Before) const {
  if (Before.empty())
    return !Differs[Condition.Index];
  // What holds now, not what loops make of it.
  llvm::SmallDenseSet<unsigned, 8> Seen;
  llvm::SmallVector<ExprId, 8> Left{Condition};
  while (!Left.empty()) {
    const ExprId Next = Left.pop_back_val();
    if (!Seen.insert(Next.Index).second)
      continue;
    const Expr &E = Program.expr(Next);
    const auto Set =
        E.Kind == ExprKind::Variable ? Before.find(E.Index) : Before.end();
    if (Set != Before.end() ? Differs[Set->second.Index] : differs(E))
      return false;
    llvm::append_range(Left, E.Operands);
  }
  return true;
}

bool FlowConditions::isOfConstants(ExprId Condition) const {
  bool Is = true;
  Assigned.forEachNode(Condition, [&](ExprId Node) {
    const Expr &E = Program.expr(Node);
    Is &= E.Kind != ExprKind::Parameter && E.Kind != ExprKind::Builtin &&
          E.Kind != ExprKind::Opaque && E.Kind != ExprKind::Shuffle &&
          E.Kind != ExprKind::Address &&
          (E.Kind != ExprKind::Variable || !Assigned.of(E.Index).empty());
  });
  return Is;
}

FlowConditions::Shape
FlowConditions::shapeOf(ExprId Condition,
                        llvm::function_ref<unsigned(unsigned)> ValueOf) const {
  Shape Result;
  const auto IsConstant = [this](ExprId Id, int64_t Value) {
    const Expr &E = Program.expr(Id);
    return E.Kind == ExprKind::Constant && E.Value == Value;
  };
  // `!c`, `c == 0` and `c != 0` of another condition.
  for (;;) {
    Condition = Assigned.resolved(Condition);
    const Expr &E = Program.expr(Condition);
    const bool IsEquality =
        E.Kind == ExprKind::Binary &&
        (E.Binary == BinaryOp::Equal || E.Binary == BinaryOp::NotEqual) &&
        IsConstant(E.Operands[1], 0) &&
        Program.expr(E.Operands[0]).Type == BoolType;
    const bool IsNot =
        E.Kind == ExprKind::Unary && E.Unary == UnaryOp::LogicalNot;
    if (!IsEquality && !IsNot)
      break;
    Result.IsNegated ^= IsNot || E.Binary == BinaryOp::Equal;
    Condition = E.Operands[0];
  }
  // More of them is told apart by its number.
  constexpr size_t MaxKey = 64;
  llvm::SmallVector<ExprId, 8> Left{Condition};
  bool IsFirst = true;
  while (!Left.empty()) {
    const ExprId Next = Assigned.resolved(Left.pop_back_val());
    const Expr &E = Program.expr(Next);
    if (Result.Key.size() > MaxKey) {
      Result.Key.push_back(Condition.Index);
      return Result;
    }
    llvm::SmallVector<ExprId, 4> Operands(E.Operands.begin(), E.Operands.end());
    Result.Key.push_back(uint64_t(E.Kind));
    switch (E.Kind) {
    case ExprKind::Constant:
      Result.Key.push_back(E.Value);
      break;
    case ExprKind::Variable:
      Result.Key.push_back(ValueOf(E.Index));
      break;
    case ExprKind::Parameter:
    case ExprKind::Address:
      Result.Key.push_back(E.Index);
      break;
    case ExprKind::Builtin:
      Result.Key.push_back(uint64_t(E.Special));
      break;
    case ExprKind::Unary:
      Result.Key.push_back(uint64_t(E.Unary));
      break;
    case ExprKind::Binary: {
      BinaryOp Op = E.Binary;
      if (IsFirst && (Op == BinaryOp::NotEqual || Op == BinaryOp::LessEqual ||
                      Op == BinaryOp::GreaterEqual)) {
        Result.IsNegated ^= true;
        Op = Op == BinaryOp::NotEqual    ? BinaryOp::Equal
             : Op == BinaryOp::LessEqual ? BinaryOp::Greater
                                         : BinaryOp::Less;
      }
      if (Op == BinaryOp::Greater || Op == BinaryOp::LessEqual) {
        std::swap(Operands[0], Operands[1]);
        Op = mirrored(Op);
      }
      Result.Key.push_back(uint64_t(Op));
      // `15 < t` is where `t < 16` is not.
      for (const bool IsLeft : {true, false}) {
        const Expr &Limit =
            Program.expr(Assigned.resolved(Operands[IsLeft ? 0 : 1]));
        if (!IsFirst || Op != BinaryOp::Less ||
            Limit.Kind != ExprKind::Constant || Limit.Value == INT64_MAX)
          continue;
        Result.IsNegated ^= IsLeft;
        Result.Key.push_back(uint64_t(ExprKind::Constant));
        Result.Key.push_back(Limit.Value + IsLeft);
        Operands.erase(Operands.begin() + (IsLeft ? 0 : 1));
        break;
      }
      break;
    }
    case ExprKind::Opaque:
    case ExprKind::Shuffle:
      Result.IsKnown = false;
      break;
    case ExprKind::Convert:
    case ExprKind::Select:
      break;
    }
    IsFirst = false;
    llvm::append_range(Left, Operands);
  }
  return Result;
}
