//===- FlowConditions.cpp - What conditions are made of -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowConditions.h"

using namespace banklint;

FlowConditions::FlowConditions(const KernelProgram &Program)
    : Program(Program), Assigned(Program),
      IsGuarded(Program.Variables.size(), false) {
  noteGuarded(Program.Body, /*IsGuarded=*/false);
}

/// True if \p Node by itself differs between lanes.
bool FlowConditions::differs(ExprId Node) const {
  const Expr &E = Program.expr(Node);
  switch (E.Kind) {
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

bool FlowConditions::hasDiffering(ExprId Id) const {
  bool Has = false;
  Assigned.forEachNode(Id, [&](ExprId Node) { Has |= differs(Node); });
  return Has;
}

/// Notes the variables that are set in \p B, in a branch or a loop that lanes
/// leave one by one.
void FlowConditions::noteGuarded(const Block &B, bool Is) {
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Assign && Is)
      IsGuarded[S.Index] = true;
    const bool IsBranch =
        S.Kind == StmtKind::If || S.Kind == StmtKind::Switch ||
        (S.Kind == StmtKind::Loop && !Is && hasDiffering(S.Value));
    for (const Block &Inner : S.Blocks)
      noteGuarded(Inner, Is || IsBranch);
  }
}

bool FlowConditions::isUniform(ExprId Condition, const Values &Before) const {
  if (Before.empty())
    if (const auto Its = Known.find(Condition.Index); Its != Known.end())
      return Its->second;
  bool Is = true;
  const auto Look = [&](ExprId Id) {
    Assigned.forEachNode(Id, [&](ExprId Node) {
      const Expr &E = Program.expr(Node);
      Is &= !differs(Node) &&
            (E.Kind != ExprKind::Variable || !IsGuarded[E.Index] ||
             Assigned.of(E.Index).size() <= 1);
    });
  };
  // What holds now, not what loops make of it.
  llvm::SmallVector<ExprId, 8> Left{Condition};
  while (Is && !Left.empty()) {
    const ExprId Next = Left.pop_back_val();
    const Expr &E = Program.expr(Next);
    const auto Set =
        E.Kind == ExprKind::Variable ? Before.find(E.Index) : Before.end();
    if (Set != Before.end())
      Look(Set->second);
    else if (E.Kind == ExprKind::Variable || differs(Next))
      Look(Next);
    else
      llvm::append_range(Left, E.Operands);
  }
  if (Before.empty())
    Known[Condition.Index] = Is;
  return Is;
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

bool FlowConditions::addShape(
    ExprId Condition, std::vector<uint64_t> &Key,
    llvm::function_ref<unsigned(unsigned)> ValueOf) const {
  // Conditions that are longer are told apart by their numbers.
  constexpr size_t MaxKey = 64;
  bool IsKnown = true;
  llvm::SmallVector<ExprId, 8> Left{Condition};
  while (!Left.empty()) {
    const ExprId Next = Left.pop_back_val();
    const Expr &E = Program.expr(Next);
    if (const std::optional<ExprId> Only = Assigned.onlyValue(Next)) {
      Left.push_back(*Only);
      continue;
    }
    if (Key.size() > MaxKey) {
      Key.push_back(Condition.Index);
      return IsKnown;
    }
    const bool IsSwapped =
        E.Kind == ExprKind::Binary &&
        (E.Binary == BinaryOp::Greater || E.Binary == BinaryOp::GreaterEqual);
    Key.push_back(uint64_t(E.Kind));
    switch (E.Kind) {
    case ExprKind::Constant:
      Key.push_back(E.Value);
      break;
    case ExprKind::Variable:
      Key.push_back(ValueOf(E.Index));
      break;
    case ExprKind::Parameter:
    case ExprKind::Address:
      Key.push_back(E.Index);
      break;
    case ExprKind::Builtin:
      Key.push_back(uint64_t(E.Special));
      break;
    case ExprKind::Unary:
      Key.push_back(uint64_t(E.Unary));
      break;
    case ExprKind::Binary:
      Key.push_back(uint64_t(!IsSwapped ? E.Binary
                             : E.Binary == BinaryOp::Greater
                                 ? BinaryOp::Less
                                 : BinaryOp::LessEqual));
      break;
    case ExprKind::Opaque:
    case ExprKind::Shuffle:
      IsKnown = false;
      break;
    case ExprKind::Convert:
    case ExprKind::Select:
      break;
    }
    llvm::SmallVector<ExprId, 4> Operands(E.Operands.begin(), E.Operands.end());
    if (IsSwapped)
      std::swap(Operands[0], Operands[1]);
    llvm::append_range(Left, Operands);
  }
  return IsKnown;
}
